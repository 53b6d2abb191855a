/** What the schema consists of, read from PostgreSQL's own catalogue: tables, columns, their order, months, sequences. */
import { sql } from "kysely";
import type { Db } from "./database.ts";

/** Not copied: the migrator's own, and the processes that run, of which a restored house knows none. */
const NOT_COPIED = ["kysely_migration", "kysely_migration_lock", "floor_nodes"];

export interface CopiedTable {
  name: string;
  /** Without those that PostgreSQL computes. */
  columns: string[];
}
export interface SequenceState {
  name: string;
  /** As text: it may be beyond exact numbers. */
  last: string;
  called: boolean;
}

interface Found {
  oid: number;
  name: string;
  columns: string[];
  /** Tables that must have their rows before, by foreign keys. */
  needs: number[];
}

/** Tables before those that refer to them. @throws if tables refer to each other in a circle */
function inOrder(tables: readonly Found[]): Found[] {
  const done = new Set<number>();
  const ordered: Found[] = [];
  let waiting = [...tables];
  while (waiting.length > 0) {
    const known = new Set(waiting.map(({ oid }) => oid));
    const next = waiting.filter(({ needs }) => needs.every((oid) => done.has(oid) || !known.has(oid)));
    if (next.length === 0) throw new Error(`tables refer to each other: ${waiting.map(({ name }) => name).join(", ")}`);
    for (const table of next) {
      ordered.push(table);
      done.add(table.oid);
    }
    waiting = waiting.filter(({ oid }) => !done.has(oid));
  }
  return ordered;
}

/** All tables whose rows are copied, in the order in which they can be filled. Partitions belong to their table. */
export async function copiedTables(db: Db): Promise<CopiedTable[]> {
  const { rows } = await sql<Found>`
    select c.oid::int8 as oid, c.relname::text as name,
      array(select attname::text from pg_attribute a
        where a.attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      array(select distinct confrelid::int8 from pg_constraint
        where conrelid = c.oid and contype = 'f' and confrelid <> c.oid) as needs
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all (${NOT_COPIED})
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by c.relname`.execute(db);
  // PostgreSQL's arrays of int8 are arrays of text.
  return inOrder(rows.map((row) => ({ ...row, needs: row.needs.map(Number) }))).map(({ name, columns }) => ({
    name,
    columns,
  }));
}

/** The months of each partitioned table: {"log_entries": ["2026_01", …]}. */
export async function monthsOfTables(db: Db): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ name: string; months: string[] }>`
    select p.relname::text as name,
      array_agg(right(c.relname, 7) order by c.relname) filter (where c.relname ~ '_[0-9]{4}_[0-9]{2}$') as months
    from pg_class p join pg_inherits i on i.inhparent = p.oid join pg_class c on c.oid = i.inhrelid
    where p.relkind = 'p' and p.relnamespace = current_schema()::regnamespace
    group by p.relname order by p.relname`.execute(db);
  return Object.fromEntries(rows.map(({ name, months }) => [name, months ?? []]));
}

/** Where each sequence stands, those of identity columns included. For the owner. */
export async function sequences(db: Db): Promise<SequenceState[]> {
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class c
    where relkind = 'S' and relnamespace = current_schema()::regnamespace
      and not exists (select from pg_depend d join pg_class t on t.oid = d.refobjid
        where d.objid = c.oid and d.deptype in ('a', 'i') and t.relname = any (${NOT_COPIED}))
    order by relname`.execute(db);
  const states: SequenceState[] = [];
  for (const { name } of rows) {
    const found = await sql<{ last: string; called: boolean }>`
      select last_value::text as last, is_called as called from ${sql.table(name)}`.execute(db);
    const [state] = found.rows;
    if (state) states.push({ name, ...state });
  }
  return states;
}

export interface ForeignKey {
  /** As SQL names it. */
  table: string;
  name: string;
  definition: string;
}
/** Of the tables as a whole, not of single months. */
export async function foreignKeys(db: Db): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select conrelid::regclass::text as "table", conname::text as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace
    order by 1, 2`.execute(db);
  return rows;
}

/** Everything in the schema that has a trigger of the house, each month of a log included. */
export async function tablesWithTriggers(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct c.relname::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = current_schema()::regnamespace order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

/** Number of tables, views and sequences: a database with none is empty. */
export async function countRelations(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_class c
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`.execute(db);
  return rows[0]?.count ?? 0;
}
