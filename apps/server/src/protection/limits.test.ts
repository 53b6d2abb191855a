import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError, ErrorCode } from "@reelcast/contract";
import {
  CONFIRM_WITHIN_MS,
  LOOSER_AFTER_MS,
  NO_LIMIT,
  allowanceOf,
  amountLeft,
  confirmLimit,
  requestLimit,
  absenceInForce,
  breakUntil,
  exclusionUntil,
  inForce,
  limitChange,
  lossReached,
  realityCheckInForce,
  timeReached,
  displayedUsage,
} from "./limits.ts";
import type { Limit, LimitStatus } from "./limits.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MINUTE = 60_000;
const after = (...asked: [hour: number, value: number | null][]): Limit =>
  asked.reduce((limit, [hour, value]) => requestLimit(limit, value, hour * HOUR), NO_LIMIT);

describe("a limit", () => {
  it("is tightened at once, and loosened or removed once it is confirmed, a day later", () => {
    expect(after([0, 500], [1, 200])).toEqual({ value: 200, pending: null });
    const looser = after([0, 500], [1, 800]);
    expect(inForce(looser, 1_000 * HOUR).value).toBe(500);
    expect(() => confirmLimit(looser, 800, 25 * HOUR - 1)).toThrow(AppError);
    expect(confirmLimit(looser, 800, 25 * HOUR)).toEqual({ value: 800, pending: null });
    const gone = after([0, 500], [1, null]);
    expect(confirmLimit(gone, null, 25 * HOUR)).toEqual({ value: null, pending: null });
  });

  it("confirms what was asked for, and nothing else", () => {
    const looser = after([0, 500], [1, 800]);
    for (const value of [900, 500, null]) expect(() => confirmLimit(looser, value, 26 * HOUR)).toThrow(AppError);
    expect(() => confirmLimit(after([0, 500]), 500, 26 * HOUR)).toThrow(AppError);
    expect(() => confirmLimit(NO_LIMIT, null, 26 * HOUR)).toThrow(AppError);
  });

  it("forgets a request that is not confirmed within a week", () => {
    const looser = after([0, 500], [1, 800]);
    const end = 25 * HOUR + CONFIRM_WITHIN_MS;
    expect(inForce(looser, end - 1).pending).toEqual({ value: 800, from: 25 * HOUR });
    expect(inForce(looser, end)).toEqual({ value: 500, pending: null });
    expect(() => confirmLimit(looser, 800, end)).toThrow(AppError);
    // Asked for again, it waits a day again.
    expect(requestLimit(looser, 800, end).pending).toEqual({ value: 800, from: end + LOOSER_AFTER_MS });
  });

  it("drops the pending value when a tighter or the current value is requested", () => {
    expect(after([0, 500], [1, 800], [2, 300])).toEqual({ value: 300, pending: null });
    expect(after([0, 500], [1, 800], [2, 500])).toEqual({ value: 500, pending: null });
  });

  it("restarts the day for a different request, not for the same one", () => {
    expect(after([0, 500], [1, 800], [20, 800]).pending).toEqual({ value: 800, from: 25 * HOUR });
    expect(after([0, 500], [1, 800], [20, 600]).pending).toEqual({ value: 600, from: 44 * HOUR });
    expect(after([0, 500], [1, null], [20, 900]).pending).toEqual({ value: 900, from: 44 * HOUR });
  });

  it("is never loosened but by the confirmation of a request a day ago that was not replaced since", () => {
    const strength = (value: number | null) => value ?? Number.POSITIVE_INFINITY;
    const request = fc.record({
      wait: fc.integer({ min: 0, max: 30 * HOUR }),
      value: fc.option(fc.integer({ min: 1, max: 20 }), { nil: null }),
      confirms: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(request, { minLength: 1, maxLength: 25 }), (requests) => {
        let limit: Limit = NO_LIMIT;
        let now = 0;
        /** The looser value that was asked for last, and since when without a pause. */
        let looser = null as { value: number | null; at: number } | null;
        for (const { wait, value, confirms } of requests) {
          now += wait;
          const before = inForce(limit, now).value;
          if (confirms) {
            const confirmed = inForce(limit, now).pending?.value ?? value;
            try {
              limit = confirmLimit(limit, confirmed, now);
              expect(looser?.value).toBe(confirmed);
              expect(now - (looser?.at ?? now)).toBeGreaterThanOrEqual(LOOSER_AFTER_MS);
              looser = null;
            } catch (error) {
              if (!(error instanceof AppError)) throw error;
              expect(inForce(limit, now).value).toBe(before);
            }
            continue;
          }
          limit = requestLimit(limit, value, now);
          const then = inForce(limit, now).value;
          expect(strength(then)).toBeLessThanOrEqual(strength(before));
          expect(strength(then)).toBeLessThanOrEqual(Math.max(strength(value), strength(before)));
          const isLooser = strength(value) > strength(before);
          if (!isLooser) expect(limit).toEqual({ value, pending: null });
          if (!isLooser) looser = null;
          else if (looser?.value !== value || limit.pending?.from === now + LOOSER_AFTER_MS)
            looser = { value, at: now };
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it("is logged with its old and new value", () => {
    const which = { kind: "loss", period: "day" } as const;
    expect(limitChange(which, after([0, 50_000]), after([0, 50_000], [1, 20_000]))).toBe("loss/day 50000 → 20000");
    expect(limitChange(which, NO_LIMIT, after([0, 50_000]))).toBe("loss/day none → 50000");
    expect(limitChange(which, after([0, 500]), after([0, 500], [1, null]))).toBe(
      "loss/day 500 → none confirm 1970-01-02T01:00:00.000Z",
    );
  });
});

describe("a break and an exclusion", () => {
  const now = Date.parse("2026-08-31T12:00:00Z");
  it("last as long as requested, and never end before an earlier one", () => {
    expect(breakUntil(null, 7, now)).toBe(now + 7 * DAY);
    expect(breakUntil(now + 20 * DAY, 7, now)).toBe(now + 20 * DAY);
    expect(breakUntil(now + 3 * DAY, 7, now)).toBe(now + 7 * DAY);
    // There is no 31 February: the first days of March, not the last of February.
    expect(exclusionUntil(null, 6, now)).toBe(Date.parse("2027-03-03T12:00:00Z"));
    expect(exclusionUntil(Date.parse("2031-01-01T00:00:00Z"), 6, now)).toBe(Date.parse("2031-01-01T00:00:00Z"));
  });
  it("are in force until their last moment, with the exclusion first", () => {
    expect(absenceInForce({ breakUntil: 10, exclusionUntil: null }, 9)).toEqual({ code: ErrorCode.OnBreak, until: 10 });
    expect(absenceInForce({ breakUntil: 10, exclusionUntil: 20 }, 9)).toEqual({
      code: ErrorCode.SelfExcluded,
      until: 20,
    });
    expect(absenceInForce({ breakUntil: 10, exclusionUntil: 5 }, 9)).toEqual({ code: ErrorCode.OnBreak, until: 10 });
    expect(absenceInForce({ breakUntil: 10, exclusionUntil: null }, 10)).toBeNull();
  });
});

describe("the status of a player", () => {
  const standing = (part: Partial<LimitStatus>): LimitStatus => ({
    kind: "loss",
    period: "day",
    value: null,
    pending: null,
    used: 0,
    resetsAt: DAY,
    ...part,
  });

  it("the smallest remaining amount counts, and the latest end of the reached limits", () => {
    const all = [
      standing({ kind: "cashIn", value: 500, used: 200 }),
      standing({ kind: "cashIn", period: "week", value: 1_000, used: 950, resetsAt: 7 * DAY }),
      standing({ kind: "deposit", value: 30, used: 45 }),
      standing({ value: 100, used: 100 }),
      standing({ period: "month", value: 90, used: 100, resetsAt: 30 * DAY }),
      standing({ period: "week", value: 200, used: 100, resetsAt: 7 * DAY }),
      standing({ kind: "time", value: 60, used: 59 * MINUTE }),
    ];
    expect(amountLeft(all, "cashIn")).toBe(50);
    expect(amountLeft(all, "deposit")).toBe(0);
    expect(lossReached(all)).toBe(30 * DAY);
    expect(timeReached(all)).toBeNull();
    expect(amountLeft([], "cashIn")).toBeNull();
  });

  it("a net win is shown as a loss of 0", () => {
    expect(displayedUsage({ kind: "loss", used: -300 })).toBe(0);
    expect(displayedUsage({ kind: "time", used: 3.9 * MINUTE })).toBe(3);
  });

  it("an allowance has the end of the time limit and its own end of validity", () => {
    const now = 10 * HOUR;
    const { time, loss, cashIn, validUntil, barred, isUnder25 } = allowanceOf(
      [
        standing({ kind: "time", value: 60, used: 50 * MINUTE }),
        // Not within this period: it begins anew before.
        standing({ kind: "time", value: 24 * 60, used: 0 }),
        standing({ value: 100, used: -20, pending: { value: 200, from: now + HOUR } }),
        standing({ kind: "cashIn", value: 500, used: 200 }),
        standing({ kind: "cashIn", period: "week", value: 900, used: 600, resetsAt: 7 * DAY }),
      ],
      { absence: { breakUntil: null, exclusionUntil: now + 1 }, realityCheckMinutes: 30, isUnder25: true },
      now,
    );
    expect(time).toEqual([{ endsAt: now + 10 * MINUTE, until: DAY }]);
    expect(loss).toEqual([{ limit: 100, net: -20, resetsAt: DAY }]);
    expect(cashIn).toEqual({ left: 300, until: 7 * DAY });
    expect(validUntil).toBe(DAY);
    expect(barred).toBe("excluded");
    expect(isUnder25).toBe(true);
  });

  it("the reality check comes at least as often as the house asks for", () => {
    expect(realityCheckInForce(null, 0)).toBeNull();
    expect(realityCheckInForce(120, 0)).toBe(120);
    expect(realityCheckInForce(null, 60)).toBe(60);
    expect(realityCheckInForce(120, 60)).toBe(60);
    expect(realityCheckInForce(15, 60)).toBe(15);
  });
});
