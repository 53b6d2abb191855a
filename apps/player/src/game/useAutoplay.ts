/** Autoplay on the game screen: passes it the state of the seat, and shows once why it stopped. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { t } from "../i18n/index.ts";
import type { Autoplay, AutoplayContext, AutoplayStop } from "../session/autoplay.ts";
import { createAutoplayRunner } from "../session/autoplayRunner.ts";
import type { AutoplayHandlers, AutoplayRunner } from "../session/autoplayRunner.ts";
import { toast } from "../ui/index.ts";
import { showError } from "./showError.ts";

/** Reasons that need no message, since the player caused them. */
const SILENT: readonly AutoplayStop[] = ["player", "leaving"];

const onVisibility = (listener: () => void) => {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
};
const isHidden = () => document.visibilityState === "hidden";

export type AutoplayInput = Omit<AutoplayContext, "hidden"> & Pick<AutoplayHandlers, "press" | "declare">;

export function useAutoplay({ view, leaving, paused, press, declare }: AutoplayInput): {
  autoplay: Autoplay;
  runner: AutoplayRunner;
} {
  const [runner] = useState(createAutoplayRunner);
  const autoplay = useSyncExternalStore(runner.subscribe, runner.getSnapshot);
  const hidden = useSyncExternalStore(onVisibility, isHidden);
  useEffect(() => {
    runner.setHandlers({
      press,
      declare,
      onRefused: showError,
      onStop: (why) => !SILENT.includes(why) && toast.info(t(`game.autoplayStopped.${why}`), { id: "autoplay" }),
    });
  });
  useEffect(() => runner.update({ view, leaving, hidden, paused }), [runner, view, leaving, hidden, paused]);
  useEffect(() => runner.end, [runner]);
  return { autoplay, runner };
}
