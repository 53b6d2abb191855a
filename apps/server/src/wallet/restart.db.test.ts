/** PostgreSQL itself is killed while money moves: what was acknowledged is there, and callers notice nothing but a wait. */
import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, it } from "vitest";
import { openStorage } from "../storage/index.ts";
import { createWallet } from "./index.ts";
import { newTable, OPENING, request } from "./testing.ts";
import type { Table } from "./testing.ts";

const AT_ONCE = 6;
const KILLS = 3;
/** PostgreSQL starts again, and repairs what the kill left. */
const WITHIN = { timeout: 30_000 };

it("keeps what it has acknowledged when the database is killed during a commit", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "reelcast-restart-"));
  const storage = await openStorage({ dataDir, log: pino({ level: "silent" }) });
  try {
    // As the floor's does: a database that is away is waited for.
    const wallet = createWallet({ db: storage.db, until: new AbortController().signal });
    const tables: Table[] = [];
    for (let index = 0; index < AT_ONCE; index += 1) tables.push(await newTable(storage.db, wallet));
    const over = new AbortController();
    let transfers = 0;
    const inside = new Map<number, number>();
    const work = async (at: Table): Promise<void> => {
      while (!over.signal.aborted) {
        const credit = inside.get(at.machineId) ?? 0;
        const kind = credit > 0 ? "cashout" : "cashin";
        const { transfer, fresh } = await wallet.begin(request(at, kind, 500, randomUUID()));
        expect(fresh).toBe(true);
        await wallet.markSent(transfer.id, at.fence);
        const settled = await wallet.settle(transfer.id, { moved: 500, credit: 500 - credit }, at.fence);
        expect(settled.balanceAfter).toBe(OPENING - 500 + credit);
        inside.set(at.machineId, 500 - credit);
        transfers += 1;
      }
    };
    const workers = Promise.all(tables.map(work));
    const pidFile = join(dataDir, "postgres", "postmaster.pid");
    /** Of the database's first process; 0: none has written it. */
    const pid = async () => Number((await readFile(pidFile, "utf8").catch(() => "")).split("\n")[0]);
    let killed = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = transfers;
      await expect.poll(() => transfers - before, WITHIN).toBeGreaterThan(5 * AT_ONCE);
      // What the killed one had started may still answer for a moment.
      await expect.poll(pid, WITHIN).not.toBeOneOf([0, killed]);
      killed = await pid();
      process.kill(killed, "SIGKILL");
      await expect.poll(() => wallet.balance(tables[0]?.playerId ?? 0).catch(() => null), WITHIN).not.toBeNull();
    }
    over.abort();
    await workers;
    expect(await wallet.check()).toMatchObject({ ok: true, pending: 0 });
    for (const at of tables)
      expect((await wallet.machineBalance(at.machineId)).credit).toBe(inside.get(at.machineId) ?? 0);
  } finally {
    await storage.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
