/** The promotions with their descriptions, their buttons, and why one can't be claimed now. */
import { ErrorCode, PROMOTIONS } from "@reelcast/contract";
import type { PromotionKind, PromotionState } from "@reelcast/contract";
import { Button, Sheet, Spinner, cx, useMoney, useNow } from "@reelcast/ui";
import { useSettings } from "../../api/useSettings.ts";
import { useT } from "../../i18n/index.ts";
import { COLOURS } from "./colours.ts";

interface Shared {
  states: PromotionState[] | undefined;
  /** When they were so, milliseconds since the epoch. */
  at: number;
  claim: (kind: PromotionKind) => Promise<void>;
  claiming: PromotionKind | null;
}

/** A countdown. @param until ms, by the clock of the house */
function Wait({ until }: { until: number }) {
  const t = useT();
  const now = useNow(1_000);
  return t("promotions.wait", { seconds: Math.max(0, Math.ceil((until - now) / 1000)) });
}

/** Why it can't be claimed now, or how its amount is calculated. */
function Reason({ state, at, kind }: { state: PromotionState | undefined; at: number; kind: PromotionKind }) {
  const house = useSettings();
  const t = useT();
  const money = useMoney();
  if (!state || state.eligible) return t(`promotions.${kind}Text`);
  if (state.waitSeconds > 0 && state.waitSeconds < 3600) return <Wait until={at + state.waitSeconds * 1000} />;
  if (state.code === ErrorCode.BalanceTooHigh)
    return t("promotions.below", { amount: money(house.discountMinimum, true) });
  return t("promotions.nothing");
}

function Rows({ states, at, claim, claiming }: Shared) {
  const t = useT();
  const money = useMoney();
  return (
    <ul className="flex flex-col gap-3 p-5">
      {PROMOTIONS.map((kind) => {
        const state = states?.find((one) => one.kind === kind);
        const name = t(`promotions.${kind}`);
        const amount = state?.eligible ? state.amount : null;
        return (
          <li key={kind} className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-sunken p-4">
            <div className="min-w-40 grow basis-0">
              <p className={cx("font-semibold", COLOURS[kind])}>{name}</p>
              <p className="text-sm text-muted">
                <Reason state={state} at={at} kind={kind} />
              </p>
            </div>
            <Button
              tone={state?.eligible ? "main" : "plain"}
              busy={claiming === kind}
              disabled={claiming !== null}
              onClick={() => void claim(kind)}
              aria-label={
                amount === null
                  ? t("promotions.claimName", { name })
                  : t("promotions.claimDo", { name, amount: money(amount, true) })
              }
            >
              {amount === null ? t("promotions.claim") : t("promotions.claimAmount", { amount: money(amount, true) })}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

export interface PromotionSheetProps extends Shared {
  open: boolean;
  onClose: () => void;
  failed: boolean;
  again: () => void;
}
export default function PromotionSheet({ open, onClose, failed, again, ...shared }: PromotionSheetProps) {
  const house = useSettings();
  const t = useT();
  return (
    <Sheet open={open} onClose={onClose} side="bottom" title={t("promotions.title")} closeLabel={t("shell.close")}>
      {failed ? (
        <div className="flex flex-col items-center gap-3 p-6">
          <p className="text-muted">{t("promotions.error")}</p>
          <Button onClick={again}>{t("shell.retry")}</Button>
        </div>
      ) : shared.states === undefined && house.contractVersion >= 2 ? (
        <Spinner label={t("shell.loading")} className="p-6" />
      ) : (
        <Rows {...shared} />
      )}
    </Sheet>
  );
}
