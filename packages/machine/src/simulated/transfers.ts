/**
 * Credit moved between wallet and machine, as pure steps over the memory, after the ideas of SAS 6.03 §8 (AFT). An id
 * moves money once, which AFT itself ensures only for the last successful id.
 *
 * The last ids are stored with their answers, including refusals. Older ones are covered by the high-water mark: it is
 * at or above the number of every transfer that was executed, dropped from the stored ones, or interrogated, and
 * nothing at or below it is executed any more.
 */
import type { InterrogateAnswer, TransferAnswer, TransferRefusal, TransferRequest } from "../driver.ts";
import type { Memory } from "./memory.ts";

export const MAX_STORED_TRANSFERS = 40;
const MAX_CREDIT = 1_000_000_000_000;

export type Direction = "in" | "out";
type StoredTransfer = Memory["transfers"][number];
/** An answer, and the memory that must be durable before it is sent; null if nothing changes. */
export interface Answered<A> {
  answer: A;
  next: Memory | null;
}

/** The stored answer to an id, or null. */
function storedAnswer(memory: Memory, transferId: string): TransferAnswer | null {
  const known = memory.transfers.find(({ id }) => id === transferId);
  if (!known) return null;
  return known.status === "done"
    ? { status: "done", transferId, moved: known.moved, credit: known.credit, duplicate: true }
    : { status: "refused", transferId, reason: (known.reason ?? "busy") as TransferRefusal, credit: known.credit };
}

/** Stores a transfer. A transfer that is dropped for it must never be executed, so the mark covers it. */
function storeTransfer(memory: Memory, added: StoredTransfer): Memory {
  const all = [...memory.transfers, added];
  const dropped = all.slice(0, -MAX_STORED_TRANSFERS);
  const numbers = (of: readonly StoredTransfer[]) => of.map(({ number }) => number);
  return {
    ...memory,
    transfers: all.slice(-MAX_STORED_TRANSFERS),
    mark: Math.max(memory.mark, ...numbers(dropped), added.status === "done" ? added.number : 0),
    forgotten: Math.max(memory.forgotten, ...numbers(dropped.filter(({ status }) => status === "done"))),
  };
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

/**
 * Refuses a number at or below the mark that has no stored answer. The refusal is not stored: the mark gives the same
 * answer for ever, and storing it would drop another id's answer. At or below `forgotten` the id may have moved money,
 * so the answer is "pending", and a person decides.
 */
function refuseOldNumber(
  memory: Memory,
  { transferId, number }: Pick<TransferRequest, "transferId" | "number">,
): TransferAnswer {
  return number <= memory.forgotten
    ? { status: "pending", transferId }
    : { status: "refused", transferId, reason: "superseded", credit: memory.meters.credit };
}

/** Executes or refuses a transfer of credit. */
export function transfer(
  memory: Memory,
  request: TransferRequest,
  direction: Direction,
  locked: boolean,
): Answered<TransferAnswer> {
  const { transferId, number, amount } = request;
  const known = storedAnswer(memory, transferId);
  if (known) return { answer: known, next: null };
  if (!Number.isSafeInteger(number) || number <= memory.mark)
    return { answer: refuseOldNumber(memory, request), next: null };
  const { meters } = memory;
  const reason = refusal(memory, amount, direction, locked);
  if (reason !== null) {
    return {
      answer: { status: "refused", transferId, reason, credit: meters.credit },
      next: storeTransfer(memory, {
        id: transferId,
        number,
        status: "refused",
        moved: 0,
        credit: meters.credit,
        reason,
      }),
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
  };
  return {
    answer: { status: "done", transferId, moved, credit, duplicate: false },
    next: storeTransfer(next, { id: transferId, number, status: "done", moved, credit }),
  };
}

/** The result of a request. Raises the mark to its number, so that "notFound" stays true. @throws RangeError */
export function interrogate(
  memory: Memory,
  request: Pick<TransferRequest, "transferId" | "number">,
): Answered<InterrogateAnswer> {
  const { transferId, number } = request;
  if (!Number.isSafeInteger(number)) throw new RangeError("the number of a transfer is a whole number");
  const known = storedAnswer(memory, transferId);
  const forgotten = !known && number <= memory.forgotten;
  return {
    answer: known ?? (forgotten ? refuseOldNumber(memory, request) : { status: "notFound", transferId }),
    next: number > memory.mark ? { ...memory, mark: number } : null,
  };
}
