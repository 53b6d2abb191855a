/**
 * Autoplay on the game screen: passes it the state of the seat, and shows once why it stopped. Its code comes with the
 * sheet that starts it.
 */
import { useEffect, useState, useSyncExternalStore } from "react";
import { toast } from "@reelcast/ui";
import { t } from "../i18n/index.ts";
import type { Autoplay, AutoplayChoice, AutoplayContext, AutoplayStop } from "../session/autoplay.ts";
import type { AutoplayHandlers, AutoplayRunner, CreateAutoplayRunner } from "../session/autoplayRunner.ts";
import { showError } from "./showError.ts";

/** Reasons that need no message, since the player caused them. */
const SILENT: readonly AutoplayStop[] = ["player", "leaving"];

const onVisibility = (listener: () => void) => {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
};
const isHidden = () => document.visibilityState === "hidden";

/** What is shown of it. */
export type AutoplayShown = Pick<Autoplay, "on" | "remaining">;
const OFF: AutoplayShown = { on: false, remaining: 0 };
const shownOff = () => OFF;
const neverChanges = () => () => {};

export type AutoplayInput = Omit<AutoplayContext, "hidden"> & Pick<AutoplayHandlers, "press" | "declare">;
export interface AutoplayControl {
  autoplay: AutoplayShown;
  start: (choice: AutoplayChoice, create: CreateAutoplayRunner) => void;
  stop: () => void;
  /** The player pressed something. */
  pressed: (takesWin: boolean) => void;
}

export function useAutoplay({ view, leaving, blind, paused, press, declare }: AutoplayInput): AutoplayControl {
  /** Null until it is started for the first time. */
  const [runner, setRunner] = useState<AutoplayRunner | null>(null);
  const autoplay = useSyncExternalStore<AutoplayShown>(
    runner?.subscribe ?? neverChanges,
    runner?.getSnapshot ?? shownOff,
  );
  const hidden = useSyncExternalStore(onVisibility, isHidden);
  const handlers: AutoplayHandlers = {
    press,
    declare,
    onRefused: showError,
    onStop: (why) => !SILENT.includes(why) && toast.info(t(`game.autoplayStopped.${why}`), { id: "autoplay" }),
  };
  useEffect(() => runner?.setHandlers(handlers));
  useEffect(
    () => runner?.update({ view, leaving, hidden, blind, paused }),
    [runner, view, leaving, hidden, blind, paused],
  );
  useEffect(() => runner?.end, [runner]);
  return {
    autoplay,
    start(choice, create) {
      const started = runner ?? create();
      started.setHandlers(handlers);
      started.update({ view, leaving, hidden, blind, paused });
      started.start(choice);
      setRunner(started);
    },
    stop: () => runner?.stop(),
    pressed: (takesWin) => runner?.pressed(takesWin),
  };
}
