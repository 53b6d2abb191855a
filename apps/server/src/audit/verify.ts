/**
 * Verifies the hash chain of the audit log and reports the first break. It computes each hash itself and trusts only
 * the rows.
 */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db, Trx } from "../storage/index.ts";

export interface AuditVerdict {
  /** Null if the chain is valid; else one sentence about the first wrong row. */
  broken: string | null;
  /** Rows that were read. */
  rows: number;
  /** The hash of the last row. Keep it outside of the database: only a comparison with it detects a rewritten log. */
  head: { seq: number; hash: string };
}
/** A dropped month, as recorded in `before` of its act. */
export interface DroppedMonth {
  rows: number;
  /** First row of the gap. It includes months that were dropped before, whose acts may be in this month. */
  firstSeq: number | null;
  lastSeq: number | null;
  /** In hexadecimal. */
  lastHash: string | null;
}
/** The act by which retention records a month that it has dropped; the target is the name of the month's table. */
export const MONTH_DROPPED = "audit.drop-month";

interface ChainLink {
  seq: number;
  hash: Buffer;
}
const BATCH = 500;
const EMPTY_CHAIN = Buffer.alloc(0);

/** Summary of a month, for the act that records its drop. @param table "audit_log_2026_11" */
export async function monthOf(trx: Db | Trx, table: string): Promise<DroppedMonth> {
  const { rows } = await sql<DroppedMonth>`
    select count(*)::int as rows, max(seq) as "lastSeq",
      (select coalesce(max(l.seq), 0) + 1 from audit_log l where l.seq < min(month.seq)) as "firstSeq",
      encode((select hash from ${sql.table(table)} order by seq desc limit 1), 'hex') as "lastHash"
    from ${sql.table(table)} as month`.execute(trx);
  return rows[0] ?? { rows: 0, firstSeq: null, lastSeq: null, lastHash: null };
}

/** First row of each dropped month, and the link at its end. */
async function droppedMonths(db: Db): Promise<Map<number, ChainLink>> {
  const rows = await db
    .selectFrom("audit_log")
    .select("before")
    .where("act", "=", MONTH_DROPPED)
    .orderBy("seq")
    .execute();
  const links = new Map<number, ChainLink>();
  for (const { before } of rows) {
    const { firstSeq, lastSeq, lastHash } = before as DroppedMonth;
    if (firstSeq !== null && lastSeq !== null && lastHash !== null)
      links.set(firstSeq, { seq: lastSeq, hash: Buffer.from(lastHash, "hex") });
  }
  return links;
}

/** The row as the chain's hash covers it. (The same form: the trigger act_enters_chain.) */
async function batchAfter(db: Db, seq: number, upTo: number): Promise<(ChainLink & { text: string })[]> {
  const { rows } = await sql<ChainLink & { text: string }>`
    select seq, hash, jsonb_build_array(seq, (extract(epoch from at) * 1000000)::bigint, "by", via, "from", act, target,
      before, after, why)::text as text
    from audit_log where seq > ${seq} and seq <= ${upTo} order by seq limit ${BATCH}`.execute(db);
  return rows;
}

const rewrittenMessage = ({ seq }: ChainLink) =>
  `row ${seq} is another one than the one that was noted: the log was written anew`;

/**
 * @param options.last verifies only this number of the last rows
 * @param options.expect an earlier head, among the verified rows: it must be unchanged
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
  const isAnother = ({ seq, hash }: ChainLink) => seq === expect?.seq && hash.toString("hex") !== expect.hash;
  if (expect && expect.seq > head.seq)
    return verdict(`the log ends with row ${head.seq}, though it had row ${expect.seq}: its last rows are missing`);

  let link: ChainLink = { seq: 0, hash: EMPTY_CHAIN };
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
        if (isAnother(link)) return verdict(rewrittenMessage(link));
      }
      const expected = createHash("sha256").update(link.hash).update(row.text).digest();
      if (!expected.equals(row.hash)) return verdict(`row ${row.seq} does not fit the row before it: it was changed`);
      if (isAnother(row)) return verdict(rewrittenMessage(row));
      link = row;
      rows += 1;
    }
  }
  if (link.seq !== head.seq)
    return verdict(`the log ends with row ${link.seq}, but its head says ${head.seq}: its last rows are missing`);
  if (!link.hash.equals(head.hash)) return verdict(`row ${link.seq} is another one than its head says`);
  return verdict(null);
}
