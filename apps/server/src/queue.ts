/**
 * A queue for each key, such as a caller or a network, with a limit of concurrent work and a limit of waiting work. Work
 * starts in the order in which it was added. Keys do not wait for each other.
 */
import { AppError, ErrorCode } from "@reelcast/contract";

export interface Queue {
  /**
   * Resolves when the work may start, with a function to be called at its end. Work with `first` precedes all other.
   * @throws AppError TooManyRequests, or `refusal`, if too many wait or it has waited too long
   */
  enter(key: string, first?: boolean): Promise<() => void>;
  /** Resolves or rejects like `work`; the next work starts in both cases. @throws like `enter` */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Number of keys with running work. */
  readonly size: number;
}
/** Both numbers are per key. */
export interface QueueLimits {
  atOnce: number;
  waiting: number;
  /** Maximum waiting time; default: unlimited. */
  withinMs?: number;
  /** The error of refused work; default: `queueFull`. */
  refusal?: () => AppError;
}

/** The refusal of a full queue: the caller should try again in a second. */
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
    // Ending work starts the next one directly, so that no new work can precede it.
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
