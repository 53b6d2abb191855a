/**
 * Money in doubt: it is in its player's suspense account until the machine's answer or an operator settles it. Nothing here
 * speaks to a machine.
 */
import { sql } from "kysely";
import { oneRow } from "./statements.ts";
import type { Database } from "./statements.ts";
import type { Suspension, Wallet } from "./types.ts";

export interface SuspensionRow {
  id: string;
  machine_id: number;
  player_id: number;
  session_id: string;
  transfer_id: string | null;
  held: number;
  credit: number;
  remaining: number;
  reason: string;
}
export const toSuspension = (row: SuspensionRow): Suspension => ({
  id: row.id,
  machineId: row.machine_id,
  playerId: row.player_id,
  sessionId: row.session_id,
  transferId: row.transfer_id,
  held: row.held,
  credit: row.credit,
  remaining: row.remaining,
  reason: row.reason,
});

export function createSuspense(
  database: Database,
  onChecking: (playerId: number) => Promise<void>,
): Pick<Wallet, "suspendSession" | "settleMachine" | "settlement" | "backIntoPlay" | "checking"> {
  const { db, runStatement } = database;

  return {
    async suspendSession(sessionId, { reason, evidence }, { epoch }) {
      const row = await oneRow(
        database,
        sql<SuspensionRow>`
          select * from session_suspend(${sessionId}, ${reason}, ${JSON.stringify(evidence)}::jsonb, ${epoch})`,
      );
      await onChecking(row.player_id);
      return toSuspension(row);
    },

    async settleMachine({ playerId, pay, cleared, meters, by, reason, key }, { machineId, epoch }) {
      const { rows } = await runStatement(() =>
        sql<{
          player: number | null;
        }>`select machine_settle(${machineId}, ${playerId}, ${pay}, ${cleared}, ${meters.transferredIn},
          ${meters.transferredOut}, ${meters.credit}, ${meters.gamesPlayed}, ${by}, ${reason}, ${key}, ${epoch}) as player`.execute(
          db,
        ),
      );
      const owner = rows[0]?.player ?? null;
      if (owner !== null) await onChecking(owner);
    },

    async settlement(key) {
      const { rows } = await runStatement(() =>
        sql<{ paid: number }>`
          select coalesce(sum(p.amount) filter (where a.kind = 'player'), 0)::bigint as paid
          from journals j join postings p on p.journal_id = j.id join ledger_accounts a on a.id = p.account_id
          where j.source = ${`settle:${key}`} group by j.id`.execute(db),
      );
      return rows[0]?.paid ?? null;
    },

    async backIntoPlay({ machineId, epoch }, lifts) {
      const { rows } = await runStatement(() =>
        sql<{ why: string | null }>`select machine_back(${machineId}, ${lifts}, ${epoch}) as why`.execute(db),
      );
      return rows[0]?.why ?? null;
    },

    async checking(playerId) {
      const row = await db
        .selectFrom("ledger_accounts")
        .select("posted")
        .where("kind", "=", "suspense")
        .where("ref", "=", playerId)
        .executeTakeFirst();
      return row?.posted ?? 0;
    },
  };
}
