/**
 * Parts that the first spin does not need: loaded with their texts when they are first opened, or earlier when the
 * browser is idle. A failed load is repeated while the part is open; the game continues. Code that
 * fails when it runs is an error of the screen, as if it had been part of it.
 */
import { useEffect, useState } from "react";
import type { ComponentType, ReactNode } from "react";
import { retryUntilLoaded } from "@reelcast/ui";
import { loadTexts } from "../i18n/index.ts";
import { loadLater } from "./loadLater.ts";

type Load<P> = () => Promise<{ default: ComponentType<P> }>;
/** A component that renders nothing until it has been opened once and its code is loaded. */
function later<P extends { open: boolean }>(code: Load<P>): (props: P) => ReactNode {
  const load = loadLater(() => Promise.all([code(), loadTexts("gameParts")]));
  let come: ComponentType<P> | null = null;
  return function Later(props: P) {
    const [Part, setPart] = useState<ComponentType<P> | null>(() => come);
    const [broken, setBroken] = useState<{ error: unknown } | null>(null);
    const wanted = props.open && Part === null;
    useEffect(() => {
      if (!wanted) return;
      let over = false;
      retryUntilLoaded(load).then(
        ([module]) => {
          come = module.default;
          if (!over) setPart(() => module.default);
        },
        (error: unknown) => {
          if (!over) setBroken({ error });
        },
      );
      return () => void (over = true);
    }, [wanted]);
    if (broken) throw broken.error;
    return Part ? <Part {...props} /> : null;
  };
}

export const DepositSheet = later(() => import("./DepositSheet.tsx"));
export const AutoplaySheet = later(() => import("./AutoplaySheet.tsx"));
export const OptionsSheet = later(() => import("./OptionsSheet.tsx"));
export const HelpSheet = later(() => import("./HelpSheet.tsx"));
export const ConnectionSheet = later(() => import("./ConnectionSheet.tsx"));
export const PictureState = later(() => import("./PictureState.tsx"));
export const NoPictureDialog = later(() => import("./NoPictureDialog.tsx"));
export const LeaveDialog = later(() => import("./LeaveDialog.tsx"));
export const TakenOver = later(() => import("./TakenOver.tsx"));
export const RealityCheckDialog = later(() => import("./RealityCheckDialog.tsx"));
export const PipView = later(() => import("./PipView.tsx"));
export const Celebration = later(() => import("./celebration/Celebration.tsx"));
export const JackpotWin = later(() => import("./JackpotWin.tsx"));
export const LimitRing = later(() => import("./LimitRing.tsx"));
export const Surroundings = later(() => import("./Surroundings.tsx"));
export const TouchEcho = later(() => import("./TouchEcho.tsx"));
export const ZoomGestures = later(() => import("./ZoomGestures.tsx"));
