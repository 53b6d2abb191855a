/** A database for one test: a copy of the migrated template. And players for it. */
import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { connect } from "../database.ts";
import type { Db } from "../database.ts";
import { HOUSE, OWNER } from "../roles.ts";

export const TEMPLATE = "template_reelcast";

export interface TestDatabase {
  /** With the running server's login and its rights. */
  db: Db;
  url: string;
  /** With the login that owns the tables. */
  owner: Db;
  ownerUrl: string;
  /** As superuser: for tests that manipulate rows, or write past events. */
  superuser: Db;
  close(): Promise<void>;
}

const LOGINS = {
  url: "TEST_DATABASE_URL",
  ownerUrl: "TEST_DATABASE_OWNER_URL",
  superuserUrl: "TEST_DATABASE_SUPERUSER_URL",
} as const;

/** The address of a database for one of its logins. */
function address(login: keyof typeof LOGINS, database?: string): string {
  const known = process.env[LOGINS[login]];
  if (!known) throw new Error(`${LOGINS[login]} is not set: run this test in the project \`database\``);
  const url = new URL(known);
  if (database !== undefined) url.pathname = database;
  return url.href;
}

async function administer(statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: address("superuserUrl") });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Creates another database of the owner. */
export async function addTestDatabase(
  name: string,
  template: string,
): Promise<{ url: string; ownerUrl: string; superuserUrl: string }> {
  await administer([
    // Copies files, which is faster than the default, the write-ahead log.
    `create database ${name} owner ${OWNER} template ${template} strategy file_copy`,
    `revoke all on database ${name} from public`,
    `grant connect on database ${name} to ${HOUSE}`,
  ]);
  return {
    url: address("url", name),
    ownerUrl: address("ownerUrl", name),
    superuserUrl: address("superuserUrl", name),
  };
}

export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  const { url, ownerUrl, superuserUrl } = await addTestDatabase(name, TEMPLATE);
  // They connect at the first query.
  const db = connect(url);
  const owner = connect(ownerUrl, { max: 2 });
  const superuser = connect(superuserUrl, { max: 2 });
  return {
    db,
    url,
    owner,
    ownerUrl,
    superuser,
    async close() {
      await Promise.all([db.destroy(), owner.destroy(), superuser.destroy()]);
      await administer([`drop database if exists ${name} with (force)`]);
    },
  };
}

/** Inserts the row of a player, without a password and without an account in the ledger. */
export async function addTestPlayer(db: Db, username: string): Promise<number> {
  const { id } = await db
    .insertInto("players")
    .values({
      username,
      email: `${username}@example.com`,
      name: "",
      lastname: "",
      permissions: [145],
      password_hash: "",
      pin_hash: "",
      banned_at: null,
      last_login_at: null,
      last_login_ip: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
