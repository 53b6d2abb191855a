/** Carries out the decisions of `autoplay.ts` one after the other, and notifies the components that show it. */
import { isApiError } from "../api/index.ts";
import { AUTOPLAY_OFF, stepAutoplay } from "./autoplay.ts";
import type { Autoplay, AutoplayEvent, AutoplayContext, AutoplayStop } from "./autoplay.ts";

/** Between two games: time to see the result of the last one, and to press another button. */
const PAUSE_MS = 700;

export interface AutoplayHandlers {
  /** Rejects with what refused the press. */
  press: (control: string) => Promise<void>;
  onRefused: (error: unknown) => void;
  onStop: (why: AutoplayStop) => void;
}
export interface AutoplayRunner {
  getSnapshot: () => Autoplay;
  subscribe: (listener: () => void) => () => void;
  /** Sets the handlers. */
  setHandlers: (handlers: AutoplayHandlers) => void;
  /** The seat has changed. Stops at once if necessary; presses after a pause in which nothing changed. */
  update: (context: AutoplayContext) => void;
  /** The player has left. */
  end: () => void;
  toggle: () => void;
  /** The player pressed something. */
  pressed: (takesWin: boolean) => void;
}

export function createAutoplayRunner(): AutoplayRunner {
  let autoplay = AUTOPLAY_OFF;
  let context: AutoplayContext | null = null;
  let handlers: AutoplayHandlers | null = null;
  let pause: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  function handle(event: AutoplayEvent): void {
    const before = autoplay;
    const step = stepAutoplay(before, event);
    autoplay = step.autoplay;
    if (autoplay !== before) for (const listener of listeners) listener();
    if (before.on && !autoplay.on && autoplay.stopped !== null) handlers?.onStop(autoplay.stopped);
    if (step.press === null) return;
    handlers?.press(step.press).catch((error: unknown) => {
      handle({ type: "refused", code: isApiError(error) ? error.code : "unknown" });
      handlers?.onRefused(error);
    });
  }
  return {
    getSnapshot: () => autoplay,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    setHandlers(next) {
      handlers = next;
    },
    update(next) {
      context = next;
      clearTimeout(pause);
      handle({ type: "update", context: { ...next, paused: true } });
      if (autoplay.on) pause = setTimeout(() => handle({ type: "update", context: next }), PAUSE_MS);
    },
    end: () => clearTimeout(pause),
    toggle() {
      if (!context) return;
      handle({ type: "toggle", view: context.view });
      handle({ type: "update", context });
    },
    pressed: (takesWin) => handle({ type: "press", takesWin }),
  };
}
