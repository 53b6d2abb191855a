/**
 * Credit moved between house and machine, as pure steps over the memory: SAS 6.03 §8 (AFT). An id moves money once; the
 * last ids are remembered with their answers, refusals included.
 */
import type { TransferAnswer, TransferRefusal, TransferRequest } from "../driver.ts";
import type { Memory } from "./memory.ts";

const REMEMBERED = 40;
const MAX_CREDIT = 1_000_000_000_000;

export type Direction = "in" | "out";

/** The stored answer to an id, or null if it was never heard. */
export function recall(memory: Memory, transferId: string): TransferAnswer | null {
  const known = memory.transfers.find(({ id }) => id === transferId);
  if (!known) return null;
  return known.status === "done"
    ? { status: "done", transferId, moved: known.moved, credit: known.credit, duplicate: true }
    : { status: "refused", transferId, reason: (known.reason ?? "busy") as TransferRefusal, credit: known.credit };
}

function refusal(memory: Memory, amount: number | null, direction: Direction, locked: boolean): TransferRefusal | null {
  const { credit } = memory.meters;
  if (!locked) return "notLocked";
  if (memory.tilt !== null || memory.doorOpen) return "tilt";
  if (memory.phase !== "idle") return "gameInProgress";
  if (amount === null) return direction === "in" ? "badAmount" : null;
  if (!Number.isSafeInteger(amount) || amount <= 0) return "badAmount";
  if (direction === "in" && credit + amount > MAX_CREDIT) return "overLimit";
  if (direction === "out" && amount > credit) return "notEnoughCredit";
  return null;
}

/** What becomes of a request: the answer, and the memory that must be durable before it is given. */
export function transfer(
  memory: Memory,
  { transferId, amount }: TransferRequest,
  direction: Direction,
  locked: boolean,
): { answer: TransferAnswer; next: Memory | null } {
  const known = recall(memory, transferId);
  if (known) return { answer: known, next: null };
  const { meters } = memory;
  const remember = (transferred: Memory["transfers"][number]) => [...memory.transfers, transferred].slice(-REMEMBERED);
  const reason = refusal(memory, amount, direction, locked);
  if (reason !== null) {
    const transfers = remember({ id: transferId, status: "refused", moved: 0, credit: meters.credit, reason });
    return {
      answer: { status: "refused", transferId, reason, credit: meters.credit },
      next: { ...memory, transfers },
    };
  }
  const moved = amount ?? meters.credit;
  const credit = meters.credit + (direction === "in" ? moved : -moved);
  const next: Memory = {
    ...memory,
    meters: {
      ...meters,
      credit,
      transferredIn: meters.transferredIn + (direction === "in" ? moved : 0),
      transferredOut: meters.transferredOut + (direction === "out" ? moved : 0),
    },
    transfers: remember({ id: transferId, status: "done", moved, credit }),
  };
  return { answer: { status: "done", transferId, moved, credit, duplicate: false }, next };
}
