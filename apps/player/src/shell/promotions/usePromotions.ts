/** The player's promotions, claiming one, and the automatic offer. */
import { clock } from "@reelcast/contract/clock";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ErrorCode } from "@reelcast/contract";
import type { ErrorParams, PromotionAnswer, PromotionKind, PromotionState } from "@reelcast/contract";
import { readAgain, reloadQueries } from "@reelcast/client/reloadQueries";
import { toast, useMoney } from "@reelcast/ui";
import { ApiError, call, settings } from "../../api/index.ts";
import { useSettings } from "../../api/useSettings.ts";
import { useRequiredLogin } from "../../auth/loginState.ts";
import { errorText, t } from "../../i18n/index.ts";
import { BALANCE_KEY, useBalance } from "../balance.ts";
import { useOwnMoneyText } from "../ownMoney.tsx";
import { offerOf, refusalOf } from "./eligibility.ts";
import { noteUse, usedAt } from "./used.ts";

const CALLS = { discount: "discount", bonus: "bonus", weekly: "weeklyBonus" } as const;
const STATES = ["promotions"] as const;
/** Servers with only the specification's own calls have no call for the state of promotions. */
const canAsk = () => settings().contractVersion >= 2;

export interface PromotionStates {
  states: PromotionState[] | undefined;
  /** Time of the answer, ms, by the clock of the house. */
  at: number;
  failed: boolean;
  again: () => void;
}
export function usePromotionStates(): PromotionStates {
  const queries = useQueryClient();
  const { data, isError } = useQuery({
    queryKey: STATES,
    queryFn: async ({ signal }) => ({ states: await call("promotions", {}, { signal }), at: clock.now() }),
    enabled: canAsk(),
    staleTime: 10_000,
    // A wait that is over shows by itself.
    refetchInterval: ({ state }) => {
      const waits = (state.data?.states ?? []).map(({ waitSeconds }) => waitSeconds).filter((seconds) => seconds > 0);
      return waits.length > 0 ? Math.min(...waits) * 1000 + 500 : false;
    },
  });
  return { states: data?.states, at: data?.at ?? 0, failed: isError, again: () => void reloadQueries(queries, STATES) };
}

/** With the seconds that are left, where a promotion was claimed a moment ago. */
function refusalText(error: unknown): string {
  const left =
    error instanceof ApiError && error.code === ErrorCode.PromotionCooldown ? error.params["remaining"] : null;
  return typeof left === "number" && left > 0
    ? `${errorText(error)} ${t("promotions.wait", { seconds: left })}`
    : errorText(error);
}

export function useClaim(): { claim: (kind: PromotionKind) => Promise<void>; claiming: PromotionKind | null } {
  const queries = useQueryClient();
  const money = useOwnMoneyText();
  const balance = useBalance();
  const playerId = useRequiredLogin().user.id;
  const inFlight = useRef(false);
  const [claiming, setClaiming] = useState<PromotionKind | null>(null);

  async function ask(kind: PromotionKind): Promise<PromotionAnswer> {
    const { promotionCooldownSeconds: cooldownSeconds, discountBalanceCheck, discountMinimum } = settings();
    const now = clock.now();
    const last = usedAt(kind, playerId);
    const request = { kind, balance, usedAt: last, now, cooldownSeconds, discountBalanceCheck, discountMinimum };
    const refusal = refusalOf(request);
    if (refusal) throw new ApiError(refusal.code, { params: refusal.params });
    const answer = await call(CALLS[kind]);
    const { status, code, ErrorMessage: message, Params } = answer;
    if (status !== 1) throw new ApiError(code, { message, params: JSON.parse(JSON.stringify(Params)) as ErrorParams });
    noteUse(kind, playerId, now);
    return answer;
  }
  async function claim(kind: PromotionKind): Promise<void> {
    // A second press while the first is under way does nothing.
    if (inFlight.current) return;
    inFlight.current = true;
    setClaiming(kind);
    try {
      const { Params } = await ask(kind);
      toast.success(t("promotions.granted", { name: t(`promotions.${kind}`), amount: money(Params.amount ?? 0) }));
    } catch (error) {
      toast.error(refusalText(error), { id: `promotion-${kind}` });
    } finally {
      inFlight.current = false;
      setClaiming(null);
      void readAgain(queries, { queryKey: STATES });
      void readAgain(queries, { queryKey: BALANCE_KEY });
    }
  }
  return { claim, claiming };
}

/** Offers by a toast with an action, once each time the balance falls below the limit. It never claims by itself. */
export function useOffer(claim: (kind: PromotionKind) => Promise<void>): void {
  const money = useMoney();
  const queries = useQueryClient();
  const balance = useBalance();
  const { states } = usePromotionStates();
  const offered = useRef<string | null>(null);
  const { discountMinimum: limit, autoDiscount, autoBonus } = useSettings();
  const low = balance !== undefined && balance < limit;
  useEffect(() => {
    if (!low) offered.current = null;
    else if (canAsk()) void readAgain(queries, { queryKey: STATES });
  }, [low, queries]);
  const offer = offerOf({ states, balance, limit, autoDiscount, autoBonus });
  const kind = offer?.kind ?? null;
  const amount = offer?.amount ?? 0;
  useEffect(() => {
    const id = "promotion-offer";
    if (kind === null) return toast.close(id);
    if (offered.current === kind) return;
    offered.current = kind;
    const text = kind === "discount" ? "promotions.offerDiscount" : "promotions.offerBonus";
    toast.info(t(text, { amount: money(amount) }), {
      id,
      lasts: "banner",
      action: {
        label: t("promotions.claim"),
        run: () => {
          toast.close(id);
          void claim(kind);
        },
      },
    });
    // oxlint-disable-next-line react/exhaustive-deps -- said when the offer changes, not when a function does
  }, [kind, amount]);
}
