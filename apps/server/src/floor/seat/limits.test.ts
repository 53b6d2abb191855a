import { AppError, ErrorCode } from "@reelcast/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SeatLimits } from "./limits.ts";
import type { Allowance } from "../types.ts";

const DAY = 86_400_000;
const MINUTE = 60_000;
const allowance = (part: Partial<Allowance>): Allowance => ({
  loss: [],
  time: [],
  cashIn: null,
  isUnder25: false,
  realityCheckMinutes: null,
  barred: null,
  validUntil: Number.MAX_SAFE_INTEGER,
  ...part,
});
const losing = (limit: number, net = 0, resetsAt = DAY) =>
  new SeatLimits(allowance({ loss: [{ limit, net, resetsAt }] }), 0, 0);
const refusal = (work: () => unknown) => {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, ...error.params };
    throw error;
  }
};
let number = 0;
const game = (bet: number, win: number, endedAt = 1) => ({ gameNumber: (number += 1), bet, win, endedAt });

describe("a bet", () => {
  it("is refused where losing it would pass the limit, with what is left", () => {
    const limits = losing(1_000, 700);
    expect(refusal(() => limits.play(300, 1, false).answered())).toBeNull();
    expect(refusal(() => limits.play(301, 1, false))).toEqual({ code: ErrorCode.BetExceedsLossLimit, amount: 300 });
  });

  it("may be lost twice over by who has won as much", () => {
    expect(refusal(() => losing(1_000, -1_000).play(2_000, 1, false))).toBeNull();
  });

  it("counts as lost while its game runs, and while nobody knows whether it was placed", () => {
    const limits = losing(1_000);
    limits.started({ type: "gameStart", gameNumber: 900_001, bet: 600, free: false });
    expect(refusal(() => limits.play(500, 1, false))).toEqual({ code: ErrorCode.BetExceedsLossLimit, amount: 400 });
    limits.ended({ gameNumber: 900_001, bet: 600, win: 600, endedAt: 2 });
    const lost = limits.play(600, 1, false);
    expect(refusal(() => limits.play(500, 1, false))).toEqual({ code: ErrorCode.BetExceedsLossLimit, amount: 400 });
    lost.answered();
    expect(refusal(() => limits.play(500, 1, false))).toBeNull();
  });

  it("of a press that was never answered is forgotten once the figures are read at rest", () => {
    const limits = losing(1_000);
    limits.play(600, 1, false);
    limits.renew(allowance({ loss: [{ limit: 1_000, net: 0, resetsAt: DAY }] }), 0, 2, false);
    expect(refusal(() => limits.play(600, 3, false))?.code).toBe(ErrorCode.BetExceedsLossLimit);
    limits.renew(allowance({ loss: [{ limit: 1_000, net: 0, resetsAt: DAY }] }), 0, 2, true);
    expect(refusal(() => limits.play(600, 3, false))).toBeNull();
  });

  it("can't come in by a stop that arrives after the reels have come to rest", () => {
    const limits = losing(1_000);
    limits.started({ type: "gameStart", gameNumber: 900_002, bet: 600, free: false });
    expect(refusal(() => limits.play(600, 1, true))?.code).toBe(ErrorCode.PressRefused);
  });

  it("is free again in the next period, where only its own games count", () => {
    const limits = losing(1_000, 900, 100);
    limits.ended({ gameNumber: 900_003, bet: 100, win: 0, endedAt: 99 });
    expect(refusal(() => limits.play(100, 99, false))).toEqual({
      code: ErrorCode.LossLimitReached,
      until: new Date(100).toISOString(),
    });
    limits.ended({ gameNumber: 900_004, bet: 100, win: 0, endedAt: 100 });
    expect(refusal(() => limits.play(901, 100, false))).toEqual({ code: ErrorCode.BetExceedsLossLimit, amount: 900 });
  });

  it("never takes the loss past the limit, whatever is won, read again or reported twice", () => {
    const step = fc.record({
      bet: fc.integer({ min: 1, max: 400 }),
      win: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 500 })),
      reread: fc.boolean(),
      recordedFirst: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000 }), fc.array(step, { maxLength: 60 }), (limit, steps) => {
        let net = 0;
        let recorded = 0;
        let last = 0;
        const limits = new SeatLimits(allowance({ loss: [{ limit, net: 0, resetsAt: DAY }] }), 0, 0);
        for (const { bet, win, reread, recordedFirst } of steps) {
          if (refusal(() => limits.play(bet, 1, false).answered()) === null) {
            last += 1;
            limits.started({ type: "gameStart", gameNumber: last, bet, free: false });
            const over = { gameNumber: last, bet, win, endedAt: 1 };
            limits.ended(over);
            net += bet - win;
            if (recordedFirst) recorded = net;
            else limits.ended(over);
          } else expect(net + bet).toBeGreaterThan(limit);
          expect(net).toBeLessThanOrEqual(limit);
          if (reread) {
            recorded = net;
            limits.renew(allowance({ loss: [{ limit, net: recorded, resetsAt: DAY }] }), last, 1, true);
          }
        }
      }),
    );
  });
});

describe("notices to the player", () => {
  it("that the loss limit is reached: once, at rest, and again on a new connection", () => {
    const limits = losing(1_000, 950);
    expect(limits.newNotices(1, true)).toEqual([]);
    limits.ended(game(50, 0));
    expect(limits.newNotices(2, false)).toEqual([]);
    expect(limits.newNotices(3, true)).toEqual([{ kind: "lossReached", until: DAY }]);
    expect(limits.newNotices(4, true)).toEqual([]);
    limits.repeatNotices();
    expect(limits.newNotices(5, true)).toHaveLength(1);
  });

  it("five minutes and one minute before the time is over, and then that it is", () => {
    const limits = new SeatLimits(allowance({ time: [{ endsAt: 10 * MINUTE, until: DAY }] }), 0, 0);
    const notices: [number, string][] = [];
    for (let now = 0; now <= 10 * MINUTE; now += 15_000) {
      for (const { kind } of limits.newNotices(now, true)) notices.push([now / MINUTE, kind]);
    }
    expect(notices).toEqual([
      [5, "timeNear"],
      [9, "timeNear"],
      [10, "timeOver"],
    ]);
  });

  it("is read again when a period ends, and every minute without a notification", () => {
    const limits = new SeatLimits(allowance({ validUntil: 30_000 }), 0, 0);
    expect([limits.isStale(29_999), limits.isStale(30_000)]).toEqual([false, true]);
    limits.renew(allowance({}), 0, 30_000, true);
    expect([limits.isStale(89_999), limits.isStale(90_000)]).toEqual([false, true]);
  });
});

it("says once that the limit of moves to machines is used up, and again in its next period", () => {
  const limits = new SeatLimits(allowance({ cashIn: { left: 500, until: DAY } }), 0, 0);
  limits.cashedIn(400);
  expect(limits.newNotices(1, true)).toEqual([]);
  limits.cashedIn(100);
  expect(limits.newNotices(2, true)).toEqual([{ kind: "cashInReached", until: DAY }]);
  expect(limits.newNotices(3, true)).toEqual([]);
  // Read again: what was moved is in the figures.
  limits.renew(allowance({ cashIn: { left: 0, until: DAY } }), 0, 4, true);
  expect(limits.newNotices(4, true)).toEqual([]);
  limits.renew(allowance({ cashIn: { left: 500, until: 2 * DAY } }), 0, DAY, true);
  expect(limits.newNotices(DAY, true)).toEqual([]);
  limits.cashedIn(500);
  expect(limits.newNotices(DAY + 1, true)).toEqual([{ kind: "cashInReached", until: 2 * DAY }]);
});
