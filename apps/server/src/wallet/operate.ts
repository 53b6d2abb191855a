/** Runs one statement, which is one transaction, and retries it where that is safe. */
import type { RawBuilder } from "kysely";
import type { Db } from "../storage/index.ts";
import { isWorthAnotherTry, translate } from "./errors.ts";

const TRIES_AT_ONCE = 3;
/** A database that restarts is back within a second or two. */
const WAITS_MS = [50, 100, 200, 400, 800, 1_600];
const LONGEST_WAIT_MS = 1_000;

export type Operate = <T>(statement: () => Promise<T>) => Promise<T>;

/**
 * Repeats a statement, which must be safe to repeat, until it is known to have succeeded or to be impossible.
 * @param until while it is not aborted, retries continue as long as the database is away; without it, for some seconds
 * @returns throws AppError if the database refuses the statement with a reason, ServiceUnavailable if it is away, and
 * otherwise the statement's own error
 */
export function createOperate(until?: AbortSignal): Operate {
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

/** What the parts of the wallet need to run their statements. */
export interface Database {
  db: Db;
  operate: Operate;
}
/** The row of a statement that returns exactly one. @throws as `operate`; Error where there is none */
export async function oneRow<Row>({ db, operate }: Database, query: RawBuilder<Row>): Promise<Row> {
  const { rows } = await operate(() => query.execute(db));
  const [row] = rows;
  if (!row) throw new Error("the statement returned no row");
  return row;
}

/** Within a transaction: one that has failed can only be rolled back, and repeating the statement would hide why. */
export const once: Operate = async (statement) => {
  try {
    return await statement();
  } catch (error) {
    throw translate(error);
  }
};
