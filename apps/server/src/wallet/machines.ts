/**
 * Machines in the ledger: their credit, the totals of transfers and the last reading of the meters. Nothing here speaks to a
 * machine.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import { sql } from "kysely";
import type { Db } from "../storage/index.ts";
import { oneRow } from "./statements.ts";
import type { Database } from "./statements.ts";
import { toSuspension } from "./suspense.ts";
import type { SuspensionRow } from "./suspense.ts";
import { toTransfer } from "./transfers.ts";
import type { TransferRow } from "./transfers.ts";
import type { MachineBalance, MachineLedger, Wallet } from "./types.ts";

/** Of all machines, or of those named. */
async function readLedgers(db: Db, machineIds: readonly number[] | undefined): Promise<Map<number, MachineLedger>> {
  const wanted = machineIds === undefined ? sql`true` : sql`m.id = any (${[...machineIds]}::integer[])`;
  const { rows } = await sql<Omit<MachineLedger, "unresolved" | "suspension">>`
    select m.id as "machineId", coalesce(r.game_base, 0)::bigint as "gameBase",
      coalesce((
        select s.settled_by = 'house' from suspensions s where s.machine_id = m.id order by s.opened_at desc limit 1
      ), false) as "mayGoBackIntoPlay", a.posted as credit, coalesce(r.ledger_in, 0)::bigint as "transferredIn",
      coalesce(r.ledger_out, 0)::bigint as "transferredOut",
      coalesce((select max(game_number) from games where machine_id = m.id), 0)::bigint as "lastGame"
    from machines m
    join ledger_accounts a on a.kind = 'machine' and a.ref = m.id
    left join machine_meters r on r.machine_id = m.id
    where ${wanted}`.execute(db);
  const ledgers = new Map<number, MachineLedger>(
    rows.map((row) => [row.machineId, { ...row, unresolved: null, suspension: null }]),
  );
  const transfers = await sql<TransferRow>`
    select t.* from transfers t join machines m on m.id = t.machine_id where t.unresolved and ${wanted}`.execute(db);
  for (const row of transfers.rows) {
    const entry = ledgers.get(row.machine_id);
    if (entry) entry.unresolved = toTransfer(row);
  }
  const suspensions = await sql<SuspensionRow>`
    select s.* from suspensions s join machines m on m.id = s.machine_id
    where s.settled_at is null and ${wanted}`.execute(db);
  for (const row of suspensions.rows) {
    const entry = ledgers.get(row.machine_id);
    if (entry) entry.suspension = toSuspension(row);
  }
  return ledgers;
}

export function createMachines(
  database: Database,
): Pick<Wallet, "machineBalance" | "machineLedgers" | "storeMeters" | "nextTransferNumber"> {
  const { db, runStatement } = database;

  return {
    async machineBalance(machineId) {
      const { rows } = await runStatement(() =>
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
    machineLedgers: (machineIds) => runStatement(() => readLedgers(db, machineIds)),
    storeMeters: ({ transferredIn, transferredOut, credit }, { machineId, epoch }) =>
      oneRow(
        database,
        sql<MachineBalance>`
          select expected_credit as credit, expected_in as "transferredIn", expected_out as "transferredOut"
          from machine_meters_read(${machineId}, ${transferredIn}, ${transferredOut}, ${credit}, ${epoch})`,
      ),
    async nextTransferNumber({ machineId, epoch }) {
      const { rows } = await runStatement(() =>
        sql<{ number: number }>`
          select next_transfer_number(${machineId}) as number from check_fence(${machineId}, ${epoch})`.execute(db),
      );
      return rows[0]?.number ?? 0;
    },
  };
}
