/** The audit log as CSV, the same from the command line and from the console. */
import type { ActRow } from "./audit/index.ts";
import { toCsv } from "./history/index.ts";
import type { Column } from "./history/index.ts";

const json = (state: unknown): string => (state === null ? "" : JSON.stringify(state));
const COLUMNS: Column<ActRow>[] = [
  ["seq", ({ seq }) => String(seq)],
  ["at", ({ at }) => at.toISOString()],
  ["by", ({ by }) => by],
  ["via", ({ via }) => via],
  ["from", ({ from }) => from],
  ["act", ({ act }) => act],
  ["target", ({ target }) => target],
  ["before", ({ before }) => json(before)],
  ["after", ({ after }) => json(after)],
  ["why", ({ why }) => why],
];

/** @param batches of `allActs` */
export const auditCsv = (batches: AsyncIterable<ActRow[]>): AsyncGenerator<string> => toCsv(COLUMNS, batches);
