/** Reads the ledger, all of it or from a checkpoint on, and reports what is inconsistent. It changes no money. */
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { SQL_STATE } from "../storage/index.ts";
import type { Db, Trx } from "../storage/index.ts";
import {
  checkpointInvariants,
  newestCheckpoint,
  newRows,
  NO_MARKS,
  settledMarks,
  writeCheckpoint,
} from "./checkpoints.ts";
import type { Checkpoint } from "./checkpoints.ts";
import { ATTENTION, invariants } from "./invariants.ts";
import type { Finding } from "./invariants.ts";
import type { CheckOptions, LedgerReport } from "./types.ts";

const WRITERS_WITHIN_MS = 5_000;

/** Another check has written its checkpoint since: this one's transaction is rolled back, its findings are still valid. */
class Overtaken extends Error {}
const OVERTAKEN = new Set<string>([SQL_STATE.uniqueViolation, SQL_STATE.serializationFailure]);
const isOvertaken = (error: unknown) =>
  error instanceof Error && "code" in error && typeof error.code === "string" && OVERTAKEN.has(error.code);

export async function checkLedger(
  db: Db,
  { full = true, checkpoint = false, writersWithinMs = WRITERS_WITHIN_MS }: CheckOptions = {},
): Promise<LedgerReport> {
  const writes = checkpoint && (await takesWrites(db));
  const before = await newestCheckpoint(db);
  const from = full ? null : before;
  // Before the snapshot; checkpoints.ts gives the reason.
  const earlier = from?.marks ?? NO_MARKS;
  const marks = writes ? ((await settledMarks(db, earlier, writersWithinMs)) ?? earlier) : earlier;
  let report: LedgerReport | undefined;
  try {
    await db
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute(async (trx) => {
        if (!writes) await sql`set transaction read only`.execute(trx);
        await sql`set local work_mem = '64MB'`.execute(trx);
        report = await read(trx, { from, before });
        if (!writes || report.broken.length > 0) return;
        try {
          report.written = await writeCheckpoint(trx, { before, from, marks });
        } catch (error) {
          throw isOvertaken(error) ? new Overtaken() : error;
        }
      });
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error;
  }
  if (!report) throw new Error("the ledger was not read");
  return report;
}

async function takesWrites(db: Db): Promise<boolean> {
  const { rows } = await sql<{ on: string }>`select current_setting('transaction_read_only') as on`.execute(db);
  return rows[0]?.on === "off";
}

async function read(
  trx: Trx,
  { from, before }: { from: Checkpoint | null; before: Checkpoint | null },
): Promise<LedgerReport> {
  async function find(queries: readonly RawBuilder<Finding>[]): Promise<string[]> {
    const found: string[] = [];
    for (const query of queries) {
      const { rows } = await sql<Finding>`select * from (${query}) findings limit 20`.execute(trx);
      found.push(...rows.map(({ what }) => what));
    }
    return found;
  }
  const rows = newRows(from);
  const broken = await find([...invariants(rows), ...(before === null ? [] : checkpointInvariants(before))]);
  const attention = await find(ATTENTION);
  const sums = await sql<{
    kind: string;
    sum: number;
  }>`select kind, sum(posted)::bigint as sum from ledger_accounts group by kind order by kind`.execute(trx);
  const pending = await sql<{ n: number }>`select count(*)::int as n from transfers where unresolved`.execute(trx);
  const postings = await sql<{ n: number }>`select count(*)::bigint as n from ${rows.postings} p`.execute(trx);
  const machines = await sql<LedgerReport["machines"][number]>`
    select a.ref as id, a.posted as ledger, m.read_credit as meter, m.read_at as "readAt" from ledger_accounts a
    left join machine_meters m on m.machine_id = a.ref where a.kind = 'machine' order by a.ref`.execute(trx);
  return {
    ok: broken.length === 0 && attention.length === 0,
    pending: pending.rows[0]?.n ?? 0,
    sums: Object.fromEntries(sums.rows.map(({ kind, sum }) => [kind, sum])),
    machines: machines.rows,
    broken,
    attention,
    postings: postings.rows[0]?.n ?? 0,
    from: from && { checkpoint: from.id, at: from.at },
    lastFull: before?.fullAt ?? null,
    written: null,
  };
}
