/** Migrates the database. Two processes wait for each other (the migrator's own advisory lock). */
import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import type { Db } from "./database.ts";
import { hasFunctions, hasNewerFunctions } from "./functions.ts";
import { migrations } from "./migrations/index.ts";

/**
 * @param names of migrations, where the schema of an older version is needed
 * @throws the error of the failed migration, which is rolled back
 */
export async function migrate(db: Db, names: readonly string[] = Object.keys(migrations)): Promise<void> {
  const wanted = Object.fromEntries(Object.entries(migrations).filter(([name]) => names.includes(name)));
  const migrator = new Migrator({ db, provider: { getMigrations: async () => wanted } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error instanceof Error ? error : new Error("the database could not be migrated");
}

/** The names of applied migrations, in order; none where there is no house. */
export async function appliedMigrations(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ found: boolean }>`
    select coalesce(has_table_privilege(to_regclass('kysely_migration'), 'select'), false) as found`.execute(db);
  if (tables[0]?.found !== true) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Those of these migrations that this code does not have: they are of a newer version. */
export const unknownOf = (names: readonly string[]): string[] =>
  names.filter((name) => !Object.hasOwn(migrations, name));
/** Whether these are all that this code has. */
export const areAllMigrations = (names: readonly string[]): boolean =>
  Object.keys(migrations).every((name) => names.includes(name));
/** Applied migrations that this code does not have. */
export const unknownMigrations = async (db: Db): Promise<string[]> => unknownOf(await appliedMigrations(db));

/** The database's schema compared with the one that this code needs. */
export async function schemaState(db: Db): Promise<"none" | "older" | "present" | "newer"> {
  const done = new Set(await appliedMigrations(db));
  if (done.size === 0) return "none";
  const known = Object.keys(migrations);
  if (known.some((name) => !done.has(name))) return "older";
  if (done.size > known.length || (await hasNewerFunctions(db))) return "newer";
  return (await hasFunctions(db)) ? "present" : "older";
}

/** Name of the last applied migration. */
export async function schemaName(db: Db): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name desc limit 1`.execute(
    db,
  );
  return rows[0]?.name ?? null;
}
