/** Acts at a machine: what became of one is said, and what it has changed is read again. */
import type { AnswerOf } from "@reelcast/contract";
import type { FLOOR_CALLS, PaymentRequest } from "@reelcast/contract/console";
import { toast, useMoney } from "@reelcast/ui";
import { useReload } from "../api/queries.ts";
import { useT } from "../i18n/index.ts";

/** Acts that pay nothing know no request. */
export type CarriedOut = AnswerOf<(typeof FLOOR_CALLS)["putBack"]> & { requested?: PaymentRequest | null };

/**
 * @returns a function of the server's answer and of the sentence for an act that paid nothing. It resolves to the request that waits
 *   for a second person, when nothing was done yet; null: there is none
 */
export function useCarryOut(): (answer: Promise<CarriedOut>, done: string) => Promise<PaymentRequest | null> {
  const t = useT();
  const money = useMoney();
  const reload = useReload();
  return async (answer, done) => {
    const { waiting, paid, requested = null } = await answer;
    const reloaded = reload("machine", "machineTimeline", "machineTrace", "workQueue", "approvals");
    if (requested !== null) return requested;
    if (waiting) toast.warning(t("shell.machineWaits"));
    else toast.success(paid === null ? done : t("shell.amountPaid", { amount: money(paid) }));
    await reloaded;
    return null;
  };
}
