/**
 * Reads all rows of the house as they were at one moment, while it runs: one transaction that only reads, as the owner.
 * Tables are streamed, so that the memory that it needs does not grow with them.
 */
import type { Readable } from "node:stream";
import { sql } from "kysely";
import { to as copyTo } from "pg-copy-streams";
import { connectOne } from "./database.ts";
import type { Db } from "./database.ts";
import { presentVersion } from "./functions.ts";
import { TABLE_GRANTS } from "./grants.ts";
import { appliedMigrations } from "./migrate.ts";
import { OwnerNeeded } from "./refusals.ts";
import { copiedTables, monthsOfTables, sequences } from "./schemaTables.ts";
import type { CopiedTable, SequenceState } from "./schemaTables.ts";

/** Time that a table may be locked, as by a change of the schema, before there is no copy. */
const LOCK_WITHIN = "30s";
/** How values are written does not depend on the server's settings. */
const FORMAT = `
  set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local xmloption = 'content'`;

/** What the copy is of. */
export interface SnapshotState {
  at: Date;
  /** Version of PostgreSQL. */
  postgres: string;
  migrations: string[];
  /** Version of the functions. */
  functions: number;
  /** See `monthsOfTables`. */
  months: Record<string, string[]>;
}
export interface Snapshot extends SnapshotState {
  /** In the order in which they can be filled. */
  tables: CopiedTable[];
  /** Tables in the schema that are not the house's: nothing could restore them. */
  foreign: string[];
  /** The rows of a table in the text format of `COPY`; `count` is right when they have all been read. */
  rows(table: CopiedTable): { chunks: Readable; count: () => number };
  /** At least where they stood at that moment. */
  sequences(): Promise<SequenceState[]>;
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
/** For COPY: "a", "b". */
export const columnList = ({ columns }: CopiedTable): string => columns.map(quoted).join(", ");
export const tableName = ({ name }: CopiedTable): string => quoted(name);

export const isOfHouse = ({ name }: CopiedTable): boolean => Object.hasOwn(TABLE_GRANTS, name);

/** @throws OwnerNeeded */
async function assertReadable(db: Db, tables: readonly CopiedTable[]): Promise<void> {
  const names = tables.map(({ name }) => quoted(name));
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) as name
    where not pg_has_role((select relowner from pg_class where oid = to_regclass(name)), 'usage') limit 1`.execute(db);
  if (rows.length > 0)
    throw new OwnerNeeded(
      "The login does not own the tables, which a backup reads as a whole: set DATABASE_OWNER_URL to the owner's, as the server has it.",
    );
}

/** @param url of the owner's login @throws OwnerNeeded if it is another's */
export async function withSnapshot<T>(url: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const { db, client, close } = await connectOne(url);
  try {
    const before = (await copiedTables(db)).filter(isOfHouse);
    await assertReadable(db, before);
    return await db
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute(async (trx) => {
        await sql.raw(`set local lock_timeout = '${LOCK_WITHIN}'`).execute(trx);
        // Before the first query, which decides what is seen: a month that is dropped later is there until the end.
        await sql.raw(`lock table ${before.map(tableName).join(", ")} in access share mode`).execute(trx);
        await sql.raw(FORMAT).execute(trx);
        const { rows } = await sql<{ at: Date; postgres: string }>`
          select now() as at, current_setting('server_version') as postgres`.execute(trx);
        const [present] = rows;
        if (!present) throw new Error("the database did not say the time");
        const tables = await copiedTables(trx);
        return work({
          ...present,
          migrations: await appliedMigrations(trx),
          functions: await presentVersion(trx),
          months: await monthsOfTables(trx),
          tables: tables.filter(isOfHouse),
          foreign: tables.filter((table) => !isOfHouse(table)).map(({ name }) => name),
          rows(table) {
            const stream = client.query(
              copyTo(`copy (select ${columnList(table)} from ${tableName(table)}) to stdout with (encoding 'UTF8')`),
            );
            return { chunks: stream, count: () => stream.rowCount };
          },
          sequences: () => sequences(trx),
        });
      });
  } finally {
    await close().catch(() => {});
  }
}
