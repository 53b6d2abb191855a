/**
 * Money by hand: above APPROVAL_ABOVE it is asked for by one person and carried out when another one approves it. Below
 * it, amounts of one person within 24 hours count together: those on one target up to the bound, and those on all of them
 * up to ten times the bound, so that nobody pays any sum to a row of players of their own.
 */
import { nameSkeleton } from "../accounts/index.ts";
import { APPROVAL_MINUTES, approvalTarget, movedByHand, requestApproval, requestFacts } from "../approvals/index.ts";
import type { Person, Wanted } from "../approvals/index.ts";
import { lastStart } from "../audit/index.ts";
import type { Trx } from "../storage/index.ts";
import type { Acting, Done } from "./command.ts";
import type { Parts } from "./commandContext.ts";
import { formatAmount } from "./money.ts";

/** Times the bound, for all targets together. */
const IN_ALL = 10;

export const personOf = ({ by, from }: Acting): Person => ({ by, from, skeleton: nameSkeleton(by) });

/** Minor units. The lower of the running house's setting and that of this command: nobody lifts the bound by a variable. */
async function bound({ storage, config }: Parts): Promise<number> {
  const started = await lastStart(storage.db);
  return Math.min(config.approvalAbove, started?.approvalAbove ?? Infinity);
}

/**
 * Does it, or asks for a second person where it is too much for one. In the transaction of `parts`.
 * @param wanted `together`: the bound is that of all targets, not of each
 */
export async function byHand(
  parts: Parts,
  acting: Acting,
  wanted: Omit<Wanted, "why"> & { acts: readonly string[]; together?: boolean },
  carryOut: () => Promise<Done>,
): Promise<Done> {
  const person = personOf(acting);
  const trx = parts.storage.db as Trx;
  const { acts, together = false, ...rest } = wanted;
  const request = { ...rest, why: acting.why ?? "" };
  const moved = await movedByHand(trx, person, { acts, target: request.target, skeletonOf: nameSkeleton });
  const most = await bound(parts);
  const here = together ? moved.inAll : moved.onTarget;
  const isTooMuchHere = request.amount + here > most;
  if (!isTooMuchHere && request.amount + moved.inAll <= IN_ALL * most) return carryOut();
  const [above, already] = isTooMuchHere
    ? [formatAmount(most), here]
    : [`${formatAmount(IN_ALL * most)} to all players`, moved.inAll];
  const id = await requestApproval(trx, request, person);
  return {
    act: "approvals.request",
    target: approvalTarget(id),
    before: null,
    after: requestFacts(request),
    say: [
      `Nothing has moved yet: ${formatAmount(request.amount)} for ${request.target} need a second person, since above ${above}${already > 0 ? ` (${formatAmount(already)} were moved by ${acting.by} in the last 24 hours)` : ""}.`,
      `Request ${id} waits ${APPROVAL_MINUTES} minutes. Somebody else types: house approvals approve ${id}`,
    ].join("\n"),
  };
}
