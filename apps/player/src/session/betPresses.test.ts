/** Which buttons lead to a bet. */
import type { Band, Control } from "@reelcast/contract";
import { describe, expect, it } from "vitest";
import { pressesForBet } from "./betPresses.ts";

const control = (kind: Control["kind"], id: string, label: string, amount?: number): Control => ({
  id,
  label,
  kind,
  lit: true,
  ...(amount !== undefined && { amount }),
});
const band = (id: string, ...controls: Control[]): Band => ({ id, name: id, Order: 1, controls });
const DENOMINATIONS = band(
  "denomination",
  control("denomination", "denom-5", "0.05", 5),
  control("denomination", "denom-50", "0.50", 50),
);
const LINES = band("lines", control("lines", "lines-5", "5"), control("lines", "lines-20", "20"));
const BETS = band(
  "bet",
  control("bet", "bet-1", "×1"),
  control("bet", "bet-10", "×10"),
  control("maxBet", "bet-max", "MAX"),
);
const ALL = [DENOMINATIONS, LINES, BETS];
const SELECTS = { denomination: "denom-5", lines: "lines-20", bet: "bet-1" };

describe("the presses for a bet", () => {
  it("are those of the buttons that are not chosen yet", () => {
    expect(pressesForBet(ALL, SELECTS, { bet: 100, lines: 20, betPerLine: 5 })).toEqual([]);
    expect(pressesForBet(ALL, SELECTS, { bet: 2_500, lines: 5, betPerLine: 500 })).toEqual([
      "denom-50",
      "lines-5",
      "bet-10",
    ]);
  });
  it("are the fewest, where several choices make it", () => {
    // 0.50 × 1 or 0.05 × 10 on each of the lines.
    expect(pressesForBet(ALL, SELECTS, { bet: 1_000, lines: 20, betPerLine: 50 })).toHaveLength(1);
    expect(
      pressesForBet(ALL, { ...SELECTS, denomination: "denom-50" }, { bet: 1_000, lines: 20, betPerLine: 50 }),
    ).toEqual([]);
  });
  it("lead to the total where the machine reports nothing more", () => {
    expect(pressesForBet(ALL, SELECTS, { bet: 250, lines: null, betPerLine: null })).toHaveLength(2);
  });
  it("are for the lines of the record where the deck has none to choose", () => {
    expect(pressesForBet([DENOMINATIONS, BETS], SELECTS, { bet: 2_500, lines: 5, betPerLine: 500 })).toEqual([
      "denom-50",
      "bet-10",
    ]);
  });
  it("are none where no choice makes it, or a button says no number", () => {
    expect(pressesForBet(ALL, SELECTS, { bet: 101, lines: null, betPerLine: null })).toBeNull();
    expect(pressesForBet(ALL, SELECTS, { bet: 1_000, lines: 9, betPerLine: 50 })).toBeNull();
    expect(pressesForBet([], {}, { bet: 1_000, lines: null, betPerLine: null })).toBeNull();
    const words = [DENOMINATIONS, LINES, band("bet", control("bet", "more", "BET +"))];
    expect(pressesForBet(words, SELECTS, { bet: 100, lines: 20, betPerLine: 5 })).toBeNull();
  });
});
