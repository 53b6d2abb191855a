/** On every page while the player has a seat: which machine, what waits there, and the way back. */
import { Link } from "@tanstack/react-router";
import type { OpenSession } from "@reelcast/contract";
import { CashOutIcon, ChevronIcon, PlayIcon } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import { slugOf } from "../i18n/slug.ts";
import { OwnMoney } from "./ownMoney.tsx";

const ROW = "mx-auto flex min-h-12 max-w-[1440px] items-center gap-3 px-4 py-1 text-sm sm:px-6";

export default function SeatBar({ session }: { session: OpenSession }) {
  const t = useT();
  const { id, name, credit, machine_status: status } = session;
  const paying = status === "cashout";
  const what = (
    <>
      <span className="min-w-0 grow truncate">
        <span className="text-muted max-sm:sr-only">{paying ? t("reconnect.seatPaying") : t("reconnect.seat")} </span>
        <span className="font-semibold">{name}</span>
      </span>
      {credit === undefined ? null : <OwnMoney minor={credit} className="font-semibold" />}
    </>
  );
  return (
    <section
      aria-label={t("reconnect.seat")}
      data-seat-bar=""
      className="sticky bottom-0 z-20 border-t border-gold/60 bg-raised pb-[env(safe-area-inset-bottom)] print:hidden"
    >
      {paying ? (
        <p role="status" className={ROW}>
          <CashOutIcon size={18} className="shrink-0 text-warning" />
          {what}
        </p>
      ) : (
        <Link
          to="/game/$gameId/$name"
          params={{ gameId: String(id), name: slugOf(name) }}
          className={`${ROW} hover:bg-lifted`}
        >
          <PlayIcon size={18} className="shrink-0 text-gold" />
          {what}
          <span className="inline-flex shrink-0 items-center gap-1 font-semibold text-gold">
            {t("reconnect.continue")}
            <ChevronIcon size={18} className="rtl:-scale-x-100" />
          </span>
        </Link>
      )}
    </section>
  );
}
