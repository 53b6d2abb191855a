import { describe, expect, it } from "vitest";
import { ErrorCode } from "@reelcast/contract";
import { offerOf, refusalOf } from "./eligibility.ts";
import type { PromotionRequest } from "./eligibility.ts";

const request = (over: Partial<PromotionRequest>): PromotionRequest => ({
  kind: "discount",
  balance: 0,
  usedAt: null,
  now: 1_000_000,
  cooldownSeconds: 30,
  discountBalanceCheck: true,
  discountMinimum: 10_000,
  ...over,
});

describe("whether a promotion may be asked for", () => {
  it("refuses the discount from the minimum on, naming it, unless the check is off", () => {
    expect(refusalOf(request({ balance: 10_000 }))).toEqual({
      code: ErrorCode.BalanceTooHigh,
      params: { amount: 10_000 },
    });
    expect(refusalOf(request({ balance: 9_999 }))).toBeNull();
    expect(refusalOf(request({ balance: 10_000, discountBalanceCheck: false }))).toBeNull();
    expect(refusalOf(request({ kind: "bonus", balance: 10_000 }))).toBeNull();
  });
  it("lets discount and bonus be used once in the set time, and says that time and what is left of it", () => {
    for (const kind of ["discount", "bonus"] as const) {
      expect(refusalOf(request({ kind, usedAt: 1_000_000 - 29_999 }))).toEqual({
        code: ErrorCode.PromotionCooldown,
        params: { seconds: 30, remaining: 1 },
      });
      expect(refusalOf(request({ kind, usedAt: 1_000_000 - 30_000 }))).toBeNull();
    }
  });
  it("never holds the weekly bonus back, nor anybody whose clock was set back", () => {
    expect(refusalOf(request({ kind: "weekly", usedAt: 999_999, balance: 1e9 }))).toBeNull();
    expect(refusalOf(request({ usedAt: 2_000_000 }))).toBeNull();
  });
});

describe("what is offered by itself", () => {
  const states = [
    { kind: "discount" as const, eligible: true, amount: 500, waitSeconds: 0 },
    { kind: "bonus" as const, eligible: true, amount: 300, waitSeconds: 0 },
  ];
  const from = { states, balance: 50, limit: 100, autoDiscount: true, autoBonus: true };
  it("is nothing at or above the limit, and the discount before the bonus below it", () => {
    expect(offerOf({ ...from, balance: 100 })).toBeNull();
    expect(offerOf(from)?.kind).toBe("discount");
    expect(offerOf({ ...from, autoDiscount: false })?.kind).toBe("bonus");
    expect(offerOf({ ...from, autoDiscount: false, autoBonus: false })).toBeNull();
    expect(offerOf({ ...from, states: undefined })).toBeNull();
  });
});
