/** The functions of a database are those of the files, and become so again at the next start. */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { FUNCTIONS, functionBodies } from "./functions.ts";
import { openStorage, schemaState } from "./index.ts";
import { createTestDatabase } from "./testing/index.ts";
import type { TestDatabase } from "./testing/index.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function present(): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; body: string }>`
    select proname as name, prosrc as body from pg_proc
    where pronamespace = 'public'::regnamespace order by proname`.execute(database.db);
  return Object.fromEntries(rows.map(({ name, body }) => [name, body]));
}

it("a migrated database has the functions of the files, and no others", async () => {
  const files = Object.fromEntries([...functionBodies()].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  expect(Object.keys(files).length).toBeGreaterThan(50);
  expect(await present()).toEqual(files);
});

it("altered and dropped functions are restored by the next start, with the server's right to call them", async () => {
  const before = await present();
  for (const statement of [
    "create or replace function available(p_player integer) returns bigint language sql stable as $$ select 1000000::bigint $$",
    "alter function adjust security invoker",
    "drop function machine_difference(integer)",
  ])
    await sql.raw(statement).execute(database.owner);
  expect(await schemaState(database.db)).toBe("older");

  const { url, ownerUrl } = database;
  await (await openStorage({ url, ownerUrl, dataDir: "", log: pino({ level: "silent" }) })).close();
  expect(await present()).toEqual(before);
  expect(await schemaState(database.db)).toBe("present");
  const { rows } = await sql<{ difference: string }>`select machine_difference(7) as difference`.execute(database.db);
  expect(rows).toEqual([{ difference: "its meters were never read" }]);
  const { rows: definers } = await sql<{ definer: boolean }>`
    select prosecdef as definer from pg_proc where proname = 'adjust'`.execute(database.db);
  expect(definers).toEqual([{ definer: true }]);
});

it("a function that differs in its comments alone is not older", async () => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_functiondef(oid) as definition from pg_proc where proname = 'machine_settle'`.execute(database.owner);
  const commented = rows[0]?.definition.replace("begin", "begin\n  -- another comment");
  await sql.raw(commented ?? "").execute(database.owner);
  expect((await present())["machine_settle"]).toContain("another comment");
  expect(await schemaState(database.db)).toBe("present");
});

it("their version rises with every change: raise it in functions.ts, and write down the digest", () => {
  const bodies = [...functionBodies()].map(([name, body]) => [name, body.replace(/\s*--.*$/gm, "")]);
  const digest = createHash("sha256").update(JSON.stringify(bodies)).digest("hex").slice(0, 16);
  expect(digest).toBe(FUNCTIONS.digest);
});

it("functions of a newer version stay, and so do its grants", async () => {
  const { url, ownerUrl } = database;
  const start = async () => (await openStorage({ url, ownerUrl, dataDir: "", log: pino({ level: "silent" }) })).close();
  const definition = "(p_player integer) returns bigint language sql stable as $$ select 7::bigint $$";
  await sql.raw(`create or replace function available${definition}`).execute(database.owner);
  await sql`update functions_version set version = ${FUNCTIONS.version + 1}`.execute(database.owner);
  await sql`grant select on floor_nodes to public`.execute(database.owner);
  expect(await schemaState(database.db)).toBe("newer");
  await start();
  expect((await present())["available"]).toBe(" select 7::bigint ");
  expect(await schemaState(database.db)).toBe("newer");
  const { rows } = await sql<{ acl: string }>`
    select relacl::text as acl from pg_class where relname = 'floor_nodes'`.execute(database.owner);
  expect(rows[0]?.acl).toMatch(/[{,]=r\//);

  // One of the same version puts its own in place, as it does after any change of them.
  await sql`update functions_version set version = ${FUNCTIONS.version}`.execute(database.owner);
  expect(await schemaState(database.db)).toBe("older");
  await start();
  expect(await schemaState(database.db)).toBe("present");
  expect((await present())["available"]).toBe(functionBodies().get("available"));
});
