/** Work in line: at most so many pieces at once for the same key, in the order in which they came. */

export interface Queue {
  /** Resolves or rejects as `work` does; the next in line starts either way. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Keys with work under way. */
  readonly size: number;
}

export function createQueue(width: number): Queue {
  const lines = new Map<string, { running: number; waiting: (() => void)[] }>();
  return {
    async run(key, work) {
      const line = lines.get(key) ?? { running: 0, waiting: [] };
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
