import { DEFAULT_SETTINGS } from "@reelcast/contract";
import { describe, expect, it } from "vitest";
import { depositChips } from "./depositChips.ts";
import type { DepositChip } from "./depositChips.ts";

const { hotCoins, hotCoinsLow } = DEFAULT_SETTINGS;
type Choices = Omit<Parameters<typeof depositChips>[0], "least"> & { least?: number };
const chipsOf = ({ least = 1, ...choices }: Choices) => depositChips({ least, ...choices });
const isAbove = (chip: DepositChip) => chip.kind === "coin" && chip.isAbove;
/** Of the chips that can be chosen. */
const amounts = (choices: Choices) => chipsOf(choices).flatMap((chip) => (isAbove(chip) ? [] : [chip.amount]));
const coinsAbove = (choices: Choices) => chipsOf(choices).filter(isAbove).length;

describe("the chips of a deposit", () => {
  it("are bets and coins by amount, with all of it among them", () => {
    expect(chipsOf({ bet: 1_250, coins: hotCoinsLow.slice(0, 2), most: 1_000_000 })).toEqual([
      { kind: "coin", amount: 10_000, colour: "blue", isAbove: false },
      { kind: "bets", amount: 25_000, bets: 20 },
      { kind: "coin", amount: 50_000, colour: "green", isAbove: false },
      { kind: "bets", amount: 62_500, bets: 50 },
      { kind: "bets", amount: 125_000, bets: 100 },
      { kind: "all", amount: 1_000_000 },
    ]);
  });

  it("have each amount once: the coin keeps its colour, and all of it is no second chip", () => {
    const chips = chipsOf({ bet: 500, coins: hotCoinsLow, most: 50_000 });
    expect(chips).toEqual([
      { kind: "coin", amount: 10_000, colour: "blue", isAbove: false },
      { kind: "bets", amount: 25_000, bets: 50 },
      { kind: "all", amount: 50_000 },
      { kind: "coin", amount: 100_000, colour: "purple", isAbove: true },
      { kind: "coin", amount: 500_000, colour: "yellow", isAbove: true },
    ]);
  });

  it("are never below the least deposit of the machine, and none where less may be moved", () => {
    expect(amounts({ bet: 20, coins: hotCoinsLow, least: 2_000, most: 60_000 })).toEqual([
      2_000, 10_000, 50_000, 60_000,
    ]);
    expect(amounts({ bet: 20, coins: hotCoinsLow, least: 2_000, most: 2_000 })).toEqual([2_000]);
    expect(amounts({ bet: 20, coins: hotCoinsLow, least: 2_000, most: 1_999 })).toEqual([]);
  });

  it("are never above what may be moved, however little that is, and none without money", () => {
    expect(amounts({ bet: 20, coins: hotCoins, most: 399 })).toEqual([399]);
    expect(amounts({ bet: 20, coins: hotCoins, most: 401 })).toEqual([400, 401]);
    expect(amounts({ bet: 1, coins: [], most: 1 })).toEqual([1]);
    expect(amounts({ bet: 20, coins: hotCoins, most: 0 })).toEqual([]);
    expect(amounts({ bet: 20, coins: hotCoins, most: -5 })).toEqual([]);
  });

  it("show the coins that are above what may be moved, without offering them", () => {
    expect(coinsAbove({ bet: 20, coins: hotCoins, most: 500_000 })).toBe(3);
    expect(coinsAbove({ bet: 20, coins: hotCoins, most: 0 })).toBe(hotCoins.length);
    expect(coinsAbove({ bet: 20, coins: hotCoinsLow, least: 20_000, most: 15_000 })).toBe(3);
    expect(coinsAbove({ bet: 20, coins: hotCoins, most: 100_000_000 })).toBe(0);
  });

  it("are whole minor units of small bets and large balances, and only coins while the bet is unknown", () => {
    expect(amounts({ bet: 3, coins: [], most: Number.MAX_SAFE_INTEGER })).toEqual([
      60,
      150,
      300,
      Number.MAX_SAFE_INTEGER,
    ]);
    expect(amounts({ bet: 0, coins: hotCoinsLow.slice(0, 1), most: 20_000 })).toEqual([10_000, 20_000]);
  });
});
