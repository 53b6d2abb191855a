/** Runs one statement, which is one transaction, and retries it where that is safe. */

const TRIES_AT_ONCE = 3;
/** A database that restarts is back within a second or two. */
const WAITS_MS = [50, 100, 200, 400, 800, 1_600];
const LONGEST_WAIT_MS = 1_000;

export type RunStatement = <T>(statement: () => Promise<T>) => Promise<T>;
/** What the errors of the database mean to the caller. */
export interface ErrorRules {
  /** Whether the statement may be repeated: "later" if the database is away. */
  isWorthAnotherTry: (error: unknown) => "at once" | "later" | false;
  /** The error to throw. */
  translate: (error: unknown) => unknown;
}

/**
 * Repeats a statement, which must be safe to repeat, until it is known to have succeeded or to be impossible.
 * @param until while it is not aborted, retries continue as long as the database is away; without it, for some seconds
 * @throws the translated error, once the statement is not worth another try
 */
export function createStatementRetry({ isWorthAnotherTry, translate }: ErrorRules, until?: AbortSignal): RunStatement {
  return async (statement) => {
    let atOnce = 1;
    let later = 0;
    for (;;) {
      try {
        return await statement();
      } catch (error) {
        const again = isWorthAnotherTry(error);
        // After the end nothing is retried.
        const isUnlimited = until !== undefined && !until.aborted;
        const mayWait = until === undefined ? later < WAITS_MS.length : isUnlimited;
        if (again === "at once" && atOnce < TRIES_AT_ONCE) {
          atOnce += 1;
        } else if (again === "later" && mayWait) {
          const wait = Math.min(WAITS_MS[later] ?? LONGEST_WAIT_MS, isUnlimited ? LONGEST_WAIT_MS : Infinity);
          await new Promise((resolve) => setTimeout(resolve, wait));
          later += 1;
        } else {
          throw translate(error);
        }
      }
    }
  };
}
