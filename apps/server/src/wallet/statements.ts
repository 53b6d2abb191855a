/** How the parts of the wallet run their statements. */
import type { RawBuilder } from "kysely";
import type { Db, RunStatement } from "../storage/index.ts";
import { translate } from "./errors.ts";

export interface Database {
  db: Db;
  /** Runs a statement that is safe to repeat. */
  runStatement: RunStatement;
}
/** The row of a statement that returns exactly one. @throws as `runStatement`; Error where there is none */
export async function oneRow<Row>({ db, runStatement }: Database, query: RawBuilder<Row>): Promise<Row> {
  const { rows } = await runStatement(() => query.execute(db));
  const [row] = rows;
  if (!row) throw new Error("the statement returned no row");
  return row;
}

/** Within a transaction: one that has failed can only be rolled back, and repeating the statement would hide why. */
export const once: RunStatement = async (statement) => {
  try {
    return await statement();
  } catch (error) {
    throw translate(error);
  }
};
