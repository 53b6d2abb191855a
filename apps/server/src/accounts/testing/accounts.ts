/** Accounts for tests: on a database of their own, and players with a password that is known. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { AppError } from "@reelcast/contract";
import { createTestDatabase } from "../../storage/testing/index.ts";
import type { TestDatabase } from "../../storage/testing/index.ts";
import { createAccounts } from "../index.ts";
import type { Accounts, AccountsOptions } from "../index.ts";

export const PASSWORD = "a long enough secret";

export interface TestAccounts {
  database: TestDatabase;
  accounts: Accounts;
  /** As another process on the same database has them. */
  open(changes?: Partial<AccountsOptions>): Promise<Accounts>;
  /** Answers the id. */
  addPlayer(username: string): Promise<number>;
  close(): Promise<void>;
}

/** @param options over the usual ones of a test: refusals are answered at once, and nobody is told of anything */
export async function openTestAccounts(options: Partial<AccountsOptions>): Promise<TestAccounts> {
  const database = await createTestDatabase();
  const open = (changes: Partial<AccountsOptions> = {}) =>
    createAccounts({
      db: database.db,
      // There is none: the key is in the database.
      keyFile: join(tmpdir(), `reelcast-${randomUUID()}.key`),
      publish: () => {},
      version: "1.0.0",
      refusalStepMs: 0,
      ...options,
      ...changes,
    });
  const accounts = await open();
  return {
    database,
    accounts,
    open,
    addPlayer: (username) =>
      database.db.transaction().execute((trx) =>
        accounts.addPlayer(trx, {
          username,
          password: PASSWORD,
          name: "",
          lastname: "",
          email: `${username}@example.com`,
        }),
      ),
    close: () => database.close(),
  };
}

/** The code with which it is refused, null where it is not, the error itself where that has no code. */
export const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );
