/** The amounts that the deposit offers: some bets of the machine, the operator's hot coins, and all that may be moved. Pure. */
import type { Settings } from "@reelcast/contract";

export const BETS = [20, 50, 100] as const;

/** `amount` in minor units. `isAbove`: more than may be moved now. */
export type DepositChip =
  | { kind: "bets"; amount: number; bets: number }
  | { kind: "coin"; amount: number; colour: Settings["hotCoins"][number]["colour"]; isAbove: boolean }
  | { kind: "all"; amount: number };

export interface DepositChoices {
  /** The machine's present bet, minor units; 0 while it is unknown. */
  bet: number;
  /** In whole currency units. */
  coins: Settings["hotCoins"];
  /** The least deposit that the machine takes, minor units. */
  least: number;
  /** The largest possible deposit, minor units. */
  most: number;
}

/**
 * By amount, each amount once: a coin counts before a number of bets. What is below `least`, and bets above `most`, are left
 * out; coins above it are there to be seen. `most` itself is one, unless it is less than the least deposit.
 */
export function depositChips({ bet, coins, least, most }: DepositChoices): DepositChip[] {
  const from = Math.max(1, least);
  const isThere = most >= from;
  const all: DepositChip[] = isThere ? [{ kind: "all", amount: most }] : [];
  const wanted: DepositChip[] = [
    ...coins
      .map(({ amount, colour }) => ({ kind: "coin" as const, amount: amount * 100, colour }))
      .map((coin) => ({ ...coin, isAbove: coin.amount > most || !isThere })),
    ...BETS.map((bets) => ({ kind: "bets" as const, amount: bet * bets, bets })).filter(({ amount }) => amount < most),
  ];
  const byAmount = new Map<number, DepositChip>();
  for (const chip of wanted)
    if (chip.amount >= from && !(isThere && chip.amount === most) && !byAmount.has(chip.amount))
      byAmount.set(chip.amount, chip);
  return [...byAmount.values(), ...all].toSorted((a, b) => a.amount - b.amount);
}
