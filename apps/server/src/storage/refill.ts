/**
 * Fills an empty database with the rows of a house, in one transaction of the owner: the tables are made as they were, filled
 * while their own triggers are off (they would refuse the rows, or write new ones), and then brought to the present version.
 * Foreign keys are made again when all rows are there: PostgreSQL would remember each row until the end of its table to look it
 * up, in memory. Needs no superuser. Whatever interrupts it leaves the database empty.
 */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { sql } from "kysely";
import { from as copyFrom } from "pg-copy-streams";
import { connectOne } from "./database.ts";
import type { Db } from "./database.ts";
import { FUNCTIONS, applyFunctions } from "./functions.ts";
import { joined } from "./joined.ts";
import { areAllMigrations, migrate, unknownOf } from "./migrate.ts";
import { createNodesTable, roleOf } from "./open.ts";
import type { Storage } from "./open.ts";
import { DatabaseRefused } from "./refusals.ts";
import { copiedTables, countRelations, foreignKeys, sequences, tablesWithTriggers } from "./schemaTables.ts";
import type { CopiedTable, SequenceState } from "./schemaTables.ts";
import { columnList, isOfHouse, quoted, tableName } from "./snapshot.ts";
import type { SnapshotState } from "./snapshot.ts";

/** The state of the schema that the rows are of. */
export type FilledState = Pick<SnapshotState, "migrations" | "functions" | "months">;
/** Takes the rows, a table after the other. */
export interface Filling {
  /** Those that there are, all of them empty. */
  tables: readonly (CopiedTable & { isOfHouse: boolean })[];
  sequenceNames: readonly string[];
  /** Resolves with the number of rows. */
  rows(table: CopiedTable, chunks: AsyncIterable<Uint8Array>): Promise<number>;
  sequences(states: readonly SequenceState[]): Promise<void>;
}

/** What this program does not know of it, as it is of a newer version; null: it can be read. */
export function newerThanKnown({ migrations, functions }: Omit<FilledState, "months">): string | null {
  const [unknown] = unknownOf(migrations);
  if (unknown !== undefined) return `migration ${unknown}`;
  return functions > FUNCTIONS.version ? `version ${functions} of its functions` : null;
}

/** @throws DatabaseRefused unless it has nothing */
export async function assertEmpty(db: Db): Promise<void> {
  const count = await countRelations(db);
  if (count > 0)
    throw new DatabaseRefused(
      `The database is not empty, it has ${count} tables and the like: a backup is restored into an empty one alone, and nothing was changed.`,
    );
}

async function setTriggers(db: Db, how: "disable" | "enable"): Promise<void> {
  for (const name of await tablesWithTriggers(db))
    await sql.raw(`alter table ${quoted(name)} ${how} trigger user`).execute(db);
}

/** Resolves with the function that makes them again. @throws there if a row refers to one that is missing */
async function dropForeignKeys(db: Db): Promise<() => Promise<void>> {
  const keys = await foreignKeys(db);
  for (const { table, name } of keys) await sql.raw(`alter table ${table} drop constraint ${quoted(name)}`).execute(db);
  return async () => {
    for (const { table, name, definition } of keys)
      await sql.raw(`alter table ${table} add constraint ${quoted(name)} ${definition}`).execute(db);
  };
}

async function makeMonths(db: Db, months: FilledState["months"]): Promise<void> {
  for (const [table, names] of Object.entries(months))
    for (const name of names) {
      const day = `${name.replace("_", "-")}-01`;
      await sql`select add_months(to_regclass(quote_ident(${table})), ${day}::date, ${day}::date)`.execute(db);
    }
}

/** Rows that the migrations have inserted: the house has its own. */
async function emptyTables(db: Db): Promise<void> {
  const tables = await copiedTables(db);
  await sql.raw(`truncate ${tables.map(tableName).join(", ")}`).execute(db);
}

/**
 * @param fill gives all rows; what it throws undoes everything
 * @param last is called in the same transaction, with the present schema
 * @throws DatabaseRefused if the database is not empty
 */
export async function refill(
  storage: Pick<Storage, "db" | "ownerUrl">,
  state: FilledState,
  { fill, last }: { fill: (filling: Filling) => Promise<void>; last: (db: Db) => Promise<void> },
): Promise<void> {
  const login = await roleOf(storage.db);
  const { db: owner, client, close } = await connectOne(storage.ownerUrl);
  try {
    await owner.transaction().execute(async (trx) => {
      const db = joined(trx);
      await assertEmpty(db);
      await createNodesTable(db, login);
      await migrate(db, state.migrations);
      // What is computed from rows as they come in, is computed as it will be from now on.
      if (areAllMigrations(state.migrations)) await applyFunctions(db, login);
      await makeMonths(db, state.months);
      await setTriggers(db, "disable");
      await emptyTables(db);
      const addForeignKeys = await dropForeignKeys(db);
      const tables = (await copiedTables(db)).map((table) => ({ ...table, isOfHouse: isOfHouse(table) }));
      const sequenceNames = (await sequences(db)).map(({ name }) => name);
      await fill({
        tables,
        sequenceNames,
        async rows(table, chunks) {
          const stream = client.query(
            copyFrom(`copy ${tableName(table)} (${columnList(table)}) from stdin with (encoding 'UTF8')`),
          );
          await pipeline(Readable.from(chunks, { objectMode: false }), stream);
          return stream.rowCount;
        },
        async sequences(states) {
          for (const { name, last: value, called } of states.filter((state) => sequenceNames.includes(state.name)))
            await sql`select setval(to_regclass(quote_ident(${name})), ${value}::bigint, ${called})::text`.execute(db);
        },
      });
      await addForeignKeys();
      // The processes that ran them are not there.
      await sql`update machine_leases set node = null where node is not null`.execute(db);
      await setTriggers(db, "enable");
      await migrate(db);
      await applyFunctions(db, login);
      await last(db);
    });
  } finally {
    await close().catch(() => {});
  }
}
