/** Runs one statement, which is one transaction, against the database. It knows no money. */
import { isWorthAnotherTry, translate } from "./errors.ts";

const TRIES_AT_ONCE = 3;
/** A database that restarts is back within a second or two. */
const WAITS_MS = [50, 100, 200, 400, 800, 1_600];

/**
 * Does what is safe to repeat until it is known to have been done, or not to be possible.
 * @throws AppError where the database refuses it with a reason; the database's own error otherwise
 */
export async function operate<T>(statement: () => Promise<T>): Promise<T> {
  let atOnce = 1;
  let later = 0;
  for (;;) {
    try {
      return await statement();
    } catch (error) {
      const again = isWorthAnotherTry(error);
      if (again === "at once" && atOnce < TRIES_AT_ONCE) {
        atOnce += 1;
      } else if (again === "later" && later < WAITS_MS.length) {
        await new Promise((resolve) => setTimeout(resolve, WAITS_MS[later]));
        later += 1;
      } else {
        throw translate(error);
      }
    }
  }
}
