/** Time of day, length and net result of the session, and the balance: always in sight, on a line of its own. */
import { WalletIcon } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import type { SeatView } from "../session/seat.ts";
import { OwnMoney } from "../shell/ownMoney.tsx";
import { SessionClock } from "./SessionClock.tsx";

export function InfoLine({ view, balance }: { view: SeatView; balance: number | undefined }) {
  const t = useT();
  return (
    <div
      data-part="info"
      className="z-10 flex min-h-7 flex-wrap items-center justify-between gap-x-3 px-3 [grid-area:info] across:min-h-12 across:flex-col across:items-start across:justify-center across:flex-nowrap across:gap-0.5 across:rounded-s-md across:bg-sunken/90 across:px-2 desk:min-h-12 desk:justify-end desk:gap-x-5 desk:px-0"
    >
      <SessionClock view={view} />
      <span className="inline-flex items-center gap-1.5 text-xs desk:text-sm" title={t("game.balance")}>
        <WalletIcon size={16} className="text-muted" />
        <span className="sr-only">{t("game.balance")}</span>
        <OwnMoney minor={balance} />
      </span>
    </div>
  );
}
