/**
 * What of the house's records a member is shown: who may see the floor sees its games, transfers and work, and not what needs a
 * permission of its own, balances, addresses and what players write.
 */
import type { GameEvidence, Permission, TransferEvidence, WorkQueueState } from "@reelcast/contract/console";

interface Reader {
  permissions: readonly Permission[];
}

/** Chats without their text, unless the member answers them. */
export function queueShownTo({ permissions }: Reader, state: WorkQueueState): WorkQueueState {
  if (permissions.includes("chat.answer")) return state;
  const items = state.items.map((item) => (item.kind === "chat" ? { ...item, detail: null } : item));
  return { ...state, items };
}

/** Postings have the balances of players and of the house. */
export const gameShownTo = ({ permissions }: Reader, game: GameEvidence): GameEvidence =>
  permissions.includes("player.view") ? game : { ...game, journals: [] };

export const transferShownTo = ({ permissions }: Reader, transfer: TransferEvidence): TransferEvidence =>
  permissions.includes("player.view") ? transfer : { ...transfer, journals: [], balanceAfter: null, ip: null };
