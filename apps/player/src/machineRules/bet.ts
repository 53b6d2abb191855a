/** The bet that the pay table is for. */
import type { GameRules } from "@reelcast/contract";

export interface LineBet {
  lines: number;
  /** Bet per line, minor units. */
  perLine: number;
}

const valueOf = (control: string | undefined) => Number(/^[a-z]+-(\d+)$/.exec(control ?? "")?.[1] ?? Number.NaN);

/** What is chosen at the machine. @param selects control by band, e.g. {lines: "lines-20", denomination: "denom-50"} */
export function chosenBet({ lines, denomination, bet }: Readonly<Record<string, string>>): LineBet | null {
  const chosen = { lines: valueOf(lines), perLine: valueOf(denomination) * valueOf(bet) };
  return Number.isSafeInteger(chosen.lines) && Number.isSafeInteger(chosen.perLine) ? chosen : null;
}

/** The chosen bet where the game has it; else all lines at the smallest bet. */
export function betOf({ lineChoices, lineBets }: GameRules, chosen: LineBet | null): LineBet {
  const { lines, perLine } = chosen ?? { lines: -1, perLine: -1 };
  return {
    lines: lineChoices.includes(lines) ? lines : Math.max(...lineChoices),
    perLine: lineBets.includes(perLine) ? perLine : Math.min(...lineBets),
  };
}
