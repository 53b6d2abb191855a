/**
 * The cabinet's own record of the commands and movements of its machines, in their order. The checker compares it with the
 * ledger. Plain data.
 */
import type { Meters } from "@reelcast/machine";
import type { Command } from "./protocol.ts";

export type AuditRow =
  /** The machine has stored this epoch durably. */
  | { type: "hello"; machine: number; epoch: number }
  /** A command that is not only reading was carried out (whatever its answer), or refused for its epoch. */
  | { type: "command"; machine: number; epoch: number; command: Command; fenced: boolean }
  /** Money moved. `revision`: the write of the machine's memory that contains it. */
  | {
      type: "moved";
      machine: number;
      revision: number;
      epoch: number;
      number: number;
      transferId: string;
      direction: "in" | "out";
      moved: number;
      credit: number;
      meters: Meters;
    }
  | { type: "game"; machine: number; revision: number; gameNumber: number; net: number }
  /** The machine's memory was cleared. */
  | { type: "cleared"; machine: number; revision: number; lost: number };

/** The parts of the memory that the audit uses. */
export interface AuditedState {
  meters: Meters;
  transfers: readonly { id: string; status: string; moved: number; credit: number }[];
  /** Finished games: number, free, bet, win, of it paid by hand, … */
  journal: readonly (readonly [number, number, number, number, number, ...unknown[]])[];
}

/** The rows for one write of the memory. @param context the command under which it was written, if any */
export function auditOf(
  machine: number,
  before: AuditedState | null,
  after: AuditedState,
  write: { revision: number; epoch: number; number: number },
): AuditRow[] {
  const { revision, epoch, number } = write;
  const rows: AuditRow[] = [];
  if (before && after.meters.transferredIn < before.meters.transferredIn) {
    return [{ type: "cleared", machine, revision, lost: before.meters.credit }];
  }
  const known = new Set(before?.transfers.map(({ id }) => id));
  for (const { id, status, moved, credit } of after.transfers) {
    if (known.has(id) || status !== "done") continue;
    const direction = after.meters.transferredIn > (before?.meters.transferredIn ?? 0) ? "in" : "out";
    rows.push({
      type: "moved",
      machine,
      revision,
      epoch,
      number,
      transferId: id,
      direction,
      moved,
      credit,
      meters: after.meters,
    });
  }
  const last = before?.journal.at(-1)?.[0] ?? 0;
  for (const [gameNumber, , bet, win, handPay] of after.journal) {
    if (gameNumber > last) rows.push({ type: "game", machine, revision, gameNumber, net: win - handPay - bet });
  }
  return rows;
}
