/**
 * Amounts of promotions, and that each is granted once. Only promotions and the wallet, on a real ledger, with a fake clock.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connect } from "../storage/database.ts";
import type { Db } from "../storage/index.ts";
import { createTestDatabase } from "../storage/testing/index.ts";
import type { TestDatabase } from "../storage/testing/index.ts";
import { createWallet } from "../wallet/index.ts";
import type { Wallet } from "../wallet/index.ts";
import { cashIn, game, newTable, sessionOf } from "../wallet/testing.ts";
import type { Table } from "../wallet/testing.ts";
import { createPromotions } from "./index.ts";
import type { PromotionRules, Promotions } from "./index.ts";

const WEEK_MS = 7 * 86_400_000;
const MONDAY = Date.parse("2026-11-15T21:00:00Z");
const share = { basisPoints: 1_000, atLeast: 100, atMost: 50_000 };
const RULES: PromotionRules = {
  discount: share,
  bonus: { ...share, basisPoints: 500 },
  weekly: { ...share, basisPoints: 100 },
  cooldownSeconds: 30,
  discountBelow: null,
  // Weeks of Istanbul: Monday 00:00 there is Sunday 21:00 UTC.
  weekOf(moment) {
    const from = Math.floor((moment - MONDAY) / WEEK_MS) * WEEK_MS + MONDAY;
    return { from, to: from + WEEK_MS };
  },
};
/** A Wednesday: half a week to both sides. */
const START = Date.parse("2026-11-18T12:00:00Z");
const DAY_MS = 86_400_000;

let database: TestDatabase;
let wallet: Wallet;
let at: Table;
let time = START;
let games = 0;
let rules = RULES;
let published: [number, number][] = [];
const others: Db[] = [];
const make = (db: Db): Promotions =>
  createPromotions({
    db,
    rules: () => rules,
    grant: wallet.grant.bind(wallet),
    onBalance: (playerId, balance) => published.push([playerId, balance]),
    now: () => new Date(time),
  });
let promotions: Promotions;

beforeAll(async () => {
  database = await createTestDatabase();
  wallet = createWallet({ db: database.db });
  promotions = make(database.db);
});
afterAll(async () => {
  const report = await wallet.check();
  for (const db of others) await db.destroy();
  await database.close();
  expect(report.broken).toEqual([]);
});
beforeEach(async () => {
  time = START;
  rules = RULES;
  published = [];
  at = await newTable(database.db, wallet, 100_000);
});

const claim = (kind: "discount" | "bonus" | "weekly", from = promotions) =>
  from.claim({ playerId: at.playerId, kind, ip: "10.0.0.1" });
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? { code: error.code, ...error.params } : error),
  );
const play = (bet: number, win: number, more: { free?: boolean; daysAgo?: number } = {}) => {
  const ended = new Date(time - (more.daysAgo ?? 0) * DAY_MS);
  return wallet.recordGame(
    game(at, (games += 1), { bet, win, free: more.free ?? false, startedAt: ended, endedAt: ended }),
    at.fence,
  );
};
const wait = (seconds: number) => {
  time += seconds * 1000;
};

describe("the discount", () => {
  beforeEach(() => cashIn(wallet, at, 60_000));

  it("grants a share of the losses since the last one, in one posting with its name", async () => {
    await play(30_000, 0);
    await play(5_000, 15_000);
    expect(await claim("discount")).toEqual({ amount: 2_000 });
    expect(await wallet.balance(at.playerId)).toBe(42_000);
    expect(published).toEqual([[at.playerId, 42_000]]);
    const journal = await database.db
      .selectFrom("journals")
      .select(["kind", "detail"])
      .where("source", "=", `promotion:discount:${at.playerId}:2026-11-18T12:00:00.000Z`)
      .executeTakeFirst();
    expect(journal).toEqual({ kind: "promotion", detail: { tag: "discount", ip: "10.0.0.1" } });
    wait(30);
    expect(await refusal(claim("discount"))).toEqual({ code: ErrorCode.NothingToClaim });
    await play(10_000, 0);
    expect(await claim("discount")).toEqual({ amount: 1_000 });
  });

  it("counts a game that was recorded late, once", async () => {
    await play(10_000, 0);
    await claim("discount");
    wait(60);
    // It ended before that grant, but the ledger recorded it afterwards.
    await play(20_000, 0, { daysAgo: 0.001 });
    expect(await claim("discount")).toEqual({ amount: 2_000 });
  });

  it("is not for what a jackpot has paid back", async () => {
    await play(30_000, 0);
    await play(10_000, 0);
    await database.owner.transaction().execute(async (trx) => {
      const rules = { name: `J${at.machineId}`, share: 100, seed: 15_000, maximum: 20_000, threshold: 20_000 };
      const { id } = await trx.insertInto("jackpots").values(rules).returning("id").executeTakeFirstOrThrow();
      await wallet.openJackpot(trx, id, 15_000);
      // As a hit in the last game would have.
      const where = `${id}:${at.machineId}:${games}`;
      const hit = { jackpot_id: id, machine_id: at.machineId, game_number: games, player_id: at.playerId };
      await trx
        .insertInto("jackpot_hits")
        .values({ ...hit, session_id: "s", amount: 15_000 })
        .execute();
      await sql`select post_journal(${`jackpot:${where}`}, 'jackpot', array[account_of('jackpot', ${id}),
        account_of('player', ${at.playerId})], array[-15000, 15000]::bigint[], null)`.execute(trx);
    });
    expect(await claim("discount")).toEqual({ amount: 2_500 });
  });

  it("keeps what is below the minimum for later", async () => {
    await play(600, 0);
    expect(await refusal(claim("discount"))).toEqual({ code: ErrorCode.NothingToClaim });
    await play(600, 0);
    expect(await claim("discount")).toEqual({ amount: 120 });
  });

  it("has a cooldown", async () => {
    await play(10_000, 0);
    await claim("discount");
    await play(10_000, 0);
    wait(12);
    expect(await refusal(claim("discount"))).toEqual({ code: ErrorCode.PromotionCooldown, seconds: 30, remaining: 18 });
    wait(18);
    expect(await claim("discount")).toEqual({ amount: 1_000 });
  });

  it("is for those who own less than the limit: credit on the machine is theirs, too", async () => {
    rules = { ...RULES, discountBelow: 60_000 };
    await play(10_000, 0);
    // 40,000 in the wallet and 50,000 on the machine of an open session.
    expect(await refusal(claim("discount"))).toEqual({ code: ErrorCode.BalanceTooHigh, amount: 60_000 });
    // Without its guards: no session ends with credit on the machine.
    const make = (state: "open" | "closed", endedAt: Date | null) =>
      database.superuser.transaction().execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx);
        const session = trx.updateTable("sessions").where("id", "=", sessionOf(at.playerId));
        await session.set({ state, ended_at: endedAt }).execute();
      });
    await make("closed", new Date(time));
    expect(await claim("discount")).toEqual({ amount: 1_000 });
    await make("open", null);
  });
});

describe("the bonus", () => {
  it("adds a share of what the operator brought since the last one; money that goes back brings nothing", async () => {
    const adjust = (amount: number, key: string) =>
      wallet.adjust({ playerId: at.playerId, amount, key, tag: "operator" });
    expect(await claim("bonus")).toEqual({ amount: 5_000 });
    wait(30);
    expect(await refusal(claim("bonus"))).toEqual({ code: ErrorCode.NothingToClaim });
    await adjust(40_000, "a");
    await adjust(-40_000, "b");
    expect(await refusal(claim("bonus"))).toEqual({ code: ErrorCode.NothingToClaim });
    await adjust(10_000, "c");
    expect(await claim("bonus")).toEqual({ amount: 500 });
  });

  it("does not count what promotions or machines paid", async () => {
    await claim("bonus");
    await cashIn(wallet, at, 50_000);
    await play(10_000, 0);
    await claim("discount");
    wait(60);
    expect(await refusal(claim("bonus"))).toEqual({ code: ErrorCode.NothingToClaim });
  });
});

describe("the weekly bonus", () => {
  beforeEach(() => cashIn(wallet, at, 90_000));

  it("adds a share of the bets of seven days, once a week, and no bet counts twice", async () => {
    await play(20_000, 0, { daysAgo: 8 });
    await play(20_000, 20_000, { daysAgo: 6 });
    await play(10_000, 0);
    await play(0, 5_000, { free: true });
    expect(await claim("weekly")).toEqual({ amount: 300 });
    await play(10_000, 0);
    expect(await refusal(claim("weekly"))).toEqual({ code: ErrorCode.NothingToClaim });
    time = Date.parse("2026-11-22T20:59:59Z");
    expect(await refusal(claim("weekly"))).toEqual({ code: ErrorCode.NothingToClaim });
    time += 1_000;
    expect(await claim("weekly")).toEqual({ amount: 100 });
  });
});

describe("many claims at once", () => {
  it("are one grant, from whatever connections and processes they come", async () => {
    const elsewhere = [0, 1].map(() => connect(database.url));
    others.push(...elsewhere);
    const houses = [promotions, ...elsewhere.map(make)];
    await cashIn(wallet, at, 60_000);
    await play(30_000, 0);
    for (const [kind, amount] of [
      ["discount", 3_000],
      ["bonus", 5_000],
      ["weekly", 300],
    ] as const) {
      const before = await wallet.balance(at.playerId);
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, n) => refusal(claim(kind, houses[n % houses.length]))),
      );
      expect(answers.filter((answer) => answer === null)).toHaveLength(1);
      const codes = new Set(answers.flatMap((answer) => (answer === null ? [] : [(answer as { code: number }).code])));
      expect([...codes]).toEqual([kind === "weekly" ? ErrorCode.NothingToClaim : ErrorCode.PromotionCooldown]);
      expect(await wallet.balance(at.playerId)).toBe(before + amount);
    }
    const grants = await database.db
      .selectFrom("promotion_grants")
      .select("promotion")
      .where("player_id", "=", at.playerId)
      .execute();
    expect(grants.map(({ promotion }) => promotion).toSorted()).toEqual(["bonus", "discount", "weekly"]);
  });

  it("are one grant even with clocks that disagree: the window itself is unique", async () => {
    await claim("bonus");
    const values = {
      player_id: at.playerId,
      promotion: "bonus" as const,
      claim_window: "2026-11-18T12:00:00.000Z",
      amount: 1,
      basis: 20,
      counted_to: 0,
      at: new Date(),
      ip: null,
    };
    await expect(database.db.insertInto("promotion_grants").values(values).execute()).rejects.toThrow(
      /one_grant_per_window/,
    );
    const again = { playerId: at.playerId, promotion: "bonus", window: values.claim_window, amount: 1, ip: null };
    await expect(database.db.transaction().execute((trx) => wallet.grant(trx, again))).rejects.toThrow(
      /can't be granted/,
    );
  });
});

describe("what can be claimed", () => {
  it("is available before a claim, with amount, waiting time and reason", async () => {
    rules = { ...RULES, discountBelow: 10_000 };
    await cashIn(wallet, at, 60_000);
    await play(20_000, 0);
    await claim("bonus");
    wait(10);
    expect(await promotions.states(at.playerId)).toEqual([
      { kind: "discount", eligible: false, amount: 2_000, waitSeconds: 0, code: ErrorCode.BalanceTooHigh },
      { kind: "bonus", eligible: false, amount: 0, waitSeconds: 20, code: ErrorCode.PromotionCooldown },
      { kind: "weekly", eligible: true, amount: 200, waitSeconds: 0 },
    ]);
    expect(await wallet.balance(at.playerId)).toBe(45_000);
  });
});

describe("the ledger", () => {
  it("show a grant that was not posted", async () => {
    await database.db
      .insertInto("promotion_grants")
      .values({
        player_id: at.playerId,
        promotion: "weekly",
        claim_window: "1999-W01",
        amount: 700,
        basis: 70_000,
        counted_to: 0,
        at: new Date(time),
        ip: null,
      })
      .execute();
    const { broken } = await wallet.check();
    expect(broken.join("\n")).toMatch(/the promotions account shows/);
    expect(broken.join("\n")).toMatch(/of 700 was not posted/);
    // Put right, so that the check at the end sees a ledger that holds.
    await database.db
      .transaction()
      .execute((trx) =>
        wallet.grant(trx, { playerId: at.playerId, promotion: "weekly", window: "1999-W01", amount: 700, ip: null }),
      );
  });
});
