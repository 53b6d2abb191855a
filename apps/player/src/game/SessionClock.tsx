/** Time of day, length of the session, and its net result so far. The house's rules decide whether a player may hide them. */
import { cx, useNow } from "@reelcast/ui";
import { formatDate, formatDuration, useT } from "../i18n/index.ts";
import type { SeatView } from "../session/seat.ts";
import { usePreferences } from "../shell/preferences.ts";
import { SteadyMoney } from "./SteadyMoney.tsx";

/** Of the net result, minor units: it has room for so much from the first. */
const NET_ROOM = 10_00;
const lookOf = (net: number) => (net < 0 ? "text-credit" : net > 0 ? "text-cash" : "text-muted");

export function SessionClock({ view }: { view: SeatView }) {
  const t = useT();
  const now = useNow(1_000);
  const startedAt = view.session ? Date.parse(view.session.startedAt) : null;
  /** Unknown where the server does not send it. */
  const net = view.meters?.net;
  const { sessionClock } = usePreferences();
  const { playRules } = view;
  return (
    <dl className="flex min-w-0 flex-wrap items-center gap-x-2 text-xs whitespace-nowrap sm:gap-x-4 sm:text-sm across:gap-x-2 across:text-xs">
      <div>
        <dt className="sr-only">{t("game.clock")}</dt>
        <dd className="text-muted figures">{formatDate(now, "HH:mm")}</dd>
      </div>
      {sessionClock || playRules.sessionClock ? (
        <div>
          <dt className="sr-only">{t("game.elapsed")}</dt>
          <dd className="text-muted figures">{startedAt === null ? "–" : formatDuration((now - startedAt) / 1000)}</dd>
        </div>
      ) : null}
      {sessionClock || playRules.netPosition ? (
        <div>
          <dt className="sr-only">{t("game.net")}</dt>
          <dd className={cx("font-semibold", lookOf(net ?? 0))}>
            {net === undefined ? "–" : <SteadyMoney minor={net} signed roomFor={NET_ROOM} />}
          </dd>
        </div>
      ) : null}
    </dl>
  );
}
