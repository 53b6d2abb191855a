/** How a checkpoint is written: with transactions open, by several checks at once, on a replica, and within a limit of time. */
import { ErrorCode } from "@reelcast/contract";
import { sql } from "kysely";
import { describe, expect, it, vi } from "vitest";
import { connect } from "../storage/database.ts";
import { createTestDatabase } from "../storage/testing/index.ts";
import { stayOpen } from "../storage/testing/locks.ts";
import { createWallet } from "./index.ts";
import type { LedgerReport } from "./index.ts";
import { game, request, sessionOf } from "./testing.ts";
import { CHECKPOINT, SINCE, inDatabase, inOrder } from "./testing/playedLedger.ts";
import type { PlayedLedger } from "./testing/playedLedger.ts";

/** Resolves once a check has asked, after `before`, who writes. */
async function untilWritersAreRead({ database }: PlayedLedger, before: Date | undefined): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and query_start > ${before} and query ~ 'from pg_locks'`.execute(database.superuser);
    expect(rows).not.toEqual([]);
  });
}

describe("a checkpoint", () => {
  it("misses nothing of transactions that were open when it was made", async () => {
    await inDatabase(async (play) => {
      await play.some();
      inOrder(await play.wallet.check(CHECKPOINT));
      const [first, second] = [play.at(0), play.at(1)];
      let before: LedgerReport | undefined;
      // A game and postings with lower ids than those that are committed before them. Without a bet: pots have one lock.
      await play.database.db.transaction().execute(async (trx) => {
        await stayOpen(trx);
        const early = createWallet({ db: trx });
        await early.recordGame(game(first, 500, { win: 30 }), first.fence);
        await play.wallet.recordGame(game(second, 501, { win: 10 }), second.fence);
        before = await play.wallet.check({ ...CHECKPOINT, writersWithinMs: 100 });
        inOrder(before);
        expect(before.written).toBe(2);
      });
      const after = await play.wallet.check(CHECKPOINT);
      inOrder(after);
      expect(after.from?.checkpoint).toBe(2);
      await play.tamper("update games set win = win + 5 where game_number = 500");
      const { broken } = await play.wallet.check();
      expect(broken).toContainEqual(expect.stringMatching(/but its transfers and games make/));
    });
  });

  it("sees a game that was written, unposted, while the checkpoint was made", async () => {
    await inDatabase(async (play) => {
      await play.some();
      inOrder(await play.wallet.check(CHECKPOINT));
      const at = play.at(0);
      await play.database.superuser.transaction().execute(async (trx) => {
        await stayOpen(trx);
        await sql`insert into games (machine_id, game_number, player_id, session_id, free, bet, win, hand_pay, started_at, ended_at)
          values (${at.machineId}, 600, ${at.playerId}, 's', false, 10, 0, 0, now(), now())`.execute(trx);
        await play.game(play.at(1), { bet: 10 });
        expect((await play.wallet.check({ ...CHECKPOINT, writersWithinMs: 100 })).written).toBe(2);
      });
      const { broken, from } = await play.wallet.check(SINCE);
      expect(from?.checkpoint).toBe(2);
      expect(broken).toContain(`game ${at.machineId}:600 was not posted`);
    });
  });

  it("waits for transactions that write, and then need not read them again", async () => {
    await inDatabase(async (play) => {
      await play.some();
      const at = play.at(0);
      let checking: Promise<LedgerReport> | undefined;
      await play.database.db.transaction().execute(async (trx) => {
        await stayOpen(trx);
        await createWallet({ db: trx }).recordGame(game(at, 500, { bet: 10 }), at.fence);
        const { rows } = await sql<{ before: Date }>`select clock_timestamp() as before`.execute(trx);
        checking = play.wallet.check({ ...CHECKPOINT, writersWithinMs: 60_000 });
        await untilWritersAreRead(play, rows[0]?.before);
      });
      inOrder((await checking) as LedgerReport);
      const { rows } = await sql<{ mark: number; newest: number }>`
        select games_id as mark, (select max(id) from games) as newest from ledger_checkpoints`.execute(
        play.database.db,
      );
      expect(rows[0]?.mark).toBe((rows[0]?.newest ?? 0) - 1);
      inOrder(await play.wallet.check(SINCE));
    });
  });

  it("reads a transfer again that was under way, however often", async () => {
    await inDatabase(async (play) => {
      const at = play.at(0);
      const { transfer } = await play.wallet.begin(request(at, "cashin", 400));
      for (let n = 1; n <= 3; n += 1) {
        const report = await play.wallet.check(CHECKPOINT);
        inOrder(report);
        expect(report).toMatchObject({ pending: 1, written: n });
      }
      await play.wallet.markSent(transfer.id, at.fence);
      await play.wallet.settle(transfer.id, { moved: 300, credit: 300 }, at.fence);
      inOrder(await play.wallet.check(CHECKPOINT));
      inOrder(await play.wallet.check());
      expect(sessionOf(at.playerId)).toBe(transfer.sessionId);
    });
  });

  it("is written by one of several checks at once, and all of them are right", async () => {
    await inDatabase(async (play) => {
      for (let round = 0; round < 3; round += 1) {
        await play.some();
        const reports = await Promise.all([1, 2, 3, 4].map(() => play.wallet.check(CHECKPOINT)));
        for (const report of reports) inOrder(report);
        expect(new Set(reports.flatMap(({ written }) => written ?? [])).size).toBe(
          reports.filter(({ written }) => written !== null).length,
        );
      }
      const { rows } = await sql<{ n: number; last: number }>`
        select count(*)::int as n, max(id) as last from ledger_checkpoints`.execute(play.database.db);
      expect(rows[0]?.n).toBe(rows[0]?.last);
      inOrder(await play.wallet.check(SINCE));
    });
  });

  it("is not written if the database is read-only", async () => {
    await inDatabase(async (play) => {
      await play.some();
      inOrder(await play.wallet.check(CHECKPOINT));
      const url = new URL(play.database.url);
      url.searchParams.set("options", "-c default_transaction_read_only=on");
      const replica = connect(url.href);
      try {
        const report = await createWallet({ db: replica }).check(CHECKPOINT);
        inOrder(report);
        expect(report).toMatchObject({ from: { checkpoint: 1 }, written: null });
      } finally {
        await replica.destroy();
      }
    });
  });
});

it("is not begun again after it was ended by its limit in time", async () => {
  const own = await createTestDatabase();
  const limited = connect(own.url, { limits: { statementMs: 2_000, queryMs: 30_000 } });
  let begun = 0;
  const counting = limited.withPlugin({
    transformQuery({ node }) {
      if (node.kind === "RawNode" && node.sqlFragments.join("").includes("work_mem")) begun += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  try {
    await own.owner.transaction().execute(async (trx) => {
      await stayOpen(trx);
      await sql`lock table postings in access exclusive mode`.execute(trx);
      await expect(createWallet({ db: counting }).check()).rejects.toMatchObject({
        code: ErrorCode.ServiceUnavailable,
      });
    });
    expect(begun).toBe(1);
  } finally {
    await limited.destroy();
    await own.close();
  }
});
