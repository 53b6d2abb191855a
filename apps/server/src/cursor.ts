/**
 * Cursors of pages. A cursor is opaque to the client, valid only for its list and filters, and has the total of the first
 * page, so that later pages don't count again. It grants no access: the caller is checked for each page.
 */
import { createHash } from "node:crypto";
import { AppError, ErrorCode } from "@reelcast/contract";
import * as z from "zod/mini";

/** The scope of a cursor: name of the list, and what it is restricted to. */
export type Scope = readonly unknown[];

export interface CursorContent<P> {
  /** The last row of the page before. */
  after: P;
  /** Total of matching rows when the first page was read; 0 of lists that don't count. */
  total: number;
}

const scopeHash = (scope: Scope) => createHash("sha256").update(JSON.stringify(scope)).digest("base64url").slice(0, 12);

export function writeCursor(scope: Scope, { after, total }: CursorContent<unknown>): string {
  return Buffer.from(JSON.stringify([scopeHash(scope), total, after])).toString("base64url");
}

/** @throws AppError InvalidRequest if it is not a cursor of this list and filters */
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
