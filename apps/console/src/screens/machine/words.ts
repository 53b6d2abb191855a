/** Words of what the server says by names: states of transfers, ends of sessions, outcomes of acts. Names of a later version stay. */
import { END_REASONS } from "@reelcast/contract";
import type { Translate } from "../../i18n/index.ts";

const SETTLED = ["done", "failed", "manual", "unknown"] as const;
/** States between these are under way. */
export const transferStateName = (t: Translate, state: string): string =>
  t(`machine.transferState_${SETTLED.find((one) => one === state) ?? "underWay"}`);

export function endReasonName(t: Translate, reason: string): string {
  const known = END_REASONS.find((one) => one === reason);
  return known === undefined ? reason : t(`machine.end_${known}`);
}

const OUTCOMES = ["asked", "refused", "unknown"] as const;
export function outcomeName(t: Translate, outcome: string): string {
  const known = OUTCOMES.find((one) => one === outcome);
  return known === undefined ? outcome : t(`machine.outcome_${known}`);
}
