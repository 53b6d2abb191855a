/**
 * The search of the audit log for people who read it: pages in both directions, and the words of its filters. A page is
 * found by numbers of rows alone, so rows that are written meanwhile move none of them.
 */
import { sql } from "kysely";
import type { Db } from "../storage/index.ts";
import { matching } from "./query.ts";
import type { ActFilter, ActRow } from "./query.ts";

/** No index serves a search for a text: one page reads at most so many rows. */
const SCANNED_ROWS = 5_000;
const MAX_WORDS = 500;
/** Of an act in steps, and of a refusal: "refused". */
const OUTCOME = sql<string | null>`case when jsonb_typeof(after) = 'object' then after ->> 'outcome' end`;

export type ListedAct = Omit<ActRow, "before" | "after"> & { outcome: string | null };
export interface ActPage {
  /** The newest first. */
  items: ListedAct[];
  /** Older rows are before this number; null: there are none that match. */
  older: number | null;
  /** Newer rows are after this number. */
  newer: number;
}
export type PageOf = { limit: number } & (
  | { before?: number | undefined; after?: undefined }
  | { before?: undefined; after: number }
);

/** Times rise with the numbers: a span of time is a span of numbers, both ends included. */
async function spanOf(db: Db, { from, to }: ActFilter, head: number): Promise<{ first: number; last: number }> {
  const firstFrom = async (at: Date) => {
    const row = await db
      .selectFrom("audit_log")
      .select("seq")
      .where("at", ">=", at)
      .orderBy("at")
      .orderBy("seq")
      .limit(1)
      .executeTakeFirst();
    return row?.seq ?? head + 1;
  };
  return { first: from ? await firstFrom(from) : 1, last: to ? (await firstFrom(to)) - 1 : head };
}

async function oldestNumber(db: Db): Promise<number> {
  const row = await db.selectFrom("audit_log").select("seq").orderBy("seq").limit(1).executeTakeFirst();
  return row?.seq ?? 1;
}

function read(db: Db, filter: ActFilter, span: { first: number; last: number }, order: "asc" | "desc", limit: number) {
  // The span of numbers stands for the times.
  return matching(db, { ...filter, from: undefined, to: undefined })
    .clearSelect()
    .select(["seq", "at", "by", "via", "from", "act", "target", "why"])
    .select(OUTCOME.as("outcome"))
    .where("seq", ">=", span.first)
    .where("seq", "<=", span.last)
    .orderBy("seq", order)
    .limit(limit)
    .execute();
}

/** @param scanned rows that a search for a text reads for one page, at most */
export async function searchActs(
  db: Db,
  filter: ActFilter,
  { limit, before, after }: PageOf,
  scanned = SCANNED_ROWS,
): Promise<ActPage> {
  const head = (await db.selectFrom("audit_head").select("seq").executeTakeFirst())?.seq ?? 0;
  const { first, last } = await spanOf(db, filter, head);
  const mostScanned = filter.text === undefined ? Infinity : scanned;
  if (after !== undefined) {
    const from = Math.max(first, after + 1);
    const to = Math.min(last, from + mostScanned - 1);
    const rows = await read(db, filter, { first: from, last: to }, "asc", limit);
    const isFull = rows.length === limit;
    return {
      items: rows.toReversed(),
      older: after + 1,
      newer: isFull ? (rows.at(-1)?.seq ?? after) : Math.max(after, to),
    };
  }
  const to = Math.min(last, (before ?? head + 1) - 1);
  const from = Math.max(first, to - mostScanned + 1);
  const rows = await read(db, filter, { first: from, last: to }, "desc", limit + 1);
  const items = rows.slice(0, limit);
  const isMore = rows.length > limit;
  const isRead = from <= first || from <= (await oldestNumber(db));
  return {
    items,
    older: isMore ? (items.at(-1)?.seq ?? null) : isRead ? null : from,
    newer: before === undefined ? head : (items[0]?.seq ?? before - 1),
  };
}

export async function actOf(db: Db, seq: number): Promise<(ActRow & { hash: string; outcome: string | null }) | null> {
  const row = await db
    .selectFrom("audit_log")
    .selectAll()
    .select(OUTCOME.as("outcome"))
    .where("seq", "=", seq)
    .executeTakeFirst();
  return row ? { ...row, hash: row.hash.toString("hex") } : null;
}

/** Each different value once, by steps through its index: the time depends on their number, not on the rows. */
async function wordsOf(db: Db, column: "by" | "act"): Promise<string[]> {
  const name = sql.ref(column);
  const { rows } = await sql<{ word: string }>`
    with recursive words (word) as (
      (select ${name} from audit_log order by ${name} limit 1)
      union all
      select (select ${name} from audit_log where ${name} > words.word order by ${name} limit 1)
      from words where words.word is not null
    )
    select word from words where word is not null limit ${MAX_WORDS}`.execute(db);
  return rows.map(({ word }) => word);
}
export async function auditWords(db: Db): Promise<{ by: string[]; acts: string[] }> {
  return { by: await wordsOf(db, "by"), acts: await wordsOf(db, "act") };
}

export async function auditHead(db: Db): Promise<{ seq: number; hash: string }> {
  const head = await db.selectFrom("audit_head").select(["seq", "hash"]).executeTakeFirstOrThrow();
  return { seq: head.seq, hash: head.hash.toString("hex") };
}
