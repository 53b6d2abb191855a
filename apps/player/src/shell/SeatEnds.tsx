/** Sessions that are over: a card for each, on every page, until the player dismisses it. It says what was paid and what it came to. */
import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { Button } from "@reelcast/ui";
import { historyCall } from "../api/history.ts";
import { dismissSeatEnd } from "../auth/seatEnds.ts";
import type { SeatEnd } from "../auth/seatEnds.ts";
import { useT } from "../i18n/index.ts";
import { lazyPart } from "../i18n/lazyPart.ts";
import { useOwnMoneyText } from "./ownMoney.tsx";

const SessionStory = lazyPart(() => import("./SessionStory.tsx"), "sessionEnd");

export default function SeatEnds({ playerId, ends }: { playerId: number; ends: readonly SeatEnd[] }) {
  const t = useT();
  return (
    <ul
      aria-label={t("reconnect.over")}
      className="mx-auto flex w-full max-w-[1440px] flex-col gap-2 px-3 pt-3 empty:hidden sm:px-6"
    >
      {ends.map((end) => (
        <Card key={end.session} playerId={playerId} end={end} />
      ))}
    </ul>
  );
}

function Card({ playerId, end }: { playerId: number; end: SeatEnd }) {
  const t = useT();
  const money = useOwnMoneyText();
  const { session, name, reason, amount } = end;
  const { data: story } = useQuery({
    queryKey: ["sessionStory", playerId, session],
    queryFn: ({ signal }) => historyCall("sessionStory", { query: { session } }, { signal }),
  });
  // What the house has paid by itself is news at once; of all others, what the session came to.
  const isNews = amount > 0 && reason !== "leave";
  const isNothing = !isNews && story?.games === 0 && story.cashedIn === 0;
  useEffect(() => {
    if (isNothing) dismissSeatEnd(playerId, session);
  }, [isNothing, playerId, session]);
  if (isNothing || (!isNews && !story)) return null;
  return (
    <li className="flex flex-wrap items-end gap-x-4 gap-y-3 rounded-lg border border-cash/60 bg-raised px-4 py-3">
      <div className="flex min-w-0 grow basis-60 flex-col gap-3">
        <p>
          <span className="block font-semibold">{t("reconnect.over")}</span>
          {amount > 0
            ? t("reconnect.overPaid", { name, amount: money(amount) })
            : t("reconnect.overEmpty", { name })}{" "}
          {reason === "idle" ? <span className="text-muted">{t("reconnect.overIdle")}</span> : null}
        </p>
        <Suspense>{story ? <SessionStory story={story} /> : null}</Suspense>
      </div>
      <Button onClick={() => dismissSeatEnd(playerId, session)}>{t("reconnect.fine")}</Button>
    </li>
  );
}
