/** Parses strips and lines that are written as text: one letter per symbol. */
import type { Strip, SymbolId } from "./types.ts";

const LETTERS: Record<string, SymbolId> = {
  W: "wild",
  S: "scatter",
  T: "top",
  A: "high1",
  B: "high2",
  C: "high3",
  D: "mid1",
  E: "mid2",
  f: "low1",
  g: "low2",
  h: "low3",
  i: "low4",
};

export function strip(letters: string): Strip {
  return letters
    .replaceAll(" ", "")
    .split("")
    .map((letter) => {
      const symbol = LETTERS[letter];
      if (!symbol) throw new Error(`no symbol ${letter}`);
      return symbol;
    });
}

/** "11111" → [1, 1, 1, 1, 1]: the row on each reel. */
export function lines(...rows: string[]): number[][] {
  return rows.map((row) => row.split("").map(Number));
}
