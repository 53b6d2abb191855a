/**
 * A check that begins at a checkpoint finds what a check of everything finds, as far as it came after the checkpoint: for
 * random histories, and for each invariant broken in turn.
 */
import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase } from "../storage/testing/index.ts";
import type { TestDatabase } from "../storage/testing/index.ts";
import { cashIn, request } from "./testing.ts";
import { CHECKPOINT, PlayedLedger, SINCE, inDatabase, inOrder } from "./testing/playedLedger.ts";

const postingsOf = async ({ database }: PlayedLedger): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from postings`.execute(database.db);
  return rows[0]?.n ?? 0;
};

describe("random histories", () => {
  let database: TestDatabase;
  let play: PlayedLedger;
  beforeAll(async () => {
    database = await createTestDatabase();
    play = await PlayedLedger.open(database, 3);
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
      // The bets of one round need not hit a jackpot; those of two always do.
      await play.some();
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
