/**
 * Manual payments: above APPROVAL_ABOVE one person requests the payment and another one approves it. Payments of one
 * person within 24 hours are added up: those to one target up to the bound, and those to all targets up to ten times
 * the bound, so that a large sum can't be split over many players. What machines pay, by hand, in a settlement or by the decision of a transfer, counts by itself in the same way.
 */
import { nameSkeleton } from "../accounts/index.ts";
import {
  APPROVAL_MINUTES,
  approvalTarget,
  manuallyMoved,
  requestApproval,
  requestFacts,
  waitingDuplicate,
} from "../approvals/index.ts";
import type { Person, ApprovalDetails } from "../approvals/index.ts";
import { lastStart } from "../audit/index.ts";
import type { Domain } from "../domain.ts";
import type { Trx } from "../storage/index.ts";
import { auditOriginOf } from "./context.ts";
import type { Actor } from "./context.ts";
import type { ActDone } from "./run.ts";

export const HAND_PAY = "machine.hand-pay";
export const SETTLE = "machine.settle";
export const RESOLVE = "transfer.resolve";
/** What players get of machines: their amounts count together where a second person is needed. */
export const MACHINE_PAYMENTS: readonly string[] = [HAND_PAY, SETTLE, RESOLVE];

/** Factor of the bound for all targets together. */
const ALL_TARGETS_FACTOR = 10;

/** `aboveDue`: more than what is due by the ledger; `nobodys`: to a player whom the person names, money that is nobody's. */
export type NeedsSecond = "aboveDue" | "nobodys";

/** Nothing has moved yet: a second person must approve it. */
export interface PaymentRequested {
  state: "requested";
  /** Number of the request. */
  request: number;
  target: string;
  /** Minor units. */
  amount: number;
  /** The bound that is exceeded, minor units; `ofAll`: that of all targets together. */
  above: number;
  ofAll: boolean;
  /** What this person has moved in the last 24 hours and counts with it, minor units. */
  already: number;
  /** How long the request waits. */
  minutes: number;
  /** Why it needs a second person whatever the amount; absent: it exceeds the bound. */
  because?: NeedsSecond;
}
export type PaymentDone<R> = { state: "done" } & R;

export const personOf = (actor: Actor): Person => ({
  by: actor.by,
  from: auditOriginOf(actor),
  skeleton: nameSkeleton(actor.by),
});

/**
 * Minor units. The lower of the running server's setting and that of this process, so that an environment variable of a
 * command can't raise it.
 */
async function approvalBound({ storage, config }: Domain): Promise<number> {
  const started = await lastStart(storage.db);
  return Math.min(config.approvalAbove, started?.approvalAbove ?? Infinity);
}

/**
 * Executes the payment, or requests an approval if it exceeds the bound. In the transaction of `parts`.
 * @param wanted `together`: the bound is that of all targets, not of each; `countsFor`: whose bound it is, if it is not the target's;
 *   `because`: it needs an approval whatever its amount
 */
export async function payOrRequestApproval<R>(
  parts: Domain,
  actor: Actor,
  wanted: Omit<ApprovalDetails, "why"> & {
    acts: readonly string[];
    together?: boolean;
    countsFor?: string;
    because?: NeedsSecond | undefined;
  },
  carryOut: () => Promise<ActDone<PaymentDone<R>>>,
): Promise<ActDone<PaymentDone<R> | PaymentRequested>> {
  const person = personOf(actor);
  const trx = parts.storage.db as Trx;
  const { acts, together = false, countsFor = wanted.target, because, ...rest } = wanted;
  const request = { ...rest, why: actor.why ?? "" };
  const { target, amount } = request;
  const moved = await manuallyMoved(trx, person, { acts, target: countsFor, skeletonOf: nameSkeleton });
  const most = await approvalBound(parts);
  const here = together ? moved.inAll : moved.onTarget;
  const isTooMuchHere = amount + here > most;
  const isTooMuchInAll = amount + moved.inAll > ALL_TARGETS_FACTOR * most;
  if (because === undefined && !isTooMuchHere && !isTooMuchInAll) return carryOut();
  // Of machines: the same again is no second payment, but the same click. Two equal credits may both be meant.
  const duplicate = acts === MACHINE_PAYMENTS ? await waitingDuplicate(trx, request, person) : null;
  const id = duplicate ?? (await requestApproval(trx, request, person));
  const exceeded =
    isTooMuchHere || !isTooMuchInAll
      ? { above: most, ofAll: false, already: here }
      : { above: ALL_TARGETS_FACTOR * most, ofAll: true, already: moved.inAll };
  const recorded =
    duplicate === null
      ? { recordedAs: "approvals.request", target: approvalTarget(id), before: null, after: requestFacts(request) }
      : { target, before: null, after: { repeated: amount, request: id } };
  return {
    ...recorded,
    result: {
      state: "requested",
      request: id,
      target,
      amount,
      ...exceeded,
      minutes: APPROVAL_MINUTES,
      ...(because === undefined ? {} : { because }),
    },
  };
}
