/**
 * Walks the chain of the audit log and says where it breaks. It computes each hash itself, so that nothing in the database
 * has to be trusted but the rows.
 */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db, Trx } from "../storage/index.ts";

export interface AuditVerdict {
  /** Null where the chain is whole; else one sentence about the first row that is wrong. */
  broken: string | null;
  /** Rows that were read. */
  rows: number;
  /** Of the last row. To be kept elsewhere: only so does it show that the whole log was written anew. */
  head: { seq: number; hash: string };
}
/** A month that retention has dropped, as its act records it in `before`. */
export interface DroppedMonth {
  rows: number;
  /** Of the gap that it leaves: with what was dropped before it, whose acts may be in this very month. */
  firstSeq: number | null;
  lastSeq: number | null;
  /** In hexadecimal. */
  lastHash: string | null;
}
/** The act by which retention records a month that it has dropped; the target is the name of the month's table. */
export const MONTH_DROPPED = "audit.drop-month";

interface Link {
  seq: number;
  hash: Buffer;
}
const BATCH = 500;
const NOTHING = Buffer.alloc(0);

/** What a month holds, for the act that records its end. @param table "audit_log_2026_11" */
export async function monthOf(trx: Db | Trx, table: string): Promise<DroppedMonth> {
  const { rows } = await sql<DroppedMonth>`
    select count(*)::int as rows, max(seq) as "lastSeq",
      (select coalesce(max(l.seq), 0) + 1 from audit_log l where l.seq < min(month.seq)) as "firstSeq",
      encode((select hash from ${sql.table(table)} order by seq desc limit 1), 'hex') as "lastHash"
    from ${sql.table(table)} as month`.execute(trx);
  return rows[0] ?? { rows: 0, firstSeq: null, lastSeq: null, lastHash: null };
}

/** Where a month that was dropped began, and the link that it ended with. */
async function droppedMonths(db: Db): Promise<Map<number, Link>> {
  const rows = await db
    .selectFrom("audit_log")
    .select("before")
    .where("act", "=", MONTH_DROPPED)
    .orderBy("seq")
    .execute();
  const links = new Map<number, Link>();
  for (const { before } of rows) {
    const { firstSeq, lastSeq, lastHash } = before as DroppedMonth;
    if (firstSeq !== null && lastSeq !== null && lastHash !== null)
      links.set(firstSeq, { seq: lastSeq, hash: Buffer.from(lastHash, "hex") });
  }
  return links;
}

/** The row as the chain's hash covers it. (The same form: the trigger act_enters_chain.) */
async function batchAfter(db: Db, seq: number, upTo: number): Promise<(Link & { text: string })[]> {
  const { rows } = await sql<Link & { text: string }>`
    select seq, hash, jsonb_build_array(seq, (extract(epoch from at) * 1000000)::bigint, "by", via, "from", act, target,
      before, after, why)::text as text
    from audit_log where seq > ${seq} and seq <= ${upTo} order by seq limit ${BATCH}`.execute(db);
  return rows;
}

const writtenAnew = ({ seq }: Link) =>
  `row ${seq} is another one than the one that was noted: the log was written anew`;

/**
 * @param options.last only so many of the last rows, for a quick look
 * @param options.expect a head that was noted earlier, among the rows that are read: it must still be the same
 */
export async function verifyAudit(
  db: Db,
  options: { last?: number; expect?: { seq: number; hash: string } } = {},
): Promise<AuditVerdict> {
  const head = await db.selectFrom("audit_head").select(["seq", "hash"]).executeTakeFirst();
  const end = { seq: head?.seq ?? 0, hash: head?.hash.toString("hex") ?? "" };
  let rows = 0;
  const verdict = (broken: string | null): AuditVerdict => ({ broken, rows, head: end });
  if (!head) return verdict("the head of the log is missing");
  const dropped = await droppedMonths(db);
  const { expect } = options;
  const isAnother = ({ seq, hash }: Link) => seq === expect?.seq && hash.toString("hex") !== expect.hash;
  if (expect && expect.seq > head.seq)
    return verdict(`the log ends with row ${head.seq}, though it had row ${expect.seq}: its last rows are missing`);

  let link: Link = { seq: 0, hash: NOTHING };
  if (options.last !== undefined && head.seq > options.last) {
    const from = head.seq - options.last;
    const known = await db.selectFrom("audit_log").select(["seq", "hash"]).where("seq", "=", from).executeTakeFirst();
    const gap = [...dropped].findLast(([first, { seq }]) => first <= from && from <= seq)?.[1];
    if (!known && !gap) return verdict(`row ${from} is missing`);
    link = known ?? gap ?? link;
  }
  for (;;) {
    const batch = await batchAfter(db, link.seq, head.seq);
    if (batch.length === 0) break;
    for (const row of batch) {
      while (row.seq !== link.seq + 1) {
        const gap = dropped.get(link.seq + 1);
        if (!gap || gap.seq >= row.seq) return verdict(`row ${link.seq + 1} is missing`);
        if (expect && expect.seq > link.seq && expect.seq < gap.seq)
          return verdict(
            `row ${expect.seq} was dropped with its month: it can't be compared with the one that was noted`,
          );
        link = gap;
        if (isAnother(link)) return verdict(writtenAnew(link));
      }
      const expected = createHash("sha256").update(link.hash).update(row.text).digest();
      if (!expected.equals(row.hash)) return verdict(`row ${row.seq} does not fit the row before it: it was changed`);
      if (isAnother(row)) return verdict(writtenAnew(row));
      link = row;
      rows += 1;
    }
  }
  if (link.seq !== head.seq)
    return verdict(`the log ends with row ${link.seq}, but its head says ${head.seq}: its last rows are missing`);
  if (!link.hash.equals(head.hash)) return verdict(`row ${link.seq} is another one than its head says`);
  return verdict(null);
}
