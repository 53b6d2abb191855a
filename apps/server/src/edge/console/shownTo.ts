/**
 * What of the house's records a member is shown: who may see the floor sees its games, transfers and work, and not what needs a
 * permission of its own, balances, addresses and what players write.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import type {
  ActRecord,
  ApprovalRow,
  GameEvidence,
  Permission,
  TimelineKind,
  TransferEvidence,
  WorkItem,
  WorkQueueState,
} from "@reelcast/contract/console";

interface Reader {
  permissions: readonly Permission[];
}

/** Of an item what the member's queue has of it; null: nothing. */
function itemShownTo(permissions: readonly Permission[], item: WorkItem): WorkItem | null {
  switch (item.kind) {
    case "event":
      return permissions.includes("events.see") ? item : null;
    case "chat":
      return permissions.includes("chat.answer") ? item : { ...item, detail: null };
    case "approval":
      // Whom somebody asks to pay, what and why, is the player's record.
      return permissions.includes("player.view") ? item : { ...item, amount: null, player: null, detail: null };
    default:
      return item;
  }
}
/** Chats without their text and requests without player, amount and reason, unless the member may read them; events likewise. */
export const queueShownTo = ({ permissions }: Reader, state: WorkQueueState): WorkQueueState => ({
  ...state,
  items: state.items.flatMap((item) => itemShownTo(permissions, item) ?? []),
});
/** @throws AppError NotFound for an item that the member's queue does not have */
export function assertWorkShownTo({ permissions }: Reader, key: string): void {
  if (key.startsWith("event:") && !permissions.includes("events.see")) throw new AppError(ErrorCode.NotFound);
}

/** Postings have the balances of players and of the house. */
export const gameShownTo = ({ permissions }: Reader, game: GameEvidence): GameEvidence =>
  permissions.includes("player.view") ? game : { ...game, journals: [] };

/**
 * Rows of the audit log about a record. Where an act came from, and the states before and after it, are for those who may read
 * the audit log; others see what was done, when, by whom and why.
 */
export const actsShownTo = ({ permissions }: Reader, acts: readonly ActRecord[]): ActRecord[] =>
  permissions.includes("audit.view")
    ? [...acts]
    : acts.map((act) => ({ ...act, from: null, before: null, after: null }));

export const transferShownTo = (reader: Reader, transfer: TransferEvidence): TransferEvidence =>
  reader.permissions.includes("player.view")
    ? { ...transfer, acts: actsShownTo(reader, transfer.acts) }
    : { ...transfer, request: null, journals: [], balanceAfter: null, ip: null, acts: [] };

/** From where somebody asks is evidence for those who decide. */
const originShownTo = <Row extends ApprovalRow>({ permissions }: Reader, row: Row): Row =>
  permissions.includes("audit.view") || permissions.includes("approvals.decide") ? row : { ...row, requestedFrom: "" };
export const approvalsShownTo = <Row extends ApprovalRow>(reader: Reader, rows: readonly Row[]): Row[] =>
  rows.map((row) => originShownTo(reader, row));
export const approvalShownTo = <Row extends ApprovalRow & { acts: ActRecord[] }>(reader: Reader, row: Row): Row => ({
  ...originShownTo(reader, row),
  acts: actsShownTo(reader, row.acts),
});

/** Significant events to those alone who may see them. */
export const timelineShownTo = ({ permissions }: Reader, kinds: readonly TimelineKind[]): readonly TimelineKind[] =>
  kinds.filter((kind) => kind !== "event" || permissions.includes("events.see"));
