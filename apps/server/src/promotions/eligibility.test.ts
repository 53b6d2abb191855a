import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ErrorCode } from "@reelcast/contract";
import { isoWeek, assessClaim, shareOf } from "./eligibility.ts";
import type { ClaimFacts, PromotionRules } from "./eligibility.ts";

const share = { basisPoints: 1_000, atLeast: 100, atMost: 50_000 };
const DAY_MS = 86_400_000;
/** Weeks in UTC: day 4 of the epoch was a Monday. */
const weekOf = (moment: number) => {
  const from = (Math.floor((moment / DAY_MS - 4) / 7) * 7 + 4) * DAY_MS;
  return { from, to: from + 7 * DAY_MS };
};
const RULES: PromotionRules = {
  discount: share,
  bonus: { ...share, basisPoints: 500 },
  weekly: { ...share, basisPoints: 100 },
  cooldownSeconds: 30,
  discountBelow: 10_000,
  weekOf,
};
const NOW = new Date("2026-11-21T11:20:15Z");
const before = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);
const facts = (more: Partial<ClaimFacts>): ClaimFacts => ({
  now: NOW,
  lastGrantAt: null,
  basis: 40_000,
  owned: 0,
  ...more,
});

describe("a claim", () => {
  it("brings its share, down to whole minor units", () => {
    expect(assessClaim("discount", RULES, facts({ basis: 40_009 }))).toMatchObject({ amount: 4_000, refusal: null });
    expect(assessClaim("bonus", RULES, facts({})).amount).toBe(2_000);
    expect(assessClaim("weekly", RULES, facts({})).amount).toBe(400);
  });

  it("brings no more than the operator's maximum, and nothing below the minimum", () => {
    expect(assessClaim("discount", RULES, facts({ basis: 1_000_000 }))).toMatchObject({
      amount: 50_000,
      refusal: null,
    });
    expect(assessClaim("discount", RULES, facts({ basis: 1_000 }))).toMatchObject({ amount: 100, refusal: null });
    expect(assessClaim("discount", RULES, facts({ basis: 999 })).refusal?.code).toBe(ErrorCode.NothingToClaim);
    expect(assessClaim("discount", RULES, facts({ basis: -5_000 }))).toMatchObject({
      amount: 0,
      refusal: { code: ErrorCode.NothingToClaim },
    });
  });

  it("brings nothing where the operator offers none, even without a minimum", () => {
    const rules = { ...RULES, bonus: { basisPoints: 0, atLeast: 0, atMost: 100 } };
    expect(assessClaim("bonus", rules, facts({})).refusal?.code).toBe(ErrorCode.NothingToClaim);
  });

  it("waits for the end of the cooldown, and says the rule and what is left of it", () => {
    expect(assessClaim("discount", RULES, facts({ lastGrantAt: before(29.5) })).refusal).toMatchObject({
      code: ErrorCode.PromotionCooldown,
      params: { seconds: 30, remaining: 1 },
    });
    expect(assessClaim("bonus", RULES, facts({ lastGrantAt: before(10) })).waitSeconds).toBe(20);
    expect(assessClaim("discount", RULES, facts({ lastGrantAt: before(30) })).refusal).toBeNull();
  });

  it("of the discount is for those who own less than the limit, where the operator checks that", () => {
    expect(assessClaim("discount", RULES, facts({ owned: 10_000 })).refusal).toMatchObject({
      code: ErrorCode.BalanceTooHigh,
      params: { amount: 10_000 },
    });
    expect(assessClaim("discount", RULES, facts({ owned: 9_999 })).refusal).toBeNull();
    expect(assessClaim("discount", { ...RULES, discountBelow: null }, facts({ owned: 10_000 })).refusal).toBeNull();
    expect(assessClaim("bonus", RULES, facts({ owned: 10_000 })).refusal).toBeNull();
  });

  it("of the weekly bonus is granted once an ISO week", () => {
    const monday = new Date("2026-11-16T00:00:00Z");
    expect(assessClaim("weekly", RULES, facts({ lastGrantAt: monday }))).toMatchObject({
      refusal: { code: ErrorCode.NothingToClaim },
      // Saturday 11:20:15 to Monday 00:00
      waitSeconds: (36 * 3600 + 39 * 60 + 45) | 0,
    });
    const sunday = new Date(monday.getTime() - 1);
    expect(assessClaim("weekly", RULES, facts({ lastGrantAt: sunday }))).toMatchObject({
      refusal: null,
      waitSeconds: 0,
    });
  });
});

describe("windows", () => {
  it.each([
    ["2026-11-16T00:00:00Z", "2026-W47"],
    ["2025-12-29T00:00:00Z", "2026-W01"],
    ["2024-12-23T00:00:00Z", "2024-W52"],
    ["2024-12-30T00:00:00Z", "2025-W01"],
    ["2020-12-28T00:00:00Z", "2020-W53"],
    // Mondays of Istanbul, Auckland and Honolulu
    ["2024-12-29T21:00:00Z", "2025-W01"],
    ["2020-12-27T11:00:00Z", "2020-W53"],
    ["2025-12-28T11:00:00Z", "2026-W01"],
    ["2025-12-29T10:00:00Z", "2026-W01"],
  ])("the week that begins at %s is %s", (monday, week) => {
    expect(isoWeek(Date.parse(monday))).toBe(week);
  });

  it("never give two grants that are a cooldown apart the same name, even after the cooldown was changed", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4e12 }),
        fc.integer({ min: 1, max: 86_400 }),
        fc.integer({ min: 1, max: 86_400 }),
        fc.integer({ min: 0, max: 1e6 }),
        (at, cooldown, later, more) => {
          const first = assessClaim("bonus", { ...RULES, cooldownSeconds: cooldown }, facts({ now: new Date(at) }));
          const next = { now: new Date(at + later * 1000 + more), lastGrantAt: new Date(at) };
          const second = assessClaim("bonus", { ...RULES, cooldownSeconds: later }, facts(next));
          expect(second.refusal).toBeNull();
          expect(second.window).not.toBe(first.window);
        },
      ),
    );
  });
});

describe("a share", () => {
  it("is exact beyond what a float would hold", () => {
    expect(shareOf(9_007_199_254_740_991, { basisPoints: 9_999, atLeast: 0, atMost: Number.MAX_SAFE_INTEGER })).toBe(
      9_006_298_534_815_516,
    );
  });
});
