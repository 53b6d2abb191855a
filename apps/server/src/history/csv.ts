/** Lists as CSV (RFC 4180) for spreadsheets: with a UTF-8 byte order mark, and without formulas. Pure. */
import type { CsvSeparator, Operation, SessionRow } from "@reelcast/contract";
import { stringify } from "csv-stringify/sync";
import { originText, operationTypeText, tagText } from "./csvTexts.ts";
import type { CsvTexts } from "./csvTexts.ts";
import { createDateWriter } from "./timeZone.ts";

/** Minor to major units, exact: -1250 is "-12.50". */
export function toMajor(minor: number, point = "."): string {
  const size = Math.abs(minor);
  return `${minor < 0 ? "-" : ""}${Math.trunc(size / 100)}${point}${String(size % 100).padStart(2, "0")}`;
}

/** Hours may exceed 24: "26:05:09". */
export function toDuration(seconds: number): string {
  const parts = [Math.trunc(seconds / 3600), Math.trunc(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

/**
 * A number is an amount in minor units and stays a number with its sign. Text that a spreadsheet would take for a formula
 * gets an apostrophe before it.
 */
type Cell = string | number | null;
export type Column<Row> = readonly [heading: string, cell: (row: Row) => Cell];

const optionsOf = (separator: CsvSeparator) =>
  ({
    delimiter: separator === "semicolon" ? ";" : ",",
    record_delimiter: "\r\n",
    quote_record_delimiter: true,
    escape_formulas: true,
    cast: { number: (minor: number) => toMajor(minor, separator === "semicolon" ? "," : ".") },
  }) as const;

/** One chunk with the headings, then one per batch, generated lazily. */
export async function* toCsv<Row>(
  columns: readonly Column<Row>[],
  batches: AsyncIterable<Row[]>,
  separator: CsvSeparator = "comma",
): AsyncGenerator<string> {
  const options = optionsOf(separator);
  yield stringify([columns.map(([heading]) => heading)], { ...options, bom: true });
  for await (const rows of batches) {
    yield stringify(
      rows.map((row) => columns.map(([, cell]) => cell(row))),
      options,
    );
  }
}

export interface Times {
  timeZone: string;
  /** The spreadsheet that reads the file; absent: DD.MM.YYYY for all. */
  separator?: CsvSeparator | undefined;
}
/** @throws AppError InvalidRequest where there is no such time zone */
export function operationColumns(words: CsvTexts, { timeZone, separator }: Times): Column<Operation>[] {
  const date = createDateWriter(timeZone, separator);
  return [
    [words.operationDate, ({ at }) => date(at)],
    [words.type, ({ type }) => operationTypeText(words, type)],
    [words.amount, ({ amount }) => amount],
    [words.from, ({ from }) => originText(words, from)],
    [words.tag, ({ tag }) => tagText(words, tag)],
    [words.ip, ({ ip }) => ip],
    [words.balanceAfter, ({ balance }) => balance],
  ];
}

/** @throws AppError InvalidRequest where there is no such time zone */
export function sessionColumns(words: CsvTexts, { timeZone, separator }: Times): Column<SessionRow>[] {
  const date = createDateWriter(timeZone, separator);
  return [
    [words.start, ({ start }) => date(start)],
    [words.end, ({ end }) => (end === null ? null : date(end))],
    [words.machine, ({ machine }) => machine],
    [words.spins, ({ spins }) => String(spins)],
    [words.freeSpins, ({ freeSpins }) => String(freeSpins)],
    [words.played, ({ played }) => toDuration(played)],
    [words.net, ({ amount }) => amount],
    [words.ip, ({ ip }) => ip],
  ];
}
