/** A database of its own for a test: a copy of the migrated template, made in milliseconds. And players to put into it. */
import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { connect } from "../database.ts";
import type { Db } from "../database.ts";

export const TEMPLATE = "template_reelcast";

export interface TestDatabase {
  db: Db;
  url: string;
  close(): Promise<void>;
}

async function administer(statement: string): Promise<void> {
  const url = process.env["TEST_DATABASE_URL"];
  if (!url) throw new Error("TEST_DATABASE_URL is not set: run this test in the project `database`");
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await administer(`create database ${name} template ${TEMPLATE}`);
  const url = new URL(process.env["TEST_DATABASE_URL"] ?? "");
  url.pathname = name;
  const db = connect(url.href);
  return {
    db,
    url: url.href,
    async close() {
      await db.destroy();
      await administer(`drop database if exists ${name} with (force)`);
    },
  };
}

/** A player without a password, known to the database alone: the ledger opens its account where a test needs one. */
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
