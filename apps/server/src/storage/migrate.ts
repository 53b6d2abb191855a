/** Brings the database to the present shape. Two starters wait for each other (the migrator's own advisory lock). */
import { Migrator } from "kysely/migration";
import type { Db } from "./database.ts";
import { migrations } from "./migrations/index.ts";

/** @throws the error of the migration that failed; the database is then as it was before it */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error instanceof Error ? error : new Error("the database could not be migrated");
}
