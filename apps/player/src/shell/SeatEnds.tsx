/** What the end of a session has paid: a card for each, on every page, until the player dismisses it. */
import { Button } from "@reelcast/ui";
import { dismissSeatEnd } from "../auth/seatEnds.ts";
import type { SeatEnd } from "../auth/seatEnds.ts";
import { useT } from "../i18n/index.ts";
import { useOwnMoneyText } from "./ownMoney.tsx";

export default function SeatEnds({ playerId, ends }: { playerId: number; ends: readonly SeatEnd[] }) {
  const t = useT();
  const money = useOwnMoneyText();
  return (
    <ul
      aria-label={t("reconnect.over")}
      className="mx-auto flex w-full max-w-[1440px] flex-col gap-2 px-3 pt-3 sm:px-6"
    >
      {ends.map(({ session, name, reason, amount }) => (
        <li
          key={session}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-cash/60 bg-raised px-4 py-3"
        >
          <p className="min-w-0 grow basis-60">
            <span className="block font-semibold">{t("reconnect.over")}</span>
            {t("reconnect.overPaid", { name, amount: money(amount) })}{" "}
            {reason === "idle" ? <span className="text-muted">{t("reconnect.overIdle")}</span> : null}
          </p>
          <Button onClick={() => dismissSeatEnd(playerId, session)}>{t("reconnect.fine")}</Button>
        </li>
      ))}
    </ul>
  );
}
