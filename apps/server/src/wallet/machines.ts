/**
 * What the ledger knows of machines: their credit, what was moved in all, what was read of them last; and money in doubt,
 * which waits on its player's suspense account. It never speaks to a machine.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import { sql } from "kysely";
import type { Db } from "../storage/index.ts";
import type { Operate } from "./operate.ts";
import { toTransfer } from "./transfers.ts";
import type { TransferRow } from "./transfers.ts";
import type { MachineBalance, MachineBooks, Suspension, Wallet } from "./types.ts";

type Machines = Pick<
  Wallet,
  | "machineBalance"
  | "machineBooks"
  | "storeMeters"
  | "suspendSession"
  | "settleMachine"
  | "settlement"
  | "nextTransferNumber"
  | "backIntoPlay"
  | "checking"
>;

interface SuspensionRow {
  id: string;
  machine_id: number;
  player_id: number;
  session_id: string;
  transfer_id: string | null;
  held: number;
  credit: number;
  remaining: number;
  reason: string;
  opened_at: Date;
}
const toSuspension = (row: SuspensionRow): Suspension => ({
  id: row.id,
  machineId: row.machine_id,
  playerId: row.player_id,
  sessionId: row.session_id,
  transferId: row.transfer_id,
  held: row.held,
  credit: row.credit,
  remaining: row.remaining,
  reason: row.reason,
  openedAt: row.opened_at,
});

export function createMachines(options: {
  db: Db;
  operate: Operate;
  onChecking: (playerId: number) => Promise<void>;
}): Machines {
  const { db, operate, onChecking } = options;

  return {
    async machineBalance(machineId) {
      const { rows } = await operate(() =>
        sql<MachineBalance>`
          select a.posted as credit, coalesce(m.ledger_in, 0)::bigint as "transferredIn",
            coalesce(m.ledger_out, 0)::bigint as "transferredOut"
          from ledger_accounts a left join machine_meters m on m.machine_id = a.ref
          where a.kind = 'machine' and a.ref = ${machineId}`.execute(db),
      );
      const [row] = rows;
      if (!row) throw new AppError(ErrorCode.NotFound);
      return row;
    },

    async machineBooks(machineIds) {
      const wanted = machineIds === undefined ? sql`true` : sql`m.id = any (${[...machineIds]}::integer[])`;
      return operate(async () => {
        const { rows } = await sql<
          MachineBalance & { machineId: number; lastGame: number; gameBase: number; mayHeal: boolean }
        >`
          select m.id as "machineId", coalesce(r.game_base, 0)::bigint as "gameBase",
            coalesce((
              select s.settled_by = 'house' from suspensions s where s.machine_id = m.id order by s.opened_at desc limit 1
            ), false) as "mayHeal", a.posted as credit, coalesce(r.ledger_in, 0)::bigint as "transferredIn",
            coalesce(r.ledger_out, 0)::bigint as "transferredOut",
            coalesce((select max(game_number) from games where machine_id = m.id), 0)::bigint as "lastGame"
          from machines m
          join ledger_accounts a on a.kind = 'machine' and a.ref = m.id
          left join machine_meters r on r.machine_id = m.id
          where ${wanted}`.execute(db);
        const books = new Map<number, MachineBooks>(
          rows.map((row) => [row.machineId, { ...row, unresolved: null, suspension: null }]),
        );
        const transfers = await sql<TransferRow>`
          select t.* from transfers t join machines m on m.id = t.machine_id where t.unresolved and ${wanted}`.execute(
          db,
        );
        for (const row of transfers.rows) {
          const entry = books.get(row.machine_id);
          if (entry) entry.unresolved = toTransfer(row);
        }
        const suspensions = await sql<SuspensionRow>`
          select s.* from suspensions s join machines m on m.id = s.machine_id
          where s.settled_at is null and ${wanted}`.execute(db);
        for (const row of suspensions.rows) {
          const entry = books.get(row.machine_id);
          if (entry) entry.suspension = toSuspension(row);
        }
        return books;
      });
    },

    async storeMeters({ transferredIn, transferredOut, credit }, { machineId, epoch }) {
      const { rows } = await operate(() =>
        sql<MachineBalance>`
          select expected_credit as credit, expected_in as "transferredIn", expected_out as "transferredOut"
          from machine_meters_read(${machineId}, ${transferredIn}, ${transferredOut}, ${credit}, ${epoch})`.execute(db),
      );
      const [row] = rows;
      if (!row) throw new Error("the database answered no meters");
      return row;
    },

    async suspendSession(sessionId, { reason, evidence }, { epoch }) {
      const { rows } = await operate(() =>
        sql<SuspensionRow>`
          select * from session_suspend(${sessionId}, ${reason}, ${JSON.stringify(evidence)}::jsonb, ${epoch})`.execute(
          db,
        ),
      );
      const [row] = rows;
      if (!row) throw new Error("the database answered no suspension");
      await onChecking(row.player_id);
      return toSuspension(row);
    },

    async settleMachine({ playerId, pay, cleared, meters, by, because, key }, { machineId, epoch }) {
      const { rows } = await operate(() =>
        sql<{
          player: number | null;
        }>`select machine_settle(${machineId}, ${playerId}, ${pay}, ${cleared}, ${meters.transferredIn},
          ${meters.transferredOut}, ${meters.credit}, ${meters.gamesPlayed}, ${by}, ${because}, ${key}, ${epoch}) as player`.execute(
          db,
        ),
      );
      const owner = rows[0]?.player ?? null;
      if (owner !== null) await onChecking(owner);
    },

    async settlement(key) {
      const { rows } = await operate(() =>
        sql<{ paid: number }>`
          select coalesce(sum(p.amount) filter (where a.kind = 'player'), 0)::bigint as paid
          from journals j join postings p on p.journal_id = j.id join ledger_accounts a on a.id = p.account_id
          where j.source = ${`settle:${key}`} group by j.id`.execute(db),
      );
      return rows[0]?.paid ?? null;
    },

    async nextTransferNumber({ machineId, epoch }) {
      const { rows } = await operate(() =>
        sql<{ number: number }>`
          select next_transfer_number(${machineId}) as number from check_fence(${machineId}, ${epoch})`.execute(db),
      );
      return rows[0]?.number ?? 0;
    },

    async backIntoPlay({ machineId, epoch }, lifts) {
      const { rows } = await operate(() =>
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
