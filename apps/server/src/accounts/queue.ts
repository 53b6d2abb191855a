/** Serial queues: so many pieces of work at once for the same key, in the order in which they came, and so many waiting. */
import { AppError } from "@reelcast/contract";

export interface Queue {
  /** Resolves or rejects as `work` does; the next one starts either way. @throws AppError 42900 when too many wait */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Keys with work under way. */
  readonly size: number;
}

/** A queue that is full: in about a second it has moved on. */
export const tooMany = () => new AppError(42900, { seconds: 1 });

/** @param waiting per key */
export function createQueue({ width, waiting }: { width: number; waiting: number }): Queue {
  const lines = new Map<string, { running: number; waiting: (() => void)[] }>();
  return {
    async run(key, work) {
      const line = lines.get(key) ?? { running: 0, waiting: [] };
      if (line.waiting.length >= waiting) throw tooMany();
      lines.set(key, line);
      if (line.running < width) line.running += 1;
      // Whoever ends hands its place on, so that nobody can come in between.
      else await new Promise<void>((resolve) => line.waiting.push(resolve));
      try {
        return await work();
      } finally {
        const next = line.waiting.shift();
        if (next) next();
        else {
          line.running -= 1;
          if (line.running === 0) lines.delete(key);
        }
      }
    },
    get size() {
      return lines.size;
    },
  };
}
