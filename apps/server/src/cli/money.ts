/** Parses and formats amounts of the command line: whole units with up to two decimals; minor units everywhere else. */
import { asciiDigits } from "@reelcast/contract/fold";
import { MAX_TRANSFER } from "@reelcast/contract";
import { InputError } from "../input.ts";

/** "1500", "1500.5" or "1500.50" → minor units. @throws Error with one clear sentence */
export function parseAmount(text: string): number {
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(asciiDigits(text));
  const minor = match ? Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0")) : NaN;
  if (!Number.isSafeInteger(minor) || minor <= 0 || minor > MAX_TRANSFER) {
    throw new InputError(
      `"${text}" is not an amount: write whole units with at most two decimals, such as 1500 or 99.90.`,
    );
  }
  return minor;
}

/** "0.5" → 50 hundredths of a percent. @throws Error with one clear sentence */
export function parsePercent(text: string): number {
  const match = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(asciiDigits(text));
  const parts = match ? Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0")) : NaN;
  if (!(parts <= 10_000))
    throw new InputError(`"${text}" is not a percentage: write 0 to 100 with at most two decimals.`);
  return parts;
}

/** 123450 → "1234.50"; never through a float. */
export function formatAmount(minor: number): string {
  const sign = minor < 0 ? "-" : "";
  const digits = String(Math.abs(minor)).padStart(3, "0");
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Replaces control characters of stored texts, which would act on the reader's terminal. */
const withoutControlCharacters = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\ufffd");
/** The same for several lines. */
export const withoutControlCharactersPerLine = (text: string): string =>
  text.split("\n").map(withoutControlCharacters).join("\n");

/** A text table: headings, columns as wide as their content, numbers right-aligned. */
export function table(headings: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cells = rows.map((row) => row.map((cell) => withoutControlCharacters(String(cell))));
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const numeric = headings.map(
    (_, column) => cells.length > 0 && cells.every((row) => /^-?[\d.]+$/.test(row[column] ?? "")),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (numeric[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join("  ")
      .trimEnd();
  return [line(headings), ...cells.map(line)].join("\n");
}
