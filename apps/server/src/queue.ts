/**
 * Queues by key, such as a caller or a network: so many pieces of work at once for each key, the next ones in the order in
 * which they came, and only so many of those. Keys do not wait for each other.
 */
import { AppError, ErrorCode } from "@reelcast/contract";

export interface Queue {
  /**
   * Resolves when it is the work's turn, to what must be called at its end. What is `first` comes before all that is not.
   * @throws AppError TooManyRequests, or `refusal`, when too many wait or it has waited too long
   */
  enter(key: string, first?: boolean): Promise<() => void>;
  /** Resolves or rejects as `work` does; the next one starts either way. @throws as `enter` */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Keys with work under way. */
  readonly size: number;
}
/** Both numbers are per key. */
export interface QueueLimits {
  atOnce: number;
  waiting: number;
  /** Without it, work waits as long as it takes. */
  withinMs?: number;
  /** The error of work that is refused; without it `queueFull`. */
  refusal?: () => AppError;
}

/** The refusal of a queue that is full: in about a second it has moved on. */
export const queueFull = () => new AppError(ErrorCode.TooManyRequests, { seconds: 1 });

export function createQueue({ atOnce, waiting, withinMs, refusal = queueFull }: QueueLimits): Queue {
  interface Waiting {
    begin: () => void;
    first: boolean;
  }
  const keys = new Map<string, { running: number; waiting: Waiting[] }>();

  const turn = (own: { waiting: Waiting[] }, first: boolean) =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const entry = { begin, first };
      const giveUp = () => {
        own.waiting.splice(own.waiting.indexOf(entry), 1);
        reject(refusal());
      };
      const timer = withinMs === undefined ? undefined : setTimeout(giveUp, withinMs);
      const others = first ? own.waiting.findIndex((other) => !other.first) : -1;
      own.waiting.splice(others === -1 ? own.waiting.length : others, 0, entry);
    });

  async function enter(key: string, first = false): Promise<() => void> {
    const own = keys.get(key) ?? { running: 0, waiting: [] };
    keys.set(key, own);
    if (own.running < atOnce) own.running += 1;
    else if (own.waiting.length >= waiting) throw refusal();
    // What ends starts the next one itself, so that nothing can come in between.
    else await turn(own, first);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      const next = own.waiting.shift();
      if (next) return next.begin();
      own.running -= 1;
      if (own.running === 0) keys.delete(key);
    };
  }

  return {
    enter,
    async run(key, work) {
      const end = await enter(key);
      try {
        return await work();
      } finally {
        end();
      }
    },
    get size() {
      return keys.size;
    },
  };
}
