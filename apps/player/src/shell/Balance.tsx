/** The player's money: the account, and what waits at a machine. */
import { EyeIcon, EyeOffIcon, IconButton, cx } from "@reelcast/ui";
import { useOpenSession } from "../auth/openSession.ts";
import { useT } from "../i18n/index.ts";
import { useBalance } from "./balance.ts";
import { OwnMoney, hideMoney, useMoneyHidden } from "./ownMoney.tsx";

/** "+ ₺2.000 at Copper Canyon", below the balance; nothing where no money waits. */
export function AtMachine({ className = "" }: { className?: string }) {
  const t = useT();
  const session = useOpenSession();
  if (!session?.credit) return null;
  return (
    <span className={cx("block truncate font-normal text-muted", className)}>
      + <OwnMoney minor={session.credit} short /> {t("shell.atMachine", { name: session.name })}
    </span>
  );
}

/** " · ₺2.000" after the words for the player's own machine; nothing where the server does not say. */
export function SeatAmount() {
  const credit = useOpenSession()?.credit;
  if (credit === undefined) return null;
  return (
    <span className="truncate">
      · <OwnMoney minor={credit} short />
    </span>
  );
}

/** @param account minor units, where a page has read the balance itself */
export function Amount({ className, account }: { className?: string; account?: number }) {
  const balance = useBalance();
  return <OwnMoney minor={account ?? balance} {...(className && { className })} />;
}

export function Balance() {
  const t = useT();
  const hidden = useMoneyHidden();
  return (
    <div className="flex min-w-0 items-center gap-1">
      <div className="flex min-w-0 flex-col items-end leading-tight">
        <span className="sr-only">{t("shell.balance")}</span>
        <Amount className="font-semibold sm:text-lg sm:leading-tight" />
        <AtMachine className="max-w-32 text-xs sm:max-w-48" />
      </div>
      <IconButton
        label={hidden ? t("shell.showBalance") : t("shell.hideBalance")}
        onClick={() => hideMoney(!hidden)}
        aria-pressed={hidden}
      >
        {hidden ? <EyeOffIcon /> : <EyeIcon />}
      </IconButton>
    </div>
  );
}
