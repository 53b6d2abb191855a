/** Which buttons of a deck lead to a bet. Pure. */
import type { Band, Control } from "@reelcast/contract";
import type { SeatPlan } from "./seatPlan.ts";

type Wanted = Pick<SeatPlan, "bet" | "lines" | "betPerLine">;
interface Choice {
  band: string;
  control: string;
  value: number;
}

/** What a button stands for; null: no number. */
function valueOf({ kind, amount, label }: Control): number | null {
  if (kind === "denomination") return amount ?? null;
  const digits = /^×?(\d+)$/.exec(label)?.[1];
  return digits === undefined ? null : Number(digits);
}
function choicesOf(bands: readonly Band[], kind: Control["kind"]): Choice[] {
  return bands.flatMap(({ id, controls }) =>
    controls.flatMap((control) => {
      const value = control.kind === kind ? valueOf(control) : null;
      return value === null ? [] : [{ band: id, control: control.id, value }];
    }),
  );
}

/**
 * The presses, in the order of the bands, of those buttons alone that are not chosen yet; null: no choice of them makes that bet.
 * Where several do, the one with the fewest presses.
 * @param selects the control that is chosen in each band
 */
export function pressesForBet(
  bands: readonly Band[],
  selects: Readonly<Record<string, string>>,
  { bet, lines, betPerLine }: Wanted,
): string[] | null {
  const denominations = choicesOf(bands, "denomination");
  // Without a band of its own the number of lines is fixed.
  const lineChoices: (Choice | null)[] = choicesOf(bands, "lines");
  if (lineChoices.length === 0) lineChoices.push(null);
  let best: string[] | null = null;
  for (const denomination of denominations) {
    for (const line of lineChoices) {
      for (const credits of choicesOf(bands, "bet")) {
        const perLine = denomination.value * credits.value;
        const count = line?.value ?? lines ?? 1;
        if (perLine * count !== bet || (lines ?? count) !== count || (betPerLine ?? perLine) !== perLine) continue;
        const presses = [denomination, line, credits].flatMap((one) =>
          one === null || selects[one.band] === one.control ? [] : [one.control],
        );
        if (best === null || presses.length < best.length) best = presses;
      }
    }
  }
  return best;
}
