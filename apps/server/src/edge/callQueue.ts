/** Calls of one caller: a few at once, the next ones in the order in which they came, and only so many of those. */
import { AppError } from "@reelcast/contract";

/** A caller who is refused may come again when some of those that wait have been carried out. */
const AGAIN_SECONDS = 1;

export interface CallQueue {
  /** Resolves when it is the call's turn, to what must be called at its end. @throws AppError 42900 where too many wait */
  enter(caller: string): Promise<() => void>;
  /** Callers with calls under way. */
  readonly size: number;
}

export function createCallQueue({ atOnce, waiting }: { atOnce: number; waiting: number }): CallQueue {
  const callers = new Map<string, { running: number; waiting: (() => void)[] }>();
  return {
    async enter(caller) {
      const calls = callers.get(caller) ?? { running: 0, waiting: [] };
      callers.set(caller, calls);
      if (calls.running < atOnce) calls.running += 1;
      else if (calls.waiting.length >= waiting) throw new AppError(42900, { seconds: AGAIN_SECONDS });
      // Whoever ends hands its place on, so that nobody can come in between.
      else await new Promise<void>((resolve) => calls.waiting.push(resolve));
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        const next = calls.waiting.shift();
        if (next) return next();
        calls.running -= 1;
        if (calls.running === 0) callers.delete(caller);
      };
    },
    get size() {
      return callers.size;
    },
  };
}
