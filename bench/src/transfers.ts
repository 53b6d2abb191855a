/** Whole transfers (written down, sent, settled) per second through the ledger, on the embedded PostgreSQL with fsync. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { openStorage } from "../../apps/server/src/storage/index.ts";
import { createWallet } from "../../apps/server/src/wallet/index.ts";

const AT_ONCE = 8;
const RUN_MS = 2_000;
const RUNS = 5;
const BAR = 1_500;

const dataDir = await mkdtemp(join(tmpdir(), "reelcast-bench-"));
const storage = await openStorage({ dataDir, log: pino({ level: "silent" }) });
const wallet = createWallet({ db: storage.db });
const ids = Array.from({ length: AT_ONCE }, (_, index) => index + 1);
await storage.db.transaction().execute(async (trx) => {
  for (const id of ids) {
    await wallet.openPlayer(trx, id);
    await wallet.openMachine(trx, id);
    await trx
      .insertInto("machine_leases")
      .values({ machine_id: id, owner: "bench", epoch: 1, expires_at: new Date(Date.now() + 3_600_000) })
      .execute();
  }
});
for (const playerId of ids) await wallet.adjust({ playerId, amount: 1_000_000_000, key: "opening", tag: "bench" });

async function work(id: number, until: number): Promise<number> {
  const fence = { machineId: id, epoch: 1 };
  let done = 0;
  for (let inside = false; Date.now() < until; inside = !inside) {
    const kind = inside ? "cashout" : "cashin";
    const request = {
      key: randomUUID(),
      kind,
      playerId: id,
      machineId: id,
      sessionId: "bench",
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

const perSecond: number[] = [];
for (let run = 0; run <= RUNS; run += 1) {
  const until = Date.now() + RUN_MS;
  const counts = await Promise.all(ids.map((id) => work(id, until)));
  // The first run warms up.
  if (run > 0) perSecond.push((counts.reduce((sum, count) => sum + count, 0) / RUN_MS) * 1_000);
}
const report = await wallet.check();
await storage.close();
await rm(dataDir, { recursive: true, force: true });

const sorted = perSecond.toSorted((a, b) => a - b);
console.log(
  `transfers per second, ${AT_ONCE} at once   median ${Math.round(sorted[Math.floor(RUNS / 2)] ?? 0)}   (${sorted.map(Math.round).join(", ")}; bar ${BAR})`,
);
console.log(`books afterwards                  ${report.ok ? "in order" : report.broken.join("; ")}`);
process.exit(report.ok ? 0 : 1);
