/** What the support desk sees of a player next to the chat: a part of the player's record, and the last transfers. Read-only. */
import type { DeskContext, PlayerRecord, TransferRow, TransfersQuery } from "@reelcast/contract/console";
import type { Page } from "./page.ts";
import { fullName } from "./players.ts";

const TRANSFERS = 5;

export interface DeskContextSources {
  players: { one: (id: number) => Promise<PlayerRecord> };
  transfers: { list: (query: TransfersQuery) => Promise<Page<TransferRow>> };
}

/** @throws AppError NotFound */
export async function readDeskContext(
  { players, transfers }: DeskContextSources,
  id: number,
): Promise<Omit<DeskContext, "currency">> {
  const [player, { items }] = await Promise.all([players.one(id), transfers.list({ player: id, limit: TRANSFERS })]);
  const { username, email, createdAt, bannedAt, balance, seat, protection } = player;
  return {
    username,
    name: fullName(player),
    email,
    createdAt,
    bannedAt,
    balance: balance.free,
    inDoubt: balance.inDoubt,
    seat: seat && { machineId: seat.machine.id, machine: seat.machine.name, since: seat.since },
    transfers: items.map((transfer) => ({
      id: transfer.id,
      kind: transfer.kind,
      machine: transfer.machine.name,
      amount: transfer.moved ?? transfer.amount,
      state: transfer.state,
      at: transfer.createdAt,
    })),
    protection,
  };
}
