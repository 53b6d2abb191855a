/**
 * A new version serves on the rows that the version before has written. `<version>.rows.json` has all rows of a small house
 * in play, with the name of its last migration. `RECORD=1` writes the file of this version anew.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { pino } from "pino";
import { describe, expect, it, vi } from "vitest";
import { VERSION } from "../../domain.ts";
import { playersNamed } from "../../accounts/nameFolds.ts";
import { TestFloor } from "../../floor/testing/floor.ts";
import { OPENING, openStage } from "../../floor/testing/stage.ts";
import type { Stage } from "../../floor/testing/stage.ts";
import { connect } from "../../storage/database.ts";
import { connectStorage, schemaName } from "../../storage/index.ts";
import type { Db } from "../../storage/index.ts";
import { migrations } from "../../storage/migrations/index.ts";
import { addTestDatabase } from "../../storage/testing/index.ts";

const FOLDER = fileURLToPath(new URL("./", import.meta.url));
const SUFFIX = ".rows.json";
const log = pino({ level: "silent" });

interface Recorded {
  migration: string;
  /** By table, as PostgreSQL writes them in JSON. */
  rows: Record<string, unknown[]>;
  /** Last values, by sequence. */
  sequences: Record<string, number>;
}
/** Rows of processes are of no use to others; those of a log are in a partition of their month. */
const LEFT_OUT = ["floor_nodes", "functions_version"];

async function tablesOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname::text as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition
      and c.relname not like 'kysely%' order by 1`.execute(db);
  return rows.map(({ name }) => name).filter((name) => !LEFT_OUT.includes(name));
}
/** Without those that PostgreSQL computes. */
async function storedColumns(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname::text as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(db);
  return rows.map(({ name }) => name);
}
async function dump(db: Db): Promise<Recorded> {
  const tables: Recorded["rows"] = {};
  for (const table of await tablesOf(db)) {
    const { rows } = await sql<{ row: unknown }>`select to_jsonb(t) as row from ${sql.table(table)} t`.execute(db);
    if (rows.length > 0) tables[table] = rows.map(({ row }) => row);
  }
  const { rows } = await sql<{ name: string; last: number }>`
    select sequencename::text as name, last_value::float8 as last from pg_sequences
    where schemaname = 'public' and last_value is not null order by 1`.execute(db);
  return {
    migration: (await schemaName(db)) ?? "",
    rows: tables,
    sequences: Object.fromEntries(rows.map(({ name, last }) => [name, last])),
  };
}

/** A deposit that stands still from this step of its effects on. */
async function halt(stage: Stage, at: { player: number; step: string }): Promise<void> {
  const seat = await stage.sit(at.player, at.player);
  const reached = Promise.withResolvers<void>();
  stage.testFloor.onStep = (step) => {
    if (step !== at.step) return undefined;
    reached.resolve();
    return new Promise(() => {});
  };
  seat.cashIn({ amount: 700, clientTransferId: randomUUID() }).catch(() => {});
  await reached.promise;
  stage.testFloor.onStep = undefined;
}
/** Anna has credit, Boris has left, Cem's deposit did not reach the machine, and Dilek's is there but not in the ledger. */
async function record(): Promise<void> {
  const stage = await openStage(Array<string>(4).fill("royal-sevens"), ["anna", "boris", "cem", "dilek"]);
  const anna = await stage.sit(0, 0);
  await anna.cashIn({ amount: 5_000, clientTransferId: randomUUID() });
  await anna.press("play");
  await stage.rest();
  const boris = await stage.sit(1, 1);
  await boris.cashIn({ amount: 2_000, clientTransferId: randomUUID() });
  await boris.cashOut({ clientTransferId: randomUUID() });
  await boris.leave();
  await halt(stage, { player: 2, step: "before:send" });
  await halt(stage, { player: 3, step: "after:send" });
  await writeFile(`${FOLDER}${VERSION}${SUFFIX}`, `${JSON.stringify(await dump(stage.database.superuser), null, 1)}\n`);
}

/** A database of the version that wrote the rows; then what a start of this version does with it. */
async function restore({ migration, rows, sequences }: Recorded): Promise<{ db: Db; close: () => Promise<void> }> {
  const name = `recorded_${randomBytes(6).toString("hex")}`;
  const { url, ownerUrl, superuserUrl } = await addTestDatabase(name, "template1");
  const storage = await connectStorage({ create: false, url, ownerUrl, dataDir: "", log });
  await storage.prepare();
  const owner = connect(ownerUrl, { max: 1 });
  const migrator = new Migrator({ db: owner, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateTo(migration);
  await owner.destroy();
  if (error !== undefined) throw error;
  // Without triggers, and without the order of foreign keys.
  const superuser = connect(superuserUrl, { max: 1 });
  await sql`set session_replication_role = replica`.execute(superuser);
  for (const table of await tablesOf(superuser)) {
    await sql`delete from ${sql.table(table)}`.execute(superuser);
    const columns = sql.join((await storedColumns(superuser, table)).map((name) => sql.ref(name)));
    await sql`insert into ${sql.table(table)} (${columns}) overriding system value
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows[table] ?? [])}::jsonb)`.execute(
      superuser,
    );
  }
  for (const [sequence, last] of Object.entries(sequences))
    await sql`select setval(${sequence}::regclass, ${last})`.execute(superuser);
  await superuser.destroy();
  await storage.migrate();
  return { db: storage.db, close: () => storage.close() };
}

if (process.env["RECORD"]) await record();
const files = (await readdir(FOLDER)).filter((file) => file.endsWith(SUFFIX));
describe.each(files)("%s", (file) => {
  it("is served: credit stays, transfers under way are settled once, and the ledger adds up", async () => {
    const recorded = JSON.parse(await readFile(FOLDER + file, "utf8")) as Recorded;
    const { db, close } = await restore(recorded);
    const floor = new TestFloor({ db });
    await floor.start();
    const idOf = async (username: string) =>
      (await db.selectFrom("players").select("id").where("username", "=", username).executeTakeFirstOrThrow()).id;
    const [anna, boris, cem, dilek] = [await idOf("anna"), await idOf("boris"), await idOf("cem"), await idOf("dilek")];
    // The version before has stored no folds.
    expect((await playersNamed(db, "ANNA")).map(({ id: found }) => found)).toEqual([anna]);
    await vi.waitFor(async () => expect(await floor.wallet.unresolved()).toEqual([]));
    const { machine_id: machineId, id } = await db
      .selectFrom("sessions")
      .selectAll()
      .where("player_id", "=", anna)
      .where("state", "<>", "closed")
      .executeTakeFirstOrThrow();
    const seat = await floor.floor.sit({ playerId: anna, machineId, ip: "127.0.0.1" });
    expect(seat.init.session).toMatchObject({ id, resumed: true });
    const { credit } = seat.init.meters;
    expect(credit).toBeGreaterThan(0);
    const before = await floor.wallet.balance(anna);
    expect(await seat.leave()).toEqual({ amount: credit });
    expect(await floor.wallet.balance(anna)).toBe(before + credit);
    expect(await floor.wallet.balance(boris)).toBe(OPENING);
    expect([await floor.wallet.balance(cem), await floor.wallet.balance(dilek)]).toEqual([OPENING, OPENING - 700]);
    expect((await floor.wallet.check()).broken).toEqual([]);
    await floor.stop();
    await close();
  });
});
