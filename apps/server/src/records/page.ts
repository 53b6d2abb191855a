/** Keyset pages of the house's lists: rows that come meanwhile are on no later page, and no row appears twice. */
import { asciiDigits } from "@reelcast/contract/fold";
import { AppError, ErrorCode } from "@reelcast/contract";
import type { ZodMiniType } from "zod/mini";
import { readCursor, writeCursor } from "../cursor.ts";

export interface PageRequest {
  cursor?: string | undefined;
  limit: number;
}
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/**
 * @param list.scope its name and filters
 * @param read the rows after a position, null: from the first; at most `limit`
 * @throws AppError InvalidRequest for a cursor of another list or of other filters
 */
export async function readPage<Row, Position, Item>(
  { cursor, limit }: PageRequest,
  list: {
    scope: readonly unknown[];
    position: ZodMiniType<Position>;
    read: (after: Position | null, limit: number) => Promise<Row[]>;
    positionOf: (row: Row) => Position;
    itemOf: (row: Row) => Item;
  },
): Promise<Page<Item>> {
  const after = cursor === undefined ? null : readCursor(list.scope, list.position, cursor).after;
  const rows = await list.read(after, limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const nextCursor =
    last !== undefined && rows.length > limit
      ? writeCursor(list.scope, { after: list.positionOf(last), total: 0 })
      : null;
  return { items: shown.map((row) => list.itemOf(row)), nextCursor };
}

/** A search text without what the database can't have. @throws AppError InvalidRequest */
export function searchOf(text: string | undefined): string | null {
  if (text?.includes("\0")) throw new AppError(ErrorCode.InvalidRequest, { field: "search" });
  const trimmed = asciiDigits(text?.trim() ?? "");
  return trimmed === "" ? null : trimmed;
}

export const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
/** To the microsecond, which a Date does not hold. */
export const EXACT_TIME = 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"';
