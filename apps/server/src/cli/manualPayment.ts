/**
 * Manual payments: above APPROVAL_ABOVE one person requests the payment and another one approves it. Payments of one
 * person within 24 hours are added up: those to one target up to the bound, and those to all targets up to ten times
 * the bound, so that a large sum can't be split over many players.
 */
import { nameSkeleton } from "../accounts/index.ts";
import { APPROVAL_MINUTES, approvalTarget, manuallyMoved, requestApproval, requestFacts } from "../approvals/index.ts";
import type { Person, ApprovalDetails } from "../approvals/index.ts";
import { lastStart } from "../audit/index.ts";
import type { Trx } from "../storage/index.ts";
import type { Actor, CommandResult } from "./command.ts";
import type { Parts } from "./commandContext.ts";
import { formatAmount } from "./money.ts";

/** Factor of the bound for all targets together. */
const ALL_TARGETS_FACTOR = 10;

export const personOf = ({ by, from }: Actor): Person => ({ by, from, skeleton: nameSkeleton(by) });

/**
 * Minor units. The lower of the running server's setting and that of this command, so that an environment variable
 * can't raise it.
 */
async function approvalBound({ storage, config }: Parts): Promise<number> {
  const started = await lastStart(storage.db);
  return Math.min(config.approvalAbove, started?.approvalAbove ?? Infinity);
}

/**
 * Executes the payment, or requests an approval if it exceeds the bound. In the transaction of `parts`.
 * @param wanted `together`: the bound is that of all targets, not of each
 */
export async function payOrRequestApproval(
  parts: Parts,
  actor: Actor,
  wanted: Omit<ApprovalDetails, "why"> & { acts: readonly string[]; together?: boolean },
  carryOut: () => Promise<CommandResult>,
): Promise<CommandResult> {
  const person = personOf(actor);
  const trx = parts.storage.db as Trx;
  const { acts, together = false, ...rest } = wanted;
  const request = { ...rest, why: actor.why ?? "" };
  const moved = await manuallyMoved(trx, person, { acts, target: request.target, skeletonOf: nameSkeleton });
  const most = await approvalBound(parts);
  const here = together ? moved.inAll : moved.onTarget;
  const isTooMuchHere = request.amount + here > most;
  if (!isTooMuchHere && request.amount + moved.inAll <= ALL_TARGETS_FACTOR * most) return carryOut();
  const [above, already] = isTooMuchHere
    ? [formatAmount(most), here]
    : [`${formatAmount(ALL_TARGETS_FACTOR * most)} to all players`, moved.inAll];
  const id = await requestApproval(trx, request, person);
  return {
    act: "approvals.request",
    target: approvalTarget(id),
    before: null,
    after: requestFacts(request),
    message: [
      `Nothing has moved yet: ${formatAmount(request.amount)} for ${request.target} need a second person, since above ${above}${already > 0 ? ` (${formatAmount(already)} were moved by ${actor.by} in the last 24 hours)` : ""}.`,
      `Request ${id} waits ${APPROVAL_MINUTES} minutes. Another person types: house approvals approve ${id}`,
    ].join("\n"),
  };
}
