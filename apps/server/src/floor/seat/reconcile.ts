/**
 * Compares a machine's meters with the ledger, and draws the conclusion of an interrogation. Pure. Amounts are minor
 * units.
 */
import type { InterrogateAnswer } from "@reelcast/machine";
import { ErrorCode } from "@reelcast/contract";
import type { MachineBalance, Transfer } from "../../wallet/index.ts";
import type { MetersRead } from "./types.ts";

const same = (meters: MetersRead, ledger: MachineBalance): boolean =>
  meters.credit === ledger.credit &&
  meters.transferredIn === ledger.transferredIn &&
  meters.transferredOut === ledger.transferredOut;

const describe = ({ credit, transferredIn, transferredOut }: MetersRead): string =>
  `credit ${credit}, ${transferredIn} in, ${transferredOut} out`;

/** Of a machine at rest without an open transfer. Returns the difference as text, null if there is none. */
export function difference(meters: MetersRead, ledger: MachineBalance): string | null {
  return same(meters, ledger) ? null : `the meters show ${describe(meters)}; the ledger says ${describe(ledger)}`;
}

export type Verdict =
  | { verdict: "done"; moved: number; credit: number }
  | { verdict: "failed"; code: typeof ErrorCode.GameInProgress | typeof ErrorCode.TransferRefused; detail: string }
  /** The machine has no answer yet. */
  | { verdict: "wait" }
  | { verdict: "manual"; reason: string };

/**
 * The outcome of a transfer, by the machine's answer and its meters together.
 * @param ledger before this transfer is posted; for a manual one, with the credit that is in suspense
 */
export function conclude(
  transfer: Pick<Transfer, "kind" | "amount">,
  answer: InterrogateAnswer,
  meters: MetersRead,
  ledger: MachineBalance,
): Verdict {
  if (answer.status === "pending") return { verdict: "wait" };
  const moved = answer.status === "done" ? answer.moved : 0;
  const most = transfer.kind === "cashin" ? (transfer.amount ?? 0) : (transfer.amount ?? ledger.credit);
  if (moved < 0 || moved > most)
    return { verdict: "manual", reason: `the machine says that it moved ${moved}, of ${most} at most` };
  const incoming = transfer.kind === "cashin" ? moved : 0;
  const outgoing = transfer.kind === "cashout" ? moved : 0;
  const expected: MachineBalance = {
    credit: ledger.credit + incoming - outgoing,
    transferredIn: ledger.transferredIn + incoming,
    transferredOut: ledger.transferredOut + outgoing,
  };
  const found = difference(meters, expected);
  if (found !== null) {
    const answered =
      answer.status === "done" ? `moved ${moved}` : answer.status === "refused" ? answer.reason : answer.status;
    return { verdict: "manual", reason: `the machine says "${answered}", but ${found}` };
  }
  if (answer.status === "done") return { verdict: "done", moved, credit: meters.credit };
  if (answer.status === "notFound")
    return {
      verdict: "failed",
      code: ErrorCode.TransferRefused,
      detail: "the machine does not know it, and never will",
    };
  return {
    verdict: "failed",
    code: answer.reason === "gameInProgress" ? ErrorCode.GameInProgress : ErrorCode.TransferRefused,
    detail: answer.reason,
  };
}
