/**
 * The functions of the database: the files of `functions/`. The owner applies all of them at each start, after the
 * migrations, so that a change of a file needs no migration, and a function that was altered or dropped is restored.
 * Migrations create tables, and drop functions whose name, parameters or result have changed; the older versions of
 * functions in them only serve the migrations after them.
 *
 * Processes of two versions can use one database while a new version is rolled out. The functions are those of the newer
 * one; so a function keeps working for callers of the version before: new parameters have defaults, and results only grow.
 */
import { readFileSync, readdirSync } from "node:fs";
import { sql } from "kysely";
import type { Db } from "./database.ts";
import { grantTo } from "./grants.ts";

const FOLDER = new URL("./functions/", import.meta.url);
/** Advisory lock: "func". */
const LOCK = 0x66756e63;

/**
 * Rises with every change of the functions other than of comments, together with their digest (a test says it): the
 * database keeps the functions of the highest version.
 */
export const FUNCTIONS = { version: 9, digest: "094ce05f3db55757" };

let files: string[] | null = null;
function texts(): string[] {
  files ??= readdirSync(FOLDER)
    .filter((name) => name.endsWith(".sql"))
    .toSorted()
    .map((name) => readFileSync(new URL(name, FOLDER), "utf8"));
  return files;
}

/** Bodies by name, as the database stores them. */
export function functionBodies(): Map<string, string> {
  const found = texts().flatMap((text) => [
    ...text.matchAll(/^create or replace function (\w+)\([^$]*\$\$(.*?)\$\$;$/gms),
  ]);
  return new Map(found.map(([, name = "", body = ""]) => [name, body]));
}

/** What a function does: its body without comments, which differ between versions that work with the same database. */
const withoutComments = (body: string): string => body.replace(/\s*--.*$/gm, "");

/** The version of the functions in the database; 0 before it was counted. */
export async function presentVersion(db: Db): Promise<number> {
  const { rows: tables } = await sql<{ readable: boolean }>`
    select coalesce(has_table_privilege(to_regclass('functions_version'), 'select'), false) as readable`.execute(db);
  if (tables[0]?.readable !== true) return 0;
  const { rows } = await sql<{ version: number }>`select version from functions_version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Whether the database has functions of a newer version than this code. */
export const hasNewerFunctions = async (db: Db): Promise<boolean> => (await presentVersion(db)) > FUNCTIONS.version;

/** Whether the database has the functions of this code. */
export async function hasFunctions(db: Db): Promise<boolean> {
  const { rows } = await sql<{ name: string; body: string }>`
    select proname as name, prosrc as body from pg_proc where pronamespace = current_schema()::regnamespace`.execute(
    db,
  );
  const present = new Map(rows.map(({ name, body }) => [name, withoutComments(body)]));
  return [...functionBodies()].every(([name, body]) => present.get(name) === withoutComments(body));
}

/**
 * Creates or replaces all functions and applies the grants, in one transaction. Changes nothing where the functions are of a
 * newer version: the grants are then, too.
 */
export async function applyFunctions(owner: Db, login: string): Promise<void> {
  await owner.transaction().execute(async (trx) => {
    // Two processes that start at the same time run this one after the other.
    await sql`select pg_advisory_xact_lock(${LOCK}::int, 0)`.execute(trx);
    if (await hasNewerFunctions(trx)) return;
    // A function may be created before those that it calls.
    await sql`set local check_function_bodies = off`.execute(trx);
    await sql.raw(texts().join("\n")).execute(trx);
    await sql`update functions_version set version = ${FUNCTIONS.version}`.execute(trx);
    await grantTo(trx, login);
  });
}
