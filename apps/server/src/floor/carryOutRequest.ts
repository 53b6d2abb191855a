/** Carries out an operator's request at its machine. The outcome is text for the operator; money in major units. */
import { AppError, ErrorCode, majorUnits } from "@reelcast/contract";
import { ConsoleError, ConsoleErrorCode } from "@reelcast/contract/console";
import { MachineUnreachable } from "@reelcast/machine";
import type { Meters } from "@reelcast/machine";
import type { MachineLedger, Transfer } from "../wallet/index.ts";
import type { HostParts } from "./hostParts.ts";
import type { HostRequest, MachineRequests, RequestOutcome, RequestRefusal } from "./requestStore.ts";
import { clearedBefore, settleMachine } from "./settleMachine.ts";

export interface RequestContext {
  requests: Pick<MachineRequests, "noteHandPay" | "lastHandPay">;
  /** A player is seated. */
  seated: boolean;
  compare: () => Promise<void>;
  readLedger: () => Promise<MachineLedger>;
}

/** @returns the refusal, with its English wording for processes of an earlier version, which read nothing else of it */
const refuse = (
  { machineId: machine }: Pick<HostRequest, "machineId">,
  code: RequestRefusal["code"],
  params: RequestRefusal["params"] = {},
): RequestOutcome => ({
  done: false,
  answer: new ConsoleError(code, { machine, ...params }).message,
  refusal: { code, params },
});
/** What would be paid is not what was decided. */
const refuseOther = (request: HostRequest, amount: number) =>
  refuse(request, ConsoleErrorCode.OtherAmountWaits, { amount });
const refuseUnresolved = (request: HostRequest, { id: transfer }: Pick<Transfer, "id">) =>
  refuse(request, ConsoleErrorCode.TransferUnresolved, { transfer });

/**
 * The reason against putting a machine back into play, in the order of `machine_difference`.
 * @param shown what was stored before
 */
function refuseBack(request: HostRequest, shown: Meters, ledger: MachineLedger): RequestOutcome {
  const { unresolved, suspension, credit: booked, transferredIn: bookedIn, transferredOut: bookedOut } = ledger;
  if (unresolved) return refuseUnresolved(request, unresolved);
  if (suspension) return refuse(request, ConsoleErrorCode.BackUnsettled, { amount: suspension.remaining });
  if (shown.credit !== booked) return refuse(request, ConsoleErrorCode.CreditDiffers, { shown: shown.credit, booked });
  const { transferredIn: shownIn, transferredOut: shownOut } = shown;
  return refuse(request, ConsoleErrorCode.TransfersDiffer, { shownIn, shownOut, bookedIn, bookedOut });
}

/**
 * Pays a hand pay that waits, once. The request again, after an interruption, has the answer of the payment that was made; a
 * second request for the same hand pay is refused with who has paid it.
 */
async function payByHand(
  { driver }: Pick<HostParts, "driver">,
  request: HostRequest,
  requests: RequestContext["requests"],
): Promise<RequestOutcome> {
  const { id, machineId, begun, params } = request;
  const { handPaid } = await driver.meters();
  if (begun !== null && handPaid > begun.handPaidBefore) return { done: true, answer: String(begun.win) };
  const { phase, win } = driver.state();
  if (phase === "handPay") {
    if (params.amount !== undefined && params.amount !== win) return refuseOther(request, win);
    await requests.noteHandPay(id, { win, handPaidBefore: handPaid });
    await driver.resetHandPay();
    return { done: true, answer: String(win) };
  }
  const last = await requests.lastHandPay(machineId);
  if (last === null || handPaid !== last.handPaidBefore + last.win) return refuse(request, ConsoleErrorCode.NoHandPay);
  const { by: person, win: amount, at } = last;
  return refuse(request, ConsoleErrorCode.HandPayPaid, { amount, person, time: at.toISOString() });
}

/** In the machine's queue. @throws MachineUnreachable: the request stays stored until the machine is back */
export async function carryOutRequest(
  parts: HostParts,
  request: HostRequest,
  { requests, seated, compare, readLedger }: RequestContext,
): Promise<RequestOutcome> {
  const { driver, wallet, fence } = parts;
  if (!driver.state().online) throw new MachineUnreachable("the machine is offline");
  switch (request.kind) {
    case "meters": {
      await compare();
      const { credit, transferredIn, transferredOut } = await driver.meters();
      return {
        done: true,
        answer: `credit ${majorUnits(credit)}, ${majorUnits(transferredIn)} in, ${majorUnits(transferredOut)} out`,
      };
    }
    case "unlock":
      await driver.unlock();
      return { done: true, answer: "unlocked" };
    case "handPay":
      return payByHand(parts, request, requests);
    case "settle": {
      if (seated) return refuse(request, ConsoleErrorCode.SomebodySeated);
      // A settlement that was interrupted after its execution has its stored result.
      const settled = await wallet.settlement(request.id);
      if (settled !== null) return { done: true, answer: String(settled) };
      const { unresolved, suspension, credit: owed } = await readLedger();
      if (unresolved) return refuseUnresolved(request, unresolved);
      // Credit of the ledger without a session (earlier versions could leave it) belongs to the last player.
      const due = (suspension?.remaining ?? 0) + owed;
      const { credit } = await driver.meters();
      const pay = request.params.pay ?? due;
      const { amount: decided = pay } = request.params;
      // The decision of its transfer may have paid it meanwhile.
      if (due < (request.params.due ?? 0) && pay > due) return refuseOther(request, due);
      const evidence = Math.max(due, credit + (await clearedBefore(parts, request.id)));
      if (pay > evidence) return refuse(request, ConsoleErrorCode.PayAboveEvidence, { amount: evidence });
      const playerId = suspension?.playerId ?? request.params.playerId ?? null;
      if (pay > 0 && playerId === null && owed === 0) return refuse(request, ConsoleErrorCode.PayeeMissing);
      if (suspension && request.params.playerId !== undefined && request.params.playerId !== suspension.playerId)
        return refuse(request, ConsoleErrorCode.PayeeOther, { player: suspension.playerId });
      // The last one: who asks whether it could be paid, by another amount, gets every other reason first.
      if (pay !== decided) return refuseOther(request, pay);
      try {
        const reason = request.reason ?? "";
        await settleMachine(parts, { key: request.id, playerId, pay, by: request.by, reason });
      } catch (error) {
        if (error instanceof ConsoleError) return refuse(request, error.code, error.params);
        if (error instanceof AppError && error.code !== ErrorCode.ServiceUnavailable)
          return refuse(request, ConsoleErrorCode.SettlementRefused);
        throw error;
      }
      return { done: true, answer: String(pay) };
    }
    case "back": {
      if (seated) return refuse(request, ConsoleErrorCode.SomebodySeated);
      const meters = await driver.meters();
      await wallet.storeMeters(meters, fence);
      const why = await wallet.backIntoPlay(fence, "operator");
      return why === null ? { done: true, answer: "back in play" } : refuseBack(request, meters, await readLedger());
    }
  }
}
