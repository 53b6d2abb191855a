/**
 * Where a next page begins. A cursor is opaque to the app, holds for the list, player and filters that it was made for
 * alone, and carries the total of the first page, so that no later page counts again. It grants nothing: a page is of
 * the player who asks, whatever a cursor says.
 */
import { createHash } from "node:crypto";
import { AppError, ErrorCode } from "@reelcast/contract";
import * as z from "zod/mini";

/** What a cursor holds for: the name of the list, the player and the filters. */
export type Scope = readonly unknown[];

export interface CursorContent<P> {
  /** The last row that was given. */
  after: P;
  /** Rows that match in all, when the first page was read. */
  total: number;
}

const scopeHash = (scope: Scope) => createHash("sha256").update(JSON.stringify(scope)).digest("base64url").slice(0, 12);

export function writeCursor(scope: Scope, { after, total }: CursorContent<unknown>): string {
  return Buffer.from(JSON.stringify([scopeHash(scope), total, after])).toString("base64url");
}

/** @throws AppError InvalidRequest where it is no cursor of this list, player and filters */
export function readCursor<P>(scope: Scope, position: z.ZodMiniType<P>, cursor: string): CursorContent<P> {
  const schema = z.tuple([z.literal(scopeHash(scope)), z.int().check(z.nonnegative()), position]);
  const parsed = schema.safeParse(parse(Buffer.from(cursor, "base64url").toString("utf8")));
  if (!parsed.success) throw new AppError(ErrorCode.InvalidRequest, { field: "cursor" });
  const [, total, after] = parsed.data;
  return { after, total };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
