/**
 * Complete transfers (recorded, sent, settled) per second through the ledger, on the embedded PostgreSQL with fsync.
 */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { pino } from "pino";
import { connect } from "../../apps/server/src/storage/database.ts";
import { openStorage } from "../../apps/server/src/storage/index.ts";
import { createWallet } from "../../apps/server/src/wallet/index.ts";
import { addTestSeat, sessionOf } from "../../apps/server/src/wallet/testing.ts";
import { inShort } from "./short.ts";

const AT_ONCE = 8;
const RUN_MS = inShort(2_000, 150);
const RUNS = inShort(5, 1);
const BAR = 1_500;

const dataDir = await mkdtemp(join(tmpdir(), "reelcast-bench-"));
const storage = await openStorage({ dataDir, log: pino({ level: "silent" }) });
const wallet = createWallet({ db: storage.db });
const ids = Array.from({ length: AT_ONCE }, (_, index) => index + 1);
await storage.db.transaction().execute(async (trx) => {
  for (const id of ids) await addTestSeat(trx, wallet, id);
});
const owner = connect(storage.ownerUrl);
await sql`create table bench_bare (id integer primary key, n bigint not null)`.execute(owner);
await sql`insert into bench_bare select n, 0 from generate_series(1, ${AT_ONCE}::int) n`.execute(owner);
await sql`grant select, update on bench_bare to public`.execute(owner);
await owner.destroy();
for (const playerId of ids) await wallet.adjust({ playerId, amount: 1_000_000_000, key: "opening", tag: "bench" });

async function work(id: number, until: number): Promise<number> {
  const fence = { machineId: id, epoch: 1 };
  let done = 0;
  for (let inside = false; Date.now() < until; inside = !inside) {
    const kind = inside ? "cashout" : "cashin";
    const request = {
      clientTransferId: randomUUID(),
      kind,
      playerId: id,
      machineId: id,
      sessionId: sessionOf(id),
      amount: 500,
      ip: null,
      fence,
    } as const;
    const { transfer } = await wallet.begin(request);
    await wallet.markSent(transfer.id, fence);
    await wallet.settle(transfer.id, { moved: 500, credit: inside ? 0 : 500 }, fence);
    done += 1;
  }
  return done;
}

/** What the database itself does on this machine in this hour: one row changed and committed at a time. */
async function bare(id: number, until: number): Promise<number> {
  let done = 0;
  for (; Date.now() < until; done += 1) await sql`update bench_bare set n = n + 1 where id = ${id}`.execute(storage.db);
  return done;
}
const rate = async (loop: (id: number, until: number) => Promise<number>): Promise<number> => {
  const until = Date.now() + RUN_MS;
  const counts = await Promise.all(ids.map((id) => loop(id, until)));
  return (counts.reduce((sum, count) => sum + count, 0) / RUN_MS) * 1_000;
};

const perSecond: number[] = [];
const barePerSecond: number[] = [];
for (let run = 0; run <= RUNS; run += 1) {
  const [transfers, updates] = [await rate(work), await rate(bare)];
  // The first run warms up.
  if (run === 0) continue;
  perSecond.push(transfers);
  barePerSecond.push(updates);
}
const report = await wallet.check();
await storage.close();
await rm(dataDir, { recursive: true, force: true });

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const shown = (values: readonly number[]) =>
  values
    .toSorted((a, b) => a - b)
    .map(Math.round)
    .join(", ");
console.log(
  `transfers per second, ${AT_ONCE} at once   median ${Math.round(median(perSecond))}   (${shown(perSecond)}; bar ${BAR})`,
);
console.log(
  `bare updates per second           median ${Math.round(median(barePerSecond))}   (${shown(barePerSecond)})   ratio ${(median(perSecond) / median(barePerSecond)).toFixed(3)}`,
);
console.log(`ledger afterwards                 ${report.broken.length === 0 ? "in order" : report.broken.join("; ")}`);
process.exit(report.broken.length === 0 ? 0 : 1);
