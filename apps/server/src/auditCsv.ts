/** The audit log as CSV, the same from the command line and from the console. */
import type { CsvSeparator } from "@reelcast/contract";
import type { ActRow } from "./audit/index.ts";
import { createDateWriter, toCsv } from "./history/index.ts";
import type { Column } from "./history/index.ts";

const json = (state: unknown): string => (state === null ? "" : JSON.stringify(state));
const columnsOf = (at: (iso: string) => string): Column<ActRow>[] => [
  ["seq", ({ seq }) => String(seq)],
  ["at", (row) => at(row.at.toISOString())],
  ["by", ({ by }) => by],
  ["via", ({ via }) => via],
  ["from", ({ from }) => from],
  ["act", ({ act }) => act],
  ["target", ({ target }) => target],
  ["before", ({ before }) => json(before)],
  ["after", ({ after }) => json(after)],
  ["why", ({ why }) => why],
];

/**
 * @param batches of `allActs`
 * @param separator for a spreadsheet, with moments (UTC) that it reads; absent: by commas, with moments to the millisecond
 */
export const auditCsv = (batches: AsyncIterable<ActRow[]>, separator?: CsvSeparator): AsyncGenerator<string> =>
  toCsv(columnsOf(separator === undefined ? (iso) => iso : createDateWriter("UTC", separator)), batches, separator);
