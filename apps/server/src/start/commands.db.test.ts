/** Commands on an outside database: they create nothing in it, and say which one it is without its password. */
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createApp } from "../app.ts";
import { ConfigError } from "../config.ts";
import { connect } from "../storage/database.ts";
import { addTestDatabase } from "../storage/testing/index.ts";
import { testConfig } from "../testing.ts";
import { houseOf } from "./commands.ts";

const log = pino({ level: "silent" });
const name = `test_${randomBytes(6).toString("hex")}`;
const dataDir = join(tmpdir(), `${name}-missing`);
let database: Awaited<ReturnType<typeof addTestDatabase>>;
beforeEach(async () => {
  database = await addTestDatabase(name, "template1");
});
afterEach(async () => {
  const superuser = connect(process.env["TEST_DATABASE_SUPERUSER_URL"] ?? "", { max: 1 });
  await sql`drop database ${sql.id(name)} with (force)`.execute(superuser);
  await superuser.destroy();
});

it("there is no house in an empty database, and none is made: no table, no folder", async () => {
  const config = testConfig(database, dataDir);
  const refused = await createApp(config, { role: "cli", log }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ConfigError);
  const { message } = refused as ConfigError;
  expect(message).toMatch(
    new RegExp(`^There is no house in the database "${name}" at \\S+: only a start of the server makes one\\.$`),
  );
  expect(message).not.toContain(new URL(database.url).password);
  const db = connect(database.url, { max: 1 });
  const { rows } = await sql`select 1 from pg_tables where schemaname = 'public'`.execute(db);
  await db.destroy();
  expect(rows).toEqual([]);
  expect(existsSync(dataDir)).toBe(false);
});

it("a house is named by its folder, or by its database without the password", () => {
  expect(houseOf({ databaseUrl: undefined, dataDir: "/srv/house" })).toBe("/srv/house");
  const databaseUrl = "postgresql://house:secret@db.example.org:6432/lodestar?options=-c%20x";
  expect(houseOf({ databaseUrl, dataDir: "/srv/house" })).toBe('the database "lodestar" at db.example.org:6432');
});

it("a database that does not answer is named, with its house, and without the password", async () => {
  const databaseUrl = "postgresql://house:secret@127.0.0.1:1/lodestar";
  const config = { ...testConfig(database, dataDir), databaseUrl, databaseDirectUrl: undefined };
  const failed: unknown = await createApp(config, { role: "cli", log }).catch((error: unknown) => error);
  // It may answer later: no mistake of the operator.
  expect(failed).not.toBeInstanceOf(ConfigError);
  expect((failed as Error).message).toBe(
    'The house in the database "lodestar" at 127.0.0.1:1 can\'t be opened now: connect ECONNREFUSED 127.0.0.1:1.',
  );
});
