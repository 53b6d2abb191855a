/**
 * What of the house's records a member is shown: who may see the floor sees its games, transfers and work, and not what needs a
 * permission of its own, balances, addresses and what players write.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { GameEvidence, Permission, TransferEvidence, WorkQueueState } from "@reelcast/contract/console";

interface Reader {
  permissions: readonly Permission[];
}

/** Chats without their text, unless the member answers them; events to those alone who may see them. */
export function queueShownTo({ permissions }: Reader, state: WorkQueueState): WorkQueueState {
  const seesChats = permissions.includes("chat.answer");
  const seesEvents = permissions.includes("events.see");
  const items = state.items
    .filter(({ kind }) => kind !== "event" || seesEvents)
    .map((item) => (item.kind === "chat" && !seesChats ? { ...item, detail: null } : item));
  return { ...state, items };
}
/** @throws AppError NotFound for an item that the member's queue does not have */
export function assertWorkShownTo({ permissions }: Reader, key: string): void {
  if (key.startsWith("event:") && !permissions.includes("events.see")) throw new AppError(ErrorCode.NotFound);
}

/** Postings have the balances of players and of the house. */
export const gameShownTo = ({ permissions }: Reader, game: GameEvidence): GameEvidence =>
  permissions.includes("player.view") ? game : { ...game, journals: [] };

export const transferShownTo = ({ permissions }: Reader, transfer: TransferEvidence): TransferEvidence =>
  permissions.includes("player.view") ? transfer : { ...transfer, journals: [], balanceAfter: null, ip: null };
