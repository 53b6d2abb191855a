/** Carries out the decisions of `autoplay.ts` one after the other, and notifies the components that show it. */
import { ErrorCode } from "@reelcast/contract";
import type { AutoplayOptions } from "@reelcast/contract";
import { isApiError } from "../api/index.ts";
import { AUTOPLAY_OFF, stepAutoplay } from "./autoplay.ts";
import type { Autoplay, AutoplayChoice, AutoplayContext, AutoplayEvent, AutoplayStop } from "./autoplay.ts";

/** Between two games: time to see the result of the last one, and to press another button. */
const PAUSE_MS = 700;

/** A server that does not know the request: it counts nothing, and the app alone does. */
const UNKNOWN_REQUEST: readonly (string | number)[] = [ErrorCode.NotFound, "badAnswer"];

export interface AutoplayHandlers {
  /** Resolves with what the server allows; null: no autoplay. */
  declare: (options: AutoplayOptions | null) => Promise<AutoplayOptions | null>;
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
  start: (choice: AutoplayChoice) => void;
  stop: () => void;
  /** The player pressed something. */
  pressed: (takesWin: boolean) => void;
}

export type CreateAutoplayRunner = () => AutoplayRunner;
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
    if (before.on && !autoplay.on && autoplay.stopped !== null) {
      // The server may know of the end already; where it does not, no answer is needed.
      handlers?.declare(null).catch(() => {});
      handlers?.onStop(autoplay.stopped);
    }
    if (step.press === null) return;
    handlers?.press(step.press).catch(refuse);
  }
  /** Says it once: the reason for the stop speaks for itself, and of an autoplay that is off nothing is left to say. */
  function refuse(error: unknown): void {
    const wasOn = autoplay.on;
    handle({ type: "refused", code: isApiError(error) ? error.code : "unknown" });
    if (wasOn && autoplay.stopped === "refused") handlers?.onRefused(error);
  }
  async function declare({ games, lossLimit }: AutoplayChoice): Promise<void> {
    const options = { games, lossLimit };
    // Of the autoplay that was on at the time: a later one has an answer of its own.
    const { choice } = autoplay;
    const isSame = () => autoplay.on && autoplay.choice === choice;
    try {
      const allowed = (await handlers?.declare(options)) ?? null;
      if (isSame()) handle({ type: "declared", allowed });
    } catch (error) {
      if (!isSame()) return;
      if (isApiError(error) && UNKNOWN_REQUEST.includes(error.code)) handle({ type: "declared", allowed: options });
      else refuse(error);
    }
    if (isSame() && context) handle({ type: "update", context });
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
    start(choice) {
      if (!context || autoplay.on) return;
      handle({ type: "start", choice, view: context.view });
      void declare(choice);
    },
    stop: () => handle({ type: "stop" }),
    pressed: (takesWin) => handle({ type: "press", takesWin }),
  };
}
