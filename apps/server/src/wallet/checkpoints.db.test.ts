/**
 * A check that begins at a checkpoint finds what a check of everything finds, as far as it came after the checkpoint: for
 * random histories, for each invariant broken in turn, with transactions open at the checkpoint, and with two checks at once.
 */
import { randomUUID } from "node:crypto";
import { ErrorCode } from "@reelcast/contract";
import * as fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { connect } from "../storage/database.ts";
import { createTestDatabase } from "../storage/testing/index.ts";
import type { TestDatabase } from "../storage/testing/index.ts";
import { createWallet } from "./index.ts";
import type { LedgerReport, Wallet } from "./index.ts";
import { cashIn, game, newTable, request, sessionOf } from "./testing.ts";
import type { Table } from "./testing.ts";

const CHECKPOINT = { full: false, checkpoint: true };
const SINCE = { full: false };
const POTS = [1, 2];

/** Resolves once a check has asked, after `before`, who writes. */
async function untilWritersAreRead({ database }: Play, before: Date | undefined): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and query_start > ${before} and query ~ 'from pg_locks'`.execute(database.superuser);
    expect(rows).not.toEqual([]);
  });
}

/** A house with jackpots that are fed by each bet and hit often. */
class Play {
  readonly wallet: Wallet;
  readonly tables: Table[] = [];
  #games = 0;
  readonly #grants = new Map<number, number>();
  readonly database: TestDatabase;
  private constructor(database: TestDatabase) {
    this.database = database;
    this.wallet = createWallet({ db: database.db });
  }

  static async open(database: TestDatabase, tables: number): Promise<Play> {
    const play = new Play(database);
    for (let n = 0; n < tables; n += 1) play.tables.push(await newTable(database.db, play.wallet, 1_000_000));
    await database.db.transaction().execute(async (trx) => {
      for (const id of POTS) {
        await sql`insert into jackpots (id, name, share, seed, maximum, threshold) values (${id}, ${`Pot ${id}`}, 1000, 100, 400, 400)`.execute(
          trx,
        );
        await play.wallet.openJackpot(trx, id, 150);
      }
      await sql`update brands set jackpot = ${POTS.join(",")}`.execute(trx);
    });
    return play;
  }

  at(index: number): Table {
    const at = this.tables[index % this.tables.length];
    if (!at) throw new Error("no table");
    return at;
  }

  async game(at: Table, figures: { bet?: number; win?: number; handPay?: number; free?: boolean }): Promise<void> {
    this.#games += 1;
    await this.wallet.recordGame(game(at, this.#games, figures), at.fence);
  }

  async grant(at: Table, amount: number): Promise<void> {
    const number = (this.#grants.get(at.playerId) ?? 0) + 1;
    this.#grants.set(at.playerId, number);
    await this.database.db.transaction().execute(async (trx) => {
      await sql`
        insert into promotion_grants (player_id, promotion, claim_window, amount, basis, counted_to, at)
        values (${at.playerId}, 'bonus', ${String(number)}, ${amount}, 1, 0, now())`.execute(trx);
      await this.wallet.grant(trx, {
        playerId: at.playerId,
        promotion: "bonus",
        window: String(number),
        amount,
        ip: null,
      });
    });
  }

  /** Ends what is under way on this machine, and takes the whole credit back. */
  async cashOut(at: Table): Promise<void> {
    for (const { id } of await this.wallet.unresolved(at.machineId)) {
      await this.wallet.markSent(id, at.fence);
      await this.wallet.settle(id, { moved: 0, credit: 0 }, at.fence);
    }
    const credit = (await this.wallet.machineBalance(at.machineId)).credit;
    const { transfer } = await this.wallet.begin(request(at, "cashout", null));
    await this.wallet.markSent(transfer.id, at.fence);
    await this.wallet.settle(transfer.id, { moved: credit, credit: 0 }, at.fence);
  }

  /** Some of everything, on each machine. */
  async some(): Promise<void> {
    for (const at of this.tables) {
      await cashIn(this.wallet, at, 5_000);
      await this.game(at, { bet: 1_000, win: 300 });
      await this.game(at, { bet: 1_000 });
      await this.game(at, { free: true, win: 70, handPay: 70 });
      await this.grant(at, 20);
      await this.cashOut(at);
      await cashIn(this.wallet, at, 900);
      await this.game(at, { bet: 700, win: 20 });
    }
  }

  /** What somebody with all rights does. */
  async tamper(...statements: string[]): Promise<void> {
    await this.database.superuser.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      for (const statement of statements) await sql.raw(statement).execute(trx);
    });
  }
}

async function inDatabase(work: (play: Play) => Promise<void>, tables = 2): Promise<void> {
  const database = await createTestDatabase();
  try {
    await work(await Play.open(database, tables));
  } finally {
    await database.close();
  }
}
const postingsOf = async ({ database }: Play): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from postings`.execute(database.db);
  return rows[0]?.n ?? 0;
};
const inOrder = (report: LedgerReport) => expect(report.broken).toEqual([]);

describe("random histories", () => {
  let database: TestDatabase;
  let play: Play;
  beforeAll(async () => {
    database = await createTestDatabase();
    play = await Play.open(database, 3);
  });
  afterAll(() => database.close());

  const steps = fc.array(
    fc.record({
      what: fc.constantFrom("cash in", "leave", "game", "game", "game", "cash out", "adjust", "grant", "check"),
      table: fc.nat(2),
      amount: fc.integer({ min: 1, max: 2_000 }),
      win: fc.integer({ min: 0, max: 1_500 }),
      byHand: fc.boolean(),
    }),
    { minLength: 5, maxLength: 25 },
  );

  it("are found in order from any checkpoint, and each posting is read once", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        for (const { what, table, amount, win, byHand } of history) {
          const at = play.at(table);
          const open = (await play.wallet.unresolved(at.machineId)).length > 0;
          if (what === "cash in" && !open) await cashIn(play.wallet, at, amount);
          // On its way for as long as nobody cashes out: also at checkpoints.
          if (what === "leave" && !open) await play.wallet.begin(request(at, "cashin", amount));
          if (what === "game") {
            const bet = Math.min(amount, (await play.wallet.machineBalance(at.machineId)).credit);
            await play.game(at, { bet, win, handPay: byHand ? win : 0, free: bet === 0 });
          }
          if (what === "cash out") await play.cashOut(at);
          if (what === "adjust")
            await play.wallet.adjust({ playerId: at.playerId, amount, key: randomUUID(), tag: "test" });
          if (what === "grant") await play.grant(at, amount);
          if (what === "check") {
            const before = await postingsOf(play);
            const first = await play.wallet.check(CHECKPOINT);
            inOrder(first);
            const again = await play.wallet.check(CHECKPOINT);
            inOrder(again);
            expect(again).toMatchObject({ postings: 0, from: { checkpoint: first.written } });
            expect(await postingsOf(play)).toBe(before);
          }
        }
        const since = await play.wallet.check(SINCE);
        const full = await play.wallet.check({ full: true, checkpoint: history.length % 4 === 0 });
        inOrder(full);
        expect(since).toEqual({ ...full, postings: since.postings, from: since.from, written: null });
        expect(full.postings).toBe(await postingsOf(play));
      }),
      { numRuns: 25 },
    );
  });
});

describe("a fault after the checkpoint", () => {
  const newest = (table: string, where = "true", by = "id") => `(select max(${by}) from ${table} where ${where})`;
  /** One for each invariant, with the words that then appear. */
  it.each<[string, RegExp]>([
    [`delete from postings where id = ${newest("postings")}`, /journal \d+ sums up to/],
    ["update ledger_accounts set posted = posted + 7 where kind = 'player'", /all accounts sum up to/],
    ["update ledger_accounts set posted = posted + 7 where kind = 'house'", /but its postings make/],
    [`update postings set hash = '\\x00' where id = ${newest("postings")}`, /does not fit the one before it/],
    [`update postings set seq = seq + 1 where id = ${newest("postings")}`, /does not fit the one before it/],
    ["update ledger_accounts set hash = '\\x00' where kind = 'machine'", /ends with another hash/],
    ["update ledger_accounts set held = 3 where kind = 'player'", /has 3 held, but transfers under way ask for 0/],
    [`delete from journals where id = ${newest("journals", "kind = 'cashin'")}`, /transfer .* is done with 0 journals/],
    [
      `update transfers set moved = moved - 1 where number = ${newest("transfers", "true", "number")}`,
      /moved 899 but its journal says 900/,
    ],
    [
      `insert into games select machine_id, 1000, player_id, session_id, false, 5, 0, 0, now(), now() from games limit 1`,
      /:1000 was not posted/,
    ],
    [`update games set win = win + 1 where id = ${newest("games")}`, /but its transfers and games make/],
    [
      `insert into promotion_grants (player_id, promotion, claim_window, amount, basis, counted_to, at)
       select player_id, promotion, 'other', 9, 1, 0, now() from promotion_grants limit 1`,
      /promotions account shows|grant \d+ of 9 was not posted/,
    ],
    [
      `update promotion_grants set amount = 21 where id = ${newest("promotion_grants")}`,
      /grant \d+ of 21 was not posted/,
    ],
    [
      `update jackpot_hits set amount = amount + 1 where id = ${newest("jackpot_hits")}`,
      /jackpot hit \d+ of \d+ was not paid/,
    ],
    [`delete from jackpot_hits where id = ${newest("jackpot_hits")}`, /but contributions, seeds and hits make/],
    [
      `update journals set kind = 'other' where id = ${newest("journals", "kind = 'contribution'")}`,
      /but contributions, seeds and hits make/,
    ],
    [
      "insert into jackpots (id, name, share, seed, maximum, threshold) values (9, 'Other', 1, 1, 5, 5)",
      /jackpot 9 has no account/,
    ],
    ["insert into ledger_accounts (kind, ref, posted) values ('suspense', 1, 5)", /suspense of player 1 shows 5/],
    ["update sessions set state = 'closed', ended_at = now()", /is closed, but machine/],
  ])("is found from the checkpoint as by reading everything: %s", async (statement, words) => {
    await inDatabase(async (play) => {
      await play.some();
      inOrder(await play.wallet.check({ full: true, checkpoint: true }));
      await play.some();
      inOrder(await play.wallet.check(CHECKPOINT));
      await play.some();
      await play.tamper(statement);
      const since = await play.wallet.check(CHECKPOINT);
      const full = await play.wallet.check();
      expect(since.broken).toContainEqual(expect.stringMatching(words));
      expect(since.broken.toSorted()).toEqual(full.broken.toSorted());
      expect(since.from).not.toBeNull();
      expect(since.written).toBeNull();
    }, 1);
  });
});

describe("before the checkpoint", () => {
  it("only a full check sees a change, but for the postings at the marks and the checkpoint itself", async () => {
    await inDatabase(async (play) => {
      await play.some();
      const { written } = await play.wallet.check(CHECKPOINT);
      expect(written).toBe(1);
      await play.some();
      const old = "update postings set amount = amount + 1 where id = (select min(id) from postings)";
      await play.tamper(old);
      inOrder(await play.wallet.check(SINCE));
      expect((await play.wallet.check()).broken).toContainEqual(expect.stringMatching(/does not fit the one before/));
      await play.tamper(old.replace("+ 1", "- 1"));
      inOrder(await play.wallet.check());

      // An attacker who computes the chain again from there on can't compute the checkpoint's hashes.
      await play.tamper(
        `update postings set hash = '\\x01' from ledger_checkpoint_accounts c
         where c.account_id = postings.account_id and c.seq = postings.seq`,
      );
      expect((await play.wallet.check(SINCE)).broken).toContainEqual(
        expect.stringMatching(/has another posting \d+ than at checkpoint 1/),
      );
    });
  });

  it.each([
    "update ledger_checkpoint_accounts set explained = explained + 1 where explained <> 0",
    "delete from ledger_checkpoint_accounts where seq = (select min(seq) from ledger_checkpoint_accounts)",
    "update ledger_checkpoints set games_id = games_id + 1 where id = 2",
    "update ledger_checkpoints set at = at + interval '1 day' where id = 1",
    "delete from ledger_checkpoints where id = 2",
  ])("a changed checkpoint is seen: %s", async (statement) => {
    await inDatabase(async (play) => {
      for (let n = 0; n < 3; n += 1) {
        await play.some();
        inOrder(await play.wallet.check(CHECKPOINT));
      }
      await play.tamper(statement);
      for (const how of [CHECKPOINT, { full: true, checkpoint: true }]) {
        const report = await play.wallet.check(how);
        expect(report.broken).toContainEqual(expect.stringMatching(/checkpoint \d was changed/));
        expect(report.written).toBeNull();
      }
    });
  });

  it("checkpoints can't be changed or removed with the rights of the running server", async () => {
    await inDatabase(async (play) => {
      await play.wallet.check(CHECKPOINT);
      for (const table of ["ledger_checkpoints", "ledger_checkpoint_accounts"]) {
        for (const statement of [`update ${table} set hash = ''`, `delete from ${table}`, `truncate ${table} cascade`])
          await expect(sql.raw(statement).execute(play.database.db)).rejects.toThrow(/append-only|permission denied/);
      }
      // One with the last number there is would leave none for those to come.
      const last = `insert into ledger_checkpoints
        select 9007199254740991, at, true, 9007199254740991, games_id, grants_id, hits_id, postings, hash from ledger_checkpoints`;
      await expect(sql.raw(last).execute(play.database.db)).rejects.toThrow("does not follow the last one");
      inOrder(await play.wallet.check(CHECKPOINT));
    });
  });
});

describe("a checkpoint", () => {
  it("misses nothing of transactions that were open when it was made", async () => {
    await inDatabase(async (play) => {
      await play.some();
      inOrder(await play.wallet.check(CHECKPOINT));
      const [first, second] = [play.at(0), play.at(1)];
      let before: LedgerReport | undefined;
      // A game and postings with lower ids than those that are committed before them. Without a bet: pots have one lock.
      await play.database.db.transaction().execute(async (trx) => {
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
  const limited = connect(own.url, { limits: { statementMs: 200, queryMs: 5_000 } });
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
