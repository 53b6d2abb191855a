/** That money is under review: how much, and whom to ask. */
import { InfoIcon, cx } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import { SupportEntry } from "../support/index.tsx";
import { useOwnMoneyText } from "./ownMoney.tsx";

/** @param amount minor units */
export default function CheckingText({ compact, amount }: { compact: boolean; amount: number }) {
  const t = useT();
  const money = useOwnMoneyText();
  return (
    <div
      className={cx(
        "flex items-start gap-3 border-b border-info/40 bg-info/10 px-4 text-sm sm:items-center",
        compact ? "py-1.5 across:py-0.5" : "py-2",
      )}
    >
      <InfoIcon size={20} className="mt-px shrink-0 text-info sm:mt-0" />
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-3">
        <p className="min-w-0">
          <strong className="font-semibold">{t("shell.checking", { amount: money(amount) })}</strong>{" "}
          {compact ? t("shell.checkingShort") : t("shell.checkingHint")}
        </p>
        <SupportEntry look="line" className={cx("-ms-3 font-medium text-gold", compact && "across:hidden")} />
      </div>
    </div>
  );
}
