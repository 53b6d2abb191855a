/** Accounts on a test database, without the other parts of the server. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { AppError } from "@reelcast/contract";
import { createTestDatabase } from "../../storage/testing/index.ts";
import type { TestDatabase } from "../../storage/testing/index.ts";
import { createAccounts } from "../index.ts";
import type { Accounts, AccountsOptions } from "../index.ts";
import { addTestAccount } from "./players.ts";

export { PASSWORD } from "./players.ts";

export interface TestAccounts {
  database: TestDatabase;
  accounts: Accounts;
  /** Opens accounts of another process on the same database. */
  open(changes?: Partial<AccountsOptions>): Promise<Accounts>;
  /** Resolves with the id. */
  addPlayer(username: string): Promise<number>;
  close(): Promise<void>;
}

/** @param options override those of a test: refusals are answered at once, nothing is published */
export async function openTestAccounts(options: Partial<AccountsOptions>): Promise<TestAccounts> {
  const database = await createTestDatabase();
  const open = (changes: Partial<AccountsOptions> = {}) =>
    createAccounts({
      db: database.db,
      // Missing: the key is in the database.
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
    addPlayer: (username) => addTestAccount({ db: database.db, accounts }, { username }),
    close: () => database.close(),
  };
}

/** The code of a rejection, or its error if that has no code; null for a fulfilled promise. */
export const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );
