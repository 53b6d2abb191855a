/** Keyset pagination of a list, newest first: new rows appear on no later page, and no row appears twice. */
import type { ZodMiniType } from "zod/mini";
import { readCursor, writeCursor } from "../cursor.ts";
import type { Scope } from "../cursor.ts";
import { readFilter } from "./filter.ts";
import type { Filter, FilterQuery } from "./filter.ts";

export interface PageQuery extends FilterQuery {
  cursor?: string | undefined;
  limit: number;
}
export interface Page<Row> {
  items: Row[];
  nextCursor: string | null;
  /** Rows that match on all pages. */
  total: number;
}
export interface Batch<Row, P> {
  rows: { row: Row; position: P }[];
  /** Only meaningful for the first page: counted in the same statement as the rows. */
  total: number;
}
export interface Slice<P> {
  /** Only older rows than this; null: the newest ones. */
  after: P | null;
  limit: number;
  /** For files: columns that only a screen shows may be left out. */
  brief: boolean;
}
export type ReadBatch<Row, P> = (playerId: number, filter: Filter, slice: Slice<P>) => Promise<Batch<Row, P>>;

export interface Rows<Row> {
  total: number;
  batches: AsyncIterable<Row[]>;
}
export interface Pager<Row> {
  /** @throws AppError InvalidRequest for an invalid cursor or filter */
  page: (playerId: number, query: PageQuery) => Promise<Page<Row>>;
  /** All matching rows, in batches that are read lazily. @throws AppError InvalidRequest */
  all: (playerId: number, query: FilterQuery) => Promise<Rows<Row>>;
}

const BATCH_SIZE = 500;

export function createPager<Row, P>(list: string, position: ZodMiniType<P>, read: ReadBatch<Row, P>): Pager<Row> {
  return {
    async page(playerId, { cursor, limit, ...query }) {
      const filter = readFilter(query);
      const scope: Scope = [list, playerId, filter];
      const place = cursor === undefined ? null : readCursor(scope, position, cursor);
      const batch = await read(playerId, filter, { after: place?.after ?? null, limit: limit + 1, brief: false });
      const total = place?.total ?? batch.total;
      const shown = batch.rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        items: shown.map(({ row }) => row),
        nextCursor:
          last !== undefined && batch.rows.length > limit ? writeCursor(scope, { after: last.position, total }) : null,
        total,
      };
    },

    async all(playerId, query) {
      const filter = readFilter(query);
      const first = await read(playerId, filter, { after: null, limit: BATCH_SIZE, brief: true });
      return {
        total: first.total,
        batches: (async function* () {
          for (let batch = first; ;) {
            if (batch.rows.length > 0) yield batch.rows.map(({ row }) => row);
            const last = batch.rows.at(-1);
            if (last === undefined || batch.rows.length < BATCH_SIZE) return;
            batch = await read(playerId, filter, { after: last.position, limit: BATCH_SIZE, brief: true });
          }
        })(),
      };
    },
  };
}
