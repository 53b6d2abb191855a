/** Autoplay on the game screen: shows it the seat, and says once why it stopped. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { t } from "../i18n/index.ts";
import type { Autoplay, AutoplaySight, AutoplayStop } from "../session/autoplay.ts";
import { createAutopilot } from "../session/autopilot.ts";
import type { Autopilot } from "../session/autopilot.ts";
import { toast } from "../ui/index.ts";

/** The player's own doing needs no words. */
const SILENT: readonly AutoplayStop[] = ["player", "leaving"];

const onVisibility = (listener: () => void) => {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
};
const isHidden = () => document.visibilityState === "hidden";

export interface AutoplayInput extends Omit<AutoplaySight, "hidden"> {
  /** Rejects with what refused the press. */
  press: (control: string) => Promise<void>;
  /** A press was refused: said where every refused press is. */
  complain: (error: unknown) => void;
}

export function useAutoplay({ view, leaving, paused, press, complain }: AutoplayInput): {
  autoplay: Autoplay;
  pilot: Autopilot;
} {
  const [pilot] = useState(createAutopilot);
  const autoplay = useSyncExternalStore(pilot.subscribe, pilot.getSnapshot);
  const hidden = useSyncExternalStore(onVisibility, isHidden);
  useEffect(() => {
    pilot.employ({
      press,
      onRefused: complain,
      onStop: (why) => !SILENT.includes(why) && toast.info(t(`game.autoplayStopped.${why}`), { id: "autoplay" }),
    });
  });
  useEffect(() => pilot.see({ view, leaving, hidden, paused }), [pilot, view, leaving, hidden, paused]);
  useEffect(() => pilot.end, [pilot]);
  return { autoplay, pilot };
}
