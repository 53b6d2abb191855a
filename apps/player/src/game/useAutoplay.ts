/** Carries out what `session/autoplay.ts` decides, and says once why it stopped. */
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { isApiError } from "../api/index.ts";
import { t } from "../i18n/index.ts";
import { AUTOPLAY_OFF, stepAutoplay } from "../session/autoplay.ts";
import type { Autoplay, AutoplayEvent, AutoplayStop } from "../session/autoplay.ts";
import type { SeatView } from "../session/seat.ts";
import { toast } from "../ui/index.ts";

/** The player's own doing needs no words. */
const SILENT: readonly (AutoplayStop | null)[] = [null, "player", "leaving"];

const onVisibility = (listener: () => void) => {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
};
const isHidden = () => document.visibilityState === "hidden";

export interface AutoplayInput {
  view: SeatView;
  leaving: boolean;
  paused: boolean;
  /** Rejects with what refused the press. */
  press: (control: string) => Promise<void>;
  /** A press was refused: said where every refused press is. */
  complain: (error: unknown) => void;
}

export function useAutoplay({ view, leaving, paused, press, complain }: AutoplayInput): {
  autoplay: Autoplay;
  toggle: () => void;
  /** The player pressed something. */
  pressed: (takesWin: boolean) => void;
} {
  const hidden = useSyncExternalStore(onVisibility, isHidden);
  const [autoplay, setAutoplay] = useState(AUTOPLAY_OFF);
  /** The truth between two drawings: a press is decided on the state of now, never on the drawn one. */
  const now = useRef(AUTOPLAY_OFF);
  const latest = useRef({ view, press, complain });
  useEffect(() => {
    latest.current = { view, press, complain };
  });

  const dispatch = useCallback((event: AutoplayEvent) => {
    const before = now.current;
    const step = stepAutoplay(before, event);
    now.current = step.autoplay;
    if (step.autoplay !== before) setAutoplay(step.autoplay);
    if (before.on && !step.autoplay.on && !SILENT.includes(step.autoplay.stopped))
      toast.info(t(`game.autoplayStopped.${step.autoplay.stopped ?? "player"}`), { id: "autoplay" });
    if (step.press === null) return;
    latest.current.press(step.press).catch((error: unknown) => {
      dispatch({ type: "refused", code: isApiError(error) ? error.code : "unknown" });
      latest.current.complain(error);
    });
  }, []);

  useEffect(() => {
    // The machine is outside of React: what it shows decides whether it is pressed.
    // oxlint-disable-next-line react/set-state-in-effect
    dispatch({ type: "seen", sight: { view, leaving, hidden, paused } });
  }, [dispatch, view, leaving, hidden, paused, autoplay.on]);

  const toggle = useCallback(() => dispatch({ type: "toggle", view: latest.current.view }), [dispatch]);
  const pressed = useCallback((takesWin: boolean) => dispatch({ type: "press", takesWin }), [dispatch]);
  return { autoplay, toggle, pressed };
}
