/** Limits as players meet them, over HTTP and at a machine: real accounts, floor, wallet and database. */
import { randomUUID } from "node:crypto";
import { ErrorCode, NO_PLAY_RULES } from "@reelcast/contract";
import type { Protection as ProtectionAnswer } from "@reelcast/contract";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createProtection } from "../../protection/index.ts";
import { stayOpen, untilLockWait } from "../../storage/testing/locks.ts";
import { createWallet } from "../../wallet/index.ts";
import {
  BET,
  DAY_MS,
  LOSING,
  OPENING,
  WINNING,
  cashIn,
  codeIn,
  openProtectedHouse,
  refusal,
} from "./testing/protectedHouse.ts";
import type { ProtectedHouse } from "./testing/protectedHouse.ts";

let house: ProtectedHouse;
beforeEach(async () => {
  house = await openProtectedHouse();
});
afterEach(() => house.close());

describe("what a player sees", () => {
  it("is every limit, theirs alone, with what is used and until when it counts", async () => {
    await house.limit("loss", "day", 5_000);
    await house.ask(house.anna.token, "PUT", "/player/protection/reality-check", { minutes: 30 });
    const seat = await house.sit();
    expect(seat.init.limits.realityCheckMinutes).toBe(30);
    await cashIn(seat, 3_000);
    await house.play(seat, 2);
    await vi.waitFor(async () => expect((await house.limitOf("loss", "week"))?.used).toBe(2 * BET));
    const mine = await house.standing();
    expect(mine.limits).toHaveLength(12);
    expect(mine.realityCheckMinutes).toBe(30);
    expect(await house.limitOf("loss", "day")).toMatchObject({ value: 5_000, used: 2 * BET, pending: null });
    expect(await house.limitOf("cashIn", "month")).toMatchObject({ value: null, used: 3_000 });
    expect(Date.parse((await house.limitOf("time", "day"))?.resetsAt ?? "")).toBeGreaterThan(Date.now());
    const others = await house.standing(house.boris);
    expect(others.realityCheckMinutes).toBeNull();
    expect(others.limits.every(({ kind, value, used }) => value === null && (used === 0 || kind === "deposit"))).toBe(
      true,
    );
    expect((await house.ask(null, "GET", "/player/protection")).statusCode).toBe(401);
  });

  it("reaches the seat: another reality check counts in the game that is open", async () => {
    const seat = await house.sit();
    const other = await house.sit(house.boris, 1);
    const set = (minutes: number | null) =>
      house.ask(house.anna.token, "PUT", "/player/protection/reality-check", { minutes });
    await set(15);
    await vi.waitFor(() => expect(house.limitPushes(seat)).toEqual([{ realityCheckMinutes: 15 }]));
    // What else changes says nothing of it.
    await house.limit("loss", "day", 5_000);
    await set(null);
    await vi.waitFor(() => expect(house.limitPushes(seat).slice(1)).toEqual([{ realityCheckMinutes: null }]));
    expect(house.limitPushes(other)).toEqual([]);
  });

  it("changes as asked: tighter at once, looser once it is confirmed; and every change is in the log", async () => {
    await house.limit("cashIn", "week", 50_000);
    const looser = (await house.limit("cashIn", "week", 80_000)).json<ProtectionAnswer>();
    const pending = looser.limits.find(({ kind, period }) => kind === "cashIn" && period === "week")?.pending;
    expect(pending?.value).toBe(80_000);
    expect(Date.parse(pending?.from ?? "") - Date.now()).toBeGreaterThan(DAY_MS - 60_000);
    expect(Date.parse(pending?.until ?? "") - Date.parse(pending?.from ?? "")).toBe(7 * DAY_MS);
    await house.limit("cashIn", "week", 20_000);
    expect(await house.limitOf("cashIn", "week")).toMatchObject({ value: 20_000, pending: null });
    await house.limit("cashIn", "week", 30_000);
    expect(codeIn(await house.confirm("cashIn", "week", 30_000))).toBe(ErrorCode.Conflict);
    await sql`update player_limits set pending_from = now()`.execute(house.db);
    expect((await house.confirm("cashIn", "week", 30_000)).statusCode).toBe(200);
    const logged = await house.db
      .selectFrom("log_entries")
      .select("detail")
      .where("player_id", "=", house.anna.id)
      .where("type", "=", "LIMIT_CHANGED")
      .orderBy("id", "desc")
      .execute();
    expect(logged.map(({ detail }) => detail)).toEqual([
      "cashIn/week 20000 → 30000",
      expect.stringMatching("^cashIn/week 20000 → 30000 confirm 20"),
      "cashIn/week 50000 → 20000",
      expect.stringMatching("^cashIn/week 50000 → 80000 confirm 20"),
      "cashIn/week none → 50000",
    ]);
  });

  it("is looser by the player's confirmation alone, which counts once and for the value that was asked for", async () => {
    await house.limit("cashIn", "day", 1_000);
    await house.limit("cashIn", "day", 3_000);
    const seat = await house.sit();
    await sql`update player_limits set pending_from = now() - interval '3 days'`.execute(house.db);
    expect(await refusal(cashIn(seat, 1_001))).toEqual({ code: ErrorCode.CashInLimitReached, amount: 1_000 });
    expect(codeIn(await house.confirm("cashIn", "day", 4_000))).toBe(ErrorCode.Conflict);
    expect(codeIn(await house.confirm("cashIn", "day", null))).toBe(ErrorCode.Conflict);
    expect(codeIn(await house.confirm("cashIn", "day", 3_000, house.boris))).toBe(ErrorCode.Conflict);
    const both = await Promise.all([house.confirm("cashIn", "day", 3_000), house.confirm("cashIn", "day", 3_000)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await refusal(cashIn(seat, 1_001))).toBeNull();
    expect(await house.limitOf("cashIn", "day")).toMatchObject({ value: 3_000, pending: null });
  });

  it("forgets a request that nobody confirms within a week", async () => {
    await house.limit("loss", "day", 1_000);
    await house.limit("loss", "day", null);
    await sql`update player_limits set pending_from = now() - interval '7 days'`.execute(house.db);
    expect(await house.limitOf("loss", "day")).toMatchObject({ value: 1_000, pending: null });
    expect(codeIn(await house.confirm("loss", "day", null))).toBe(ErrorCode.Conflict);
  });

  it("is a whole number above nothing, or it is refused", async () => {
    for (const value of [0, -5, 1.5, 1e13, "500"]) {
      const body = { kind: "loss", period: "day", value };
      const answer = await house.ask(house.anna.token, "PUT", "/player/protection/limit", body);
      expect(answer.statusCode).toBe(400);
    }
  });
});

describe("the limit of moves to machines", () => {
  it("allows no more than its amount, also with cash-outs in between", async () => {
    await house.limit("cashIn", "day", 1_000);
    const seat = await house.sit();
    const first = randomUUID();
    await cashIn(seat, 600, first);
    await seat.cashOut({});
    expect(await refusal(cashIn(seat, 500))).toEqual({ code: ErrorCode.CashInLimitReached, amount: 400 });
    expect(await house.app.domain.wallet.balance(house.anna.id)).toBe(OPENING);
    // The same id again is the same transfer, and no second one.
    expect(await refusal(cashIn(seat, 600, first))).toBeNull();
    expect(await refusal(cashIn(seat, 400))).toBeNull();
    expect(await refusal(cashIn(seat, 1))).toEqual({ code: ErrorCode.CashInLimitReached, amount: 0 });
    expect(await refusal(cashIn(await house.sit(house.boris, 1), 5_000))).toBeNull();
  });

  it("allows one of two cash-ins at once", async () => {
    await house.limit("cashIn", "month", 1_000);
    const seat = await house.sit();
    const both = await Promise.all([refusal(cashIn(seat, 600)), refusal(cashIn(seat, 600))]);
    expect(both).toEqual([null, { code: ErrorCode.CashInLimitReached, amount: 400 }]);
  });

  it("does not count money that never arrived", async () => {
    await house.limit("cashIn", "day", 1_000);
    const seat = await house.sit();
    const machine = house.machines.of();
    const transferIn = machine.transferIn.bind(machine);
    vi.spyOn(machine, "transferIn").mockImplementationOnce((request) => {
      machine.faults.loseNext("before");
      return transferIn(request);
    });
    expect(await refusal(cashIn(seat, 900))).toMatchObject({ code: ErrorCode.TransferRefused });
    expect(await refusal(cashIn(seat, 1_000))).toBeNull();
  });

  it("says when it is used up, while play goes on", async () => {
    await house.limit("cashIn", "day", 5_000);
    const seat = await house.sit();
    await cashIn(seat, 5_000);
    const { resetsAt } = (await house.limitOf("cashIn", "day")) ?? {};
    await vi.waitFor(() =>
      expect(house.infos(seat, "LIMIT_NEAR")).toEqual([
        expect.objectContaining({ code: ErrorCode.CashInLimitUsedUp, params: { until: resetsAt } }),
      ]),
    );
    expect(await refusal(seat.press("play"))).toBeNull();
  });

  it("has the limits of the version before, under their stored name, and keeps them there", async () => {
    const { id } = house.anna;
    await sql`insert into player_limits (player_id, kind, period, value) values (${id}, 'deposit', 'day', 700)`.execute(
      house.db,
    );
    const seat = await house.sit();
    expect(await refusal(cashIn(seat, 701))).toEqual({ code: ErrorCode.CashInLimitReached, amount: 700 });
    expect(await house.limitOf("deposit", "day")).toMatchObject({ value: null });
    await house.limit("cashIn", "day", 600);
    await house.limit("deposit", "day", 900);
    const rows = await house.db.selectFrom("player_limits").select(["kind", "value"]).orderBy("kind").execute();
    expect(rows).toEqual([
      { kind: "account", value: 900 },
      { kind: "deposit", value: 600 },
    ]);
  });
});

describe("the deposit limit", () => {
  /** As the command line does it: check and payment in one transaction. */
  const deposit = (amount: number, key: string, before: () => Promise<void> = async () => {}) =>
    refusal(
      house.db.transaction().execute(async (trx) => {
        await stayOpen(trx);
        await house.app.domain.protection.mayDeposit(trx, house.anna.id, amount);
        await before();
        await createWallet({ db: trx }).adjust({ playerId: house.anna.id, amount, key, tag: "operator" });
      }),
    );

  it("counts what is paid into the account, also after it was paid out, and no promotion", async () => {
    await house.limit("deposit", "day", OPENING + 1_000);
    expect(await house.limitOf("deposit", "day")).toMatchObject({ used: OPENING });
    expect(await deposit(1_001, "a")).toEqual({ code: ErrorCode.DepositLimitReached, amount: 1_000 });
    expect(await deposit(600, "b")).toBeNull();
    await house.app.domain.wallet.adjust({ playerId: house.anna.id, amount: -600, key: "c", tag: "operator" });
    expect(await deposit(401, "d")).toEqual({ code: ErrorCode.DepositLimitReached, amount: 400 });
    expect(await deposit(400, "e")).toBeNull();
    expect(await house.limitOf("deposit", "day")).toMatchObject({ used: OPENING + 1_000 });
    expect(await house.limitOf("cashIn", "day")).toMatchObject({ used: 0 });
  });

  it("allows one of two payments at the same moment", async () => {
    await house.limit("deposit", "month", OPENING + 1_000);
    const isChecked = Promise.withResolvers<void>();
    const mayPay = Promise.withResolvers<void>();
    const first = deposit(600, "a", async () => {
      isChecked.resolve();
      await mayPay.promise;
    });
    await isChecked.promise;
    const second = deposit(600, "b");
    await untilLockWait(house.db);
    mayPay.resolve();
    expect(await Promise.all([first, second])).toEqual([null, { code: ErrorCode.DepositLimitReached, amount: 400 }]);
  });
});

describe("the loss limit", () => {
  it("refuses the bet that could pass it, then all play, cash-ins and the next seat; credit stays the player's", async () => {
    await house.limit("loss", "day", 2 * BET + 100);
    const seat = await house.sit();
    await cashIn(seat, 10_000);
    await house.play(seat, 2);
    expect(await refusal(seat.press("play"))).toEqual({ code: ErrorCode.BetExceedsLossLimit, amount: 100 });
    // Nothing but play is touched.
    expect(await refusal(seat.press("bet-1"))).toBeNull();
    await house.limit("loss", "day", 2 * BET);
    await vi.waitFor(() => expect(house.infos(seat, "LIMIT_REACHED")).toHaveLength(1));
    const { resetsAt } = (await house.limitOf("loss", "day")) ?? {};
    expect(house.infos(seat, "LIMIT_REACHED")[0]).toMatchObject({
      code: ErrorCode.LossLimitReached,
      params: { until: resetsAt },
    });
    expect(await refusal(seat.press("play"))).toEqual({ code: ErrorCode.LossLimitReached, until: resetsAt });
    expect(await refusal(cashIn(seat, 100))).toEqual({ code: ErrorCode.LossLimitReached, until: resetsAt });
    // The machine's host looks at the limits each time that it looks at the machine.
    const looks = vi.spyOn(house.machines.of(), "state");
    await vi.waitFor(() => expect(looks.mock.calls.length).toBeGreaterThan(15));
    looks.mockRestore();
    expect(house.infos(seat, "LIMIT_REACHED")).toHaveLength(1);
    expect(await seat.leave()).toEqual({ amount: 10_000 - 2 * BET });
    expect(await refusal(house.sit())).toEqual({ code: ErrorCode.LossLimitReached, until: resetsAt });
    expect(await refusal(house.sit(house.boris))).toBeNull();
  });

  it("is won back by winning", async () => {
    await house.limit("loss", "day", BET);
    const seat = await house.sit();
    await cashIn(seat, 10_000);
    house.machines.luck = WINNING;
    await house.play(seat);
    house.machines.luck = LOSING;
    // 1,200 ahead: two bets more may be lost than the limit alone would let.
    await house.play(seat, 3);
    expect(await refusal(seat.press("play"))).toEqual({ code: ErrorCode.BetExceedsLossLimit, amount: 200 });
  });

  it("is held against the bet that the press before has chosen, though both are on their way", async () => {
    await house.limit("loss", "day", BET);
    const seat = await house.sit();
    await cashIn(seat, 50_000);
    const both = await Promise.all([refusal(seat.press("bet-max")), refusal(seat.press("play"))]);
    expect(both).toEqual([null, { code: ErrorCode.BetExceedsLossLimit, amount: BET }]);
    expect(house.machines.of().state().nextBet).toBeGreaterThan(BET);
  });

  it("is not passed by presses that are sent all at once", async () => {
    await house.limit("loss", "day", 3 * BET);
    const seat = await house.sit();
    await cashIn(seat, 50_000);
    const presses = Array.from({ length: 40 }, (_, n) => seat.press(n % 4 === 1 ? "bet-max" : "play"));
    await Promise.allSettled(presses);
    await house.machines.still();
    for (let n = 0; n < 20; n += 1) {
      await refusal(seat.press("play"));
      await house.machines.still();
    }
    expect(house.machines.of().state().credit).toBeGreaterThanOrEqual(50_000 - 3 * BET);
    expect((await house.limitOf("loss", "day"))?.used).toBeLessThanOrEqual(3 * BET);
  });

  it("counts a game that a restart found running", async () => {
    await house.limit("loss", "day", BET);
    const seat = await house.sit();
    await cashIn(seat, 10_000);
    await seat.press("play");
    await house.restart();
    const back = await house.sit();
    expect(await refusal(back.press("play"))).not.toBeNull();
    await house.machines.still();
    expect(await refusal(back.press("play"))).toMatchObject({ code: ErrorCode.LossLimitReached });
    expect(house.infos(back, "LIMIT_REACHED").length).toBeLessThanOrEqual(1);
  });

  it("needs no query for a press", async () => {
    await house.limit("loss", "day", 100 * BET);
    const seat = await house.sit();
    await cashIn(seat, 10_000);
    const asked = [
      vi.spyOn(house.app.domain.protection, "allowance"),
      vi.spyOn(house.app.domain.protection, "mayCashIn"),
      vi.spyOn(house.app.domain.protection, "mayJoin"),
    ];
    await house.play(seat, 3);
    for (const one of asked) expect(one).not.toHaveBeenCalled();
  });
});

describe("the time limit", () => {
  it("warns, lets the game finish, pays the credit, ends the session, and refuses the next seat", async () => {
    await house.limit("time", "day", 10);
    const seat = await house.sit();
    await cashIn(seat, 10_000);
    await house.seatedFor(9 * 60 + 30);
    house.app.bus.publish("player.limits", { playerId: house.anna.id });
    await vi.waitFor(() => expect(house.infos(seat, "LIMIT_NEAR")).toHaveLength(1));
    expect(house.infos(seat, "LIMIT_NEAR")[0]).toMatchObject({ code: ErrorCode.TimeLimitNear, params: { minutes: 1 } });
    await seat.press("play");
    await house.seatedFor(10 * 60);
    house.app.bus.publish("player.limits", { playerId: house.anna.id });
    await house.over();
    const { resetsAt, used } = (await house.limitOf("time", "day")) ?? {};
    expect(used).toBe(10);
    expect(house.infos(seat, "LIMIT_REACHED")).toEqual([
      expect.objectContaining({ code: ErrorCode.TimeLimitReached, params: { until: resetsAt } }),
    ]);
    expect(await house.app.domain.wallet.balance(house.anna.id)).toBe(OPENING - BET);
    const session = await house.db.selectFrom("sessions").selectAll().executeTakeFirstOrThrow();
    expect(session.end_reason).toBe("limit");
    expect(await refusal(house.sit())).toEqual({ code: ErrorCode.TimeLimitReached, until: resetsAt });
    expect(await refusal(seat.press("play"))).toMatchObject({ code: ErrorCode.SessionTerminated });
  });

  it("counts minutes of earlier sessions, from midnight on", async () => {
    const midnight = Date.parse("2026-06-10T21:00:00Z");
    const at = (hours: number) => new Date(midnight + hours * 3_600_000);
    const noon = createProtection({
      db: house.db,
      timeZone: "Europe/Istanbul",
      now: () => at(12),
      rules: () => NO_PLAY_RULES,
      onChange: () => {},
      log: async () => {},
      endLogins: async () => () => {},
    });
    const session = {
      player_id: house.anna.id,
      machine_id: house.machines.ids[0] ?? 0,
      ip: null,
      end_reason: "",
    };
    await house.superuser
      .insertInto("sessions")
      .values([
        { ...session, id: "a", state: "closed", started_at: at(-1), ended_at: at(0.5) },
        { ...session, id: "b", state: "closed", started_at: at(3), ended_at: at(3.25) },
        { ...session, id: "c", state: "closed", started_at: at(-30), ended_at: at(-29) },
      ])
      .execute();
    await noon.setLimit(house.anna.id, { kind: "time", period: "day", value: 45 }, null);
    const used = (await noon.of(house.anna.id)).limits.filter(({ kind }) => kind === "time");
    expect(used.map(({ period, used: minutes }) => [period, minutes])).toEqual([
      ["day", 45],
      ["week", 45 + 60 + 60],
      ["month", 45 + 60 + 60],
    ]);
    expect(await refusal(noon.mayJoin(house.anna.id))).toEqual({
      code: ErrorCode.TimeLimitReached,
      until: at(24).toISOString(),
    });
    expect(await refusal(noon.mayJoin(house.boris.id))).toBeNull();
  });
});
