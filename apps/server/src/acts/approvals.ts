/** The second person: approves or refuses what another person asked for. An approved payment moves money, once. */
import { Id } from "@reelcast/contract";
import { ConsoleError, ConsoleErrorCode } from "@reelcast/contract/console";
import * as z from "zod/mini";
import { nameSkeleton } from "../accounts/index.ts";
import { approvalTarget, decide, expireApprovals, findApproval, isOfConsole } from "../approvals/index.ts";
import type { ApprovalRequest } from "../approvals/index.ts";
import type { Domain } from "../domain.ts";
import { InputError } from "../input.ts";
import type { Trx } from "../storage/index.ts";
import { defineAct } from "./act.ts";
import type { Act } from "./act.ts";
import type { ActContext } from "./context.ts";
import { JACKPOT_ADD, JACKPOT_SET, addOne, jackpotAdd, jackpotSet, setOne } from "./jackpots.ts";
import type { JackpotChange, JackpotDone, NewJackpot } from "./jackpots.ts";
import { RESOLVE, personOf } from "./payments.ts";
import type { PaymentDone } from "./payments.ts";
import { askApproved, awaitApproved, handPay, isMachinePayment, settle } from "./machineMoney.ts";
import type { MachineAsked } from "./machineMoney.ts";
import {
  CORRECT,
  CREDIT,
  correct,
  credit,
  explainBalance,
  explainSpace,
  paymentOf,
  postPayment,
} from "./playerMoney.ts";
import type { PlayerPaid } from "./playerMoney.ts";
import type { ActDone } from "./run.ts";
import { decideTransfer, decisionOf, explainDecision, resolveTransfer } from "./transfers.ts";
import type { TransferDecided } from "./transfers.ts";

type Approved = PaymentDone<PlayerPaid> | PaymentDone<JackpotDone> | PaymentDone<TransferDecided> | MachineAsked;

/** Executes a request. Its parameters were validated when it was created. */
function carryOut(parts: Domain, request: ApprovalRequest): Promise<ActDone<Approved>> {
  const { id, act, params } = request;
  if (isMachinePayment(act)) return askApproved(parts, { ...request, act });
  switch (act) {
    case CREDIT:
    case CORRECT:
      return postPayment(parts, { ...paymentOf(request), key: approvalTarget(id) });
    case JACKPOT_ADD:
      return addOne(parts, params as unknown as NewJackpot);
    case JACKPOT_SET:
      return setOne(parts, params as unknown as JackpotChange);
    case RESOLVE:
      return decideTransfer(parts, decisionOf(request), { by: request.requested_by, why: request.why });
    default:
      throw new ConsoleError(ConsoleErrorCode.RequestOfNewerVersion, { request: id, act });
  }
}

const REQUESTABLE: readonly Pick<Act, "name" | "permission">[] = [
  credit,
  correct,
  handPay,
  settle,
  resolveTransfer,
  jackpotAdd,
  jackpotSet,
];

/**
 * A request is worth as much as the right of its member. Members are never deleted.
 * @throws ConsoleError RequesterMayNot
 */
async function assertRequesterMay({ staff, storage }: Domain, request: ApprovalRequest): Promise<void> {
  const trx = storage.db as Trx;
  const { id, act, requested_by: requester } = request;
  if (!(await isOfConsole(trx, request))) return;
  const rights = await staff.administration.permissionsNow(trx, requester);
  const needed = REQUESTABLE.find(({ name }) => name === act)?.permission;
  if (rights === null || needed === undefined || rights.includes(needed)) return;
  throw new ConsoleError(ConsoleErrorCode.RequesterMayNot, { request: id, requester });
}

const RequestParams = z.object({ requestId: Id });
const target = ({ requestId }: z.infer<typeof RequestParams>) => approvalTarget(requestId);
const prepare = ({ storage }: ActContext) => expireApprovals(storage.db);

/** Executes a request, once; not by the person who made it, nor by an account that this person could have made. */
const approve = defineAct({
  name: "approvals.approve",
  permission: "approvals.decide",
  why: "optional",
  params: RequestParams,
  target,
  prepare,
  async change(parts, actor, { requestId }) {
    const request = await decide(parts.storage.db as Trx, requestId, "approved", personOf(actor), nameSkeleton);
    await assertRequesterMay(parts, request);
    const done = await carryOut(parts, request);
    const { act, amount, requested_by: requestedBy, requested_from: requestedFrom } = request;
    return {
      target: approvalTarget(requestId),
      before: { state: "waiting", requestedBy, requestedFrom, because: request.why, [done.target ?? ""]: done.before },
      after: { state: "approved", act, approved: amount, [done.target ?? ""]: done.after },
      result: { requestId, requestedBy, act, done: done.result },
    };
  },
  async afterwards(context, actor, result) {
    const { requestId, done } = result;
    return "request" in done ? { ...result, done: await awaitApproved(context, actor, requestId, done) } : result;
  },
  async explain(context, error, { requestId }) {
    if (error instanceof InputError) {
      const { message: because } = error;
      return new ConsoleError(ConsoleErrorCode.RequestImpossible, { request: requestId, because }, { cause: error });
    }
    const request = await findApproval(context.storage.db, requestId);
    if (request?.act === RESOLVE) return explainDecision(context, error, decisionOf(request).transferId);
    if (request?.act === CREDIT) return explainSpace(context, error, paymentOf(request).playerId);
    return request?.act === CORRECT ? explainBalance(context, error, paymentOf(request).playerId) : error;
  },
});

/** Rejects a request: no money moves. */
const refuse = defineAct({
  name: "approvals.refuse",
  permission: "approvals.decide",
  why: "optional",
  params: RequestParams,
  target,
  prepare,
  async change(parts, actor, { requestId }) {
    const request = await decide(parts.storage.db as Trx, requestId, "refused", personOf(actor), nameSkeleton);
    const { act, target: on, amount, requested_by: requestedBy } = request;
    return {
      target: approvalTarget(requestId),
      before: { state: "waiting", requestedBy, act, target: on, amount },
      after: { state: "refused" },
      result: { requestedBy },
    };
  },
});

export const approvalActs = { approve, refuse } as const;
