/** Queries of the audit log: pages, and a stream in bounded memory. */
import { sql } from "kysely";
import type { Selectable } from "kysely";
import type { Db } from "../storage/index.ts";
import type { AuditTables } from "../storage/tables/audit.ts";

export type ActRow = Omit<Selectable<AuditTables["audit_log"]>, "hash">;
export interface ActFilter {
  by?: string | undefined;
  via?: ActRow["via"] | undefined;
  /** An act, or a prefix of acts: "player" includes "player.credit". */
  act?: string | undefined;
  /** The target; includes requests and approvals of acts on it, whose own target is the approval. */
  target?: string | undefined;
  /** From this moment on. */
  from?: Date | undefined;
  /** Before this moment. */
  to?: Date | undefined;
  /** Part of any text of the row, in capitals or not. */
  text?: string | undefined;
}
/** The act of a check of the ledger. Its state after is `{broken, attention, full}`: how many findings, and what was read. */
export const LEDGER_CHECK = "ledger.check";
/** The act of a verification of this log's chain. Its state after is `{broken, rows, seq}`. */
export const AUDIT_VERIFY = "audit.verify";
/** The act that the active process records when it begins to serve. */
export const HOUSE_START = "house.start";
export const HOUSE_BACKUP = "house.backup";
const BATCH = 500;

const anyText = sql`concat_ws(' ', "by", "from", act, target, why, before::text, after::text)`;
/** The rows of a filter, without an order. */
export function matching(db: Db, { by, via, act, target, from, to, text }: ActFilter) {
  let query = db
    .selectFrom("audit_log")
    .select(["seq", "at", "by", "via", "from", "act", "target", "before", "after", "why"]);
  if (by !== undefined) query = query.where("by", "=", by);
  if (via !== undefined) query = query.where("via", "=", via);
  if (act !== undefined) query = query.where((eb) => eb.or([eb("act", "=", act), eb("act", "^@", `${act}.`)]));
  if (target !== undefined)
    query = query.where((eb) =>
      eb.or([
        eb("target", "=", target),
        // `approvals.…` have the payee in their states, as `target` or as a changed key.
        eb.and([
          eb("act", "^@", "approvals."),
          sql<boolean>`(before ->> 'target' = ${target} or after ->> 'target' = ${target} or after ? ${target})`,
        ]),
      ]),
    );
  if (from !== undefined) query = query.where("at", ">=", from);
  if (to !== undefined) query = query.where("at", "<", to);
  if (text !== undefined) query = query.where(sql<boolean>`strpos(search_fold(${anyText}), search_fold(${text})) > 0`);
  return query;
}

/**
 * The newest first. @param page.before only rows with a lower number: rows written between two pages shift none of them
 */
export function listActs(
  db: Db,
  filter: ActFilter,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<ActRow[]> {
  let query = matching(db, filter);
  if (before !== undefined) query = query.where("seq", "<", before);
  return query.orderBy("seq", "desc").limit(limit).execute();
}

/** All rows that match, oldest first, in batches. @param upTo the last row; default: the last one at the time of the call */
export async function* allActs(db: Db, filter: ActFilter, upTo?: number): AsyncGenerator<ActRow[]> {
  const head = await db.selectFrom("audit_head").select("seq").executeTakeFirst();
  const end = upTo ?? head?.seq ?? 0;
  for (let last = 0; ;) {
    const rows = await matching(db, filter)
      .where("seq", ">", last)
      .where("seq", "<=", end)
      .orderBy("seq")
      .limit(BATCH)
      .execute();
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1)?.seq ?? last;
  }
}

interface Start {
  version: string;
  approvalAbove: number;
  /** Absent: an older version has started. */
  diskReserveBytes?: number;
}
/** The server's record of its last start. Amounts in minor units. */
export async function lastStart(db: Db): Promise<Start | null> {
  const row = await db
    .selectFrom("audit_log")
    .select("after")
    .where("act", "=", HOUSE_START)
    .where("via", "=", "system")
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  return (row?.after ?? null) as Start | null;
}

/** The last backup that `house backup` has finished. */
export async function lastBackup(db: Db): Promise<{ at: Date; bytes: number | null } | null> {
  const row = await db
    .selectFrom("audit_log")
    .select(["at", "after"])
    .where("act", "=", HOUSE_BACKUP)
    .where(sql`after ->> 'outcome'`, "=", "done")
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { bytes } = row.after as { bytes?: number };
  return { at: row.at, bytes: bytes ?? null };
}

export interface Verification {
  at: Date;
  by: string;
  broken: string | null;
  rows: number;
  seq: number;
}
/** The last recorded verification of the chain. */
export async function lastVerification(db: Db): Promise<Verification | null> {
  const row = await db
    .selectFrom("audit_log")
    .select(["at", "by", "after"])
    .where("act", "=", AUDIT_VERIFY)
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { broken, rows, seq } = row.after as Pick<Verification, "broken" | "rows" | "seq">;
  return { at: row.at, by: row.by, broken, rows, seq };
}
