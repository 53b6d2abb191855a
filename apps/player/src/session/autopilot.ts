/** Carries out what `autoplay.ts` decides, one decision after the other, and tells those who draw it. */
import { isApiError } from "../api/index.ts";
import { AUTOPLAY_OFF, stepAutoplay } from "./autoplay.ts";
import type { Autoplay, AutoplayEvent, AutoplaySight, AutoplayStop } from "./autoplay.ts";

/** Between two games: time to see what came of the last one, and to reach for another button. */
const PAUSE_MS = 700;

export interface AutopilotCrew {
  /** Rejects with what refused the press. */
  press: (control: string) => Promise<void>;
  onRefused: (error: unknown) => void;
  onStop: (why: AutoplayStop) => void;
}
export interface Autopilot {
  getSnapshot: () => Autoplay;
  subscribe: (listener: () => void) => () => void;
  /** Who presses and who listens from now on. */
  employ: (crew: AutopilotCrew) => void;
  /** What the seat shows has changed. Stops at once where it must; presses after a pause in which nothing changed. */
  see: (sight: AutoplaySight) => void;
  /** Nobody sits there any more. */
  end: () => void;
  toggle: () => void;
  /** The player pressed something. */
  pressed: (takesWin: boolean) => void;
}

export function createAutopilot(): Autopilot {
  let autoplay = AUTOPLAY_OFF;
  let sight: AutoplaySight | null = null;
  let crew: AutopilotCrew | null = null;
  let pause: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  function handle(event: AutoplayEvent): void {
    const before = autoplay;
    const step = stepAutoplay(before, event);
    autoplay = step.autoplay;
    if (autoplay !== before) for (const listener of listeners) listener();
    if (before.on && !autoplay.on && autoplay.stopped !== null) crew?.onStop(autoplay.stopped);
    if (step.press === null) return;
    crew?.press(step.press).catch((error: unknown) => {
      handle({ type: "refused", code: isApiError(error) ? error.code : "unknown" });
      crew?.onRefused(error);
    });
  }
  return {
    getSnapshot: () => autoplay,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    employ(next) {
      crew = next;
    },
    see(next) {
      sight = next;
      clearTimeout(pause);
      handle({ type: "seen", sight: { ...next, paused: true } });
      if (autoplay.on) pause = setTimeout(() => handle({ type: "seen", sight: next }), PAUSE_MS);
    },
    end: () => clearTimeout(pause),
    toggle() {
      if (!sight) return;
      handle({ type: "toggle", view: sight.view });
      handle({ type: "seen", sight });
    },
    pressed: (takesWin) => handle({ type: "press", takesWin }),
  };
}
