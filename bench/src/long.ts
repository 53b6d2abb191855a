/**
 * A database after years of play: start, history, checks and backup with `--games n` in the database, 200,000 by
 * default. `--data folder` keeps the data, and uses what is there; such a folder is filled once. A game makes about 2
 * journals and 5.6 postings; a disk needs 2.5 KB for each, twice.
 */
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { withDatabase } from "@reelcast/e2e/database";
import { TestServer } from "@reelcast/e2e/testServer";
import { pino } from "pino";
import { createHistory } from "../../apps/server/src/history/index.ts";
import { LONG, openStorage } from "../../apps/server/src/storage/index.ts";
import { createWallet } from "../../apps/server/src/wallet/index.ts";
import { addDay, fillLong } from "./long/fill.ts";
import { timesOf } from "./timesOf.ts";
import { inShort } from "./short.ts";

const RUNS = inShort(7, 1);
const PLAYER = 7;
const MONTH_MS = 30 * 86_400_000;

const { values } = parseArgs({
  options: { games: { type: "string", default: inShort("200000", "5000") }, data: { type: "string" } },
});
const dataDir = values.data ?? (await mkdtemp(join(tmpdir(), "reelcast-long-")));
await mkdir(dataDir, { recursive: true });
const backup = `${dataDir}.backup`;

const shown = (ms: number) => (ms < 10_000 ? `${ms.toFixed(1)} ms` : `${(ms / 1_000).toFixed(1)} s`);
async function once<T>(what: string, work: () => Promise<T>): Promise<T> {
  const begin = performance.now();
  const result = await work();
  console.log(`${what.padEnd(52)} ${shown(performance.now() - begin).padStart(12)}`);
  return result;
}
async function median(what: string, work: () => Promise<unknown>): Promise<void> {
  const { middle, worst } = await timesOf(work, RUNS);
  console.log(`${what.padEnd(52)} ${shown(middle).padStart(12)}   worst ${shown(worst)}`);
}

const storageOf = () => openStorage({ dataDir, log: pino({ level: "silent" }), limits: LONG });

async function fill(house: TestServer): Promise<void> {
  await house.start();
  await house.stop();
  await withDatabase(house, async (client) => {
    const { rows } = await client.query("select from games limit 1");
    if (rows.length > 0) return;
    const begin = performance.now();
    await fillLong(client, {
      games: Number(values.games),
      onBatch(done, of) {
        if (done % 500_000 === 0 && done < of) console.log(`${done} games, ${shown(performance.now() - begin)}`);
      },
    });
    console.log(`${"filled in".padEnd(52)} ${shown(performance.now() - begin).padStart(12)}`);
  });
}

async function sizes(house: TestServer): Promise<void> {
  await withDatabase(house, async (client) => {
    const { rows } = await client.query<Record<"table" | "rows" | "table MiB" | "indexes MiB", string>>(`
      select relname as table, reltuples::bigint as rows, round(pg_table_size(oid) / 1048576.0) as "table MiB",
        round(pg_indexes_size(oid) / 1048576.0) as "indexes MiB"
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      order by pg_total_relation_size(oid) desc limit 8`);
    console.table(rows);
  });
}

async function history(): Promise<void> {
  const storage = await storageOf();
  try {
    const lists = createHistory({ db: storage.db });
    const to = new Date();
    const from = new Date(to.getTime() - MONTH_MS).toISOString();
    const year = new Date(to.getTime() - 365 * 86_400_000).toISOString();
    for (const list of ["transactions", "sessions"] as const) {
      const read = lists[list];
      let cursor: string | null = null;
      for (let page = 0; page < 5; page += 1)
        cursor = (await read(PLAYER, { limit: 20, ...(cursor === null ? {} : { cursor }) })).nextCursor;
      const deep = cursor === null ? {} : { cursor };
      await median(`${list}: first page`, () => read(PLAYER, { limit: 25 }));
      await median(`${list}: a deep page`, () => read(PLAYER, { limit: 25, ...deep }));
      await median(`${list}: search by machine`, () => read(PLAYER, { limit: 25, search: "machine 7" }));
      await median(`${list}: search without a match`, () => read(PLAYER, { limit: 25, search: "nowhere" }));
    }
    const period = { from, to: to.toISOString(), timeZone: "Europe/Istanbul" };
    await median("summary of a month", () => lists.summary(PLAYER, period));
    await median("summary of a year", () => lists.summary(PLAYER, { ...period, from: year }));
    for (const file of ["transactionsCsv", "sessionsCsv"] as const)
      await median(`${file} of a month`, async () => {
        const { text } = await lists[file](PLAYER, period, "tr");
        let size = 0;
        for await (const part of text) size += part.length;
        return size;
      });
  } finally {
    await storage.close();
  }
}

async function check(what: string, full: boolean): Promise<void> {
  const storage = await storageOf();
  try {
    const report = await once(what, () => createWallet({ db: storage.db }).check({ full, checkpoint: true }));
    console.log(
      `  ${report.postings} postings read, ${report.broken.length === 0 ? "in order" : report.broken.join("; ")}`,
    );
    if (report.broken.length > 0) process.exitCode = 1;
  } finally {
    await storage.close();
  }
}

const house = await TestServer.create({ DEMO: "0" }, dataDir);
try {
  await fill(house);
  await sizes(house);
  for (const nth of ["first", "second"]) {
    await once(`start to ready, the ${nth}`, () => house.start());
    await house.stop();
  }
  await history();
  await check("ledger check --full", true);
  await check("ledger check, nothing since the checkpoint", false);
  await withDatabase(house, (client) => addDay(client));
  await check("ledger check, a day since the checkpoint", false);

  // As docs/operating.md says: the server has ended, the folder is copied.
  await rm(backup, { recursive: true, force: true });
  await once("backup: copy of the folder", () => cp(dataDir, backup, { recursive: true, preserveTimestamps: true }));
  const restored = await TestServer.create({ DEMO: "0" }, backup);
  await once("restore: start of the copy to ready", () => restored.start());
  const { code } = await once("restore: house ledger check", () => restored.cli("ledger", "check"));
  console.log(`  ended with ${code}`);
  await restored.stop();
} finally {
  await house.stop();
  await rm(backup, { recursive: true, force: true });
  if (values.data === undefined) await rm(dataDir, { recursive: true, force: true });
}
