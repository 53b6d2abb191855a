/** What the support desk sees of a player next to the chat, from several parts of the domain. Reads only. */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { DeskContext } from "@reelcast/contract/console";
import { sql } from "kysely";
import type { Domain } from "./domain.ts";
import type { Db } from "./storage/index.ts";

const TRANSFERS = 5;

interface PlayerRow {
  username: string;
  name: string;
  email: string;
  createdAt: Date;
  bannedAt: Date | null;
}
type TransferRow = Omit<DeskContext["transfers"][number], "at"> & { at: Date };

async function playerRow(db: Db, playerId: number): Promise<PlayerRow> {
  const { rows } = await sql<PlayerRow>`
    select username, trim(name || ' ' || lastname) as name, email, created_at as "createdAt", banned_at as "bannedAt"
    from players where id = ${playerId}`.execute(db);
  const [row] = rows;
  if (!row) throw new AppError(ErrorCode.NotFound);
  return row;
}
async function seatOf(db: Db, playerId: number): Promise<DeskContext["seat"]> {
  const { rows } = await sql<{ machineId: number; machine: string; since: Date }>`
    select m.id as "machineId", m.name as machine, s.started_at as since from sessions s
    join machines m on m.id = s.machine_id
    where s.player_id = ${playerId} and s.state <> 'closed' order by s.started_at desc limit 1`.execute(db);
  const [row] = rows;
  return row ? { ...row, since: row.since.toISOString() } : null;
}
async function lastTransfers(db: Db, playerId: number): Promise<TransferRow[]> {
  const { rows } = await sql<TransferRow>`
    select t.id, t.kind, m.name as machine, coalesce(t.moved, t.amount)::float8 as amount, t.state, t.created_at as at
    from transfers t join machines m on m.id = t.machine_id
    where t.player_id = ${playerId} order by t.created_at desc limit ${TRANSFERS}`.execute(db);
  return rows;
}

/** @throws AppError NotFound */
export async function readDeskContext(
  { storage, wallet, protection, settings }: Pick<Domain, "storage" | "wallet" | "protection" | "settings">,
  playerId: number,
): Promise<DeskContext> {
  const db = storage.calls;
  const player = await playerRow(db, playerId);
  const [balance, inDoubt, seat, transfers, limits] = await Promise.all([
    wallet.balance(playerId),
    wallet.checking(playerId),
    seatOf(db, playerId),
    lastTransfers(db, playerId),
    protection.of(playerId),
  ]);
  return {
    ...player,
    createdAt: player.createdAt.toISOString(),
    bannedAt: player.bannedAt?.toISOString() ?? null,
    currency: settings.current().currency,
    balance,
    inDoubt,
    seat,
    transfers: transfers.map((transfer) => ({ ...transfer, at: transfer.at.toISOString() })),
    protection: limits,
  };
}
