/** One build's part of games.ts: its server's storage and wallet on a database of its own. */
import { hash, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { pino } from "pino";
import { recordAlone } from "../../apps/server/src/wallet/gameBatch.ts";
import type * as jackpotsModule from "../../apps/server/src/jackpots/index.ts";
import type * as databaseModule from "../../apps/server/src/storage/database.ts";
import type * as storageModule from "../../apps/server/src/storage/index.ts";
import type { Storage } from "../../apps/server/src/storage/index.ts";
import type * as walletModule from "../../apps/server/src/wallet/index.ts";
import type { GameRecord, Wallet } from "../../apps/server/src/wallet/index.ts";
import type * as testingModule from "../../apps/server/src/wallet/testing.ts";
import type { Round, RoundResult } from "./games.ts";

const SEATS = 64;
const CREDIT = 900_000_000_000;
const JACKPOT_MACHINES = 100;

const [folder = ""] = process.argv.slice(2);
const from = (path: string): Promise<unknown> => import(join(folder, "apps/server/src", path));
const { openStorage } = (await from("storage/index.ts")) as typeof storageModule;
const { connect } = (await from("storage/database.ts")) as typeof databaseModule;
const { createWallet } = (await from("wallet/index.ts")) as typeof walletModule;
const { addTestSeat, game, sessionOf } = (await from("wallet/testing.ts")) as typeof testingModule;
const { addJackpot } = (await from("jackpots/index.ts")) as typeof jackpotsModule;

/** The machines from 1 on are without a jackpot, those from 101 on are all on one. */
async function seat(storage: Storage, wallet: Wallet): Promise<void> {
  const ids = Array.from({ length: SEATS }, (_, n) => [n + 1, JACKPOT_MACHINES + n + 1]).flat();
  await storage.db.transaction().execute(async (trx) => {
    for (const id of ids) await addTestSeat(trx, wallet, id);
    const jackpot = await addJackpot(trx, { name: "Grand", share: 100, seed: 1_000, maximum: CREDIT });
    await wallet.openJackpot(trx, jackpot, 1_000);
    await sql`update jackpots set threshold = maximum`.execute(trx);
    await sql`insert into brands (id, name, jackpot) values (2, 'Jackpot', ${String(jackpot)})`.execute(trx);
    await sql`update machines set brand_id = 2 where id > ${JACKPOT_MACHINES}`.execute(trx);
  });
  for (const id of ids) {
    await wallet.adjust({ playerId: id, amount: CREDIT, key: "opening", tag: "bench" });
    const fence = { machineId: id, epoch: 1 };
    const { transfer } = await wallet.begin({
      clientTransferId: randomUUID(),
      kind: "cashin",
      playerId: id,
      machineId: id,
      sessionId: sessionOf(id),
      amount: CREDIT,
      ip: null,
      fence,
    });
    await wallet.markSent(transfer.id, fence);
    await wallet.settle(transfer.id, { moved: CREDIT, credit: CREDIT }, fence);
  }
}

const dataDir = await mkdtemp(join(tmpdir(), "reelcast-bench-"));
const storage = await openStorage({ dataDir, log: pino({ level: "silent" }) });
const second = connect(storage.url);
const databases = [storage.db, second];
const wallets = databases.map((db) => createWallet({ db, maxTransfer: CREDIT }));
const [wallet] = wallets;
if (!wallet) throw new Error("there is no wallet");
await seat(storage, wallet);

const numbers = new Map<number, number>();
/** A game of the size of the simulated machines': every fourth one wins. */
function nextGame(id: number): GameRecord {
  const number = (numbers.get(id) ?? 0) + 1;
  numbers.set(id, number);
  const at = { playerId: id, machineId: id, fence: { machineId: id, epoch: 1 } };
  const detail = { stops: [3, 17, 8, 21, 5], lines: [{ line: 4, count: 3, symbol: "bell", win: 120 }], total: 120 };
  return game(at, number, { bet: 100, win: number % 4 === 0 ? 300 : 0, detail });
}

const record = (given: GameRecord, floor: number, alone: boolean): Promise<unknown> => {
  const fence = { machineId: given.machineId, epoch: 1 };
  if (!alone) return (wallets[floor] ?? wallet).recordGame(given, fence);
  // Its hash is of a text of about the right length: this build's own statement, without the batches.
  const digest = hash("sha256", JSON.stringify(given), "buffer");
  return recordAlone(databases[floor] ?? storage.db, { game: given, fence, digest });
};

async function run({ machines, jackpot, floors, alone, ms }: Round): Promise<RoundResult> {
  const times: number[] = [];
  const began = performance.now();
  await Promise.all(
    Array.from({ length: machines }, async (_, n) => {
      const id = n + 1 + (jackpot ? JACKPOT_MACHINES : 0);
      for (;;) {
        const asked = performance.now();
        if (asked - began > ms) return;
        await record(nextGame(id), n % floors, alone);
        times.push(performance.now() - asked);
      }
    }),
  );
  return { times, seconds: (performance.now() - began) / 1_000 };
}

process.on("message", (round: Round | "check") => {
  void (async () => {
    if (round !== "check") {
      process.send?.(await run(round));
      return;
    }
    const full = await wallet.check({ checkpoint: true });
    const fresh = await wallet.check({ full: false });
    await second.destroy();
    await storage.close();
    await rm(dataDir, { recursive: true, force: true });
    process.send?.([...full.broken, ...fresh.broken], () => process.exit(0));
  })();
});
// The bench was ended.
process.on("disconnect", () => process.exit(1));
process.send?.("ready");
