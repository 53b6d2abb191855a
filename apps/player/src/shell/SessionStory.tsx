/** What a session that is over came to, in figures and one plain sentence. Nothing in it asks the player to go on. */
import type { ReactNode } from "react";
import type { SessionStory as Story } from "@reelcast/contract";
import { Button } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import { GameRecordEntry } from "../recall/index.tsx";
import { useOwnMoneyText } from "./ownMoney.tsx";

export default function SessionStory({ story }: { story: Story }) {
  const t = useT();
  const money = useOwnMoneyText();
  const { session, cashedIn, cashedOut, games, played, best } = story;
  const net = cashedOut - cashedIn;
  const amount = money(Math.abs(net), false);
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-4">
        <Figure name={t("sessionEnd.in")}>{money(cashedIn, false)}</Figure>
        <Figure name={t("sessionEnd.out")}>{money(cashedOut, false)}</Figure>
        <Figure name={t("sessionEnd.games")}>{games}</Figure>
        <Figure name={t("sessionEnd.time")}>
          {t("sessionEnd.minutes", { count: Math.max(1, Math.round(played / 60)) })}
        </Figure>
      </dl>
      {best ? (
        <p className="flex flex-wrap items-center gap-x-3">
          {t(best.free ? "sessionEnd.bestFree" : "sessionEnd.best", {
            win: money(best.win, false),
            bet: money(best.bet, false),
          })}
          <GameRecordEntry session={session} game={best.number}>
            {(press) => (
              <Button className="px-3!" {...press}>
                {t("sessionEnd.record")}
              </Button>
            )}
          </GameRecordEntry>
        </p>
      ) : null}
      <p className="font-semibold">
        {t(
          games === 0
            ? "sessionEnd.unplayed"
            : net < 0
              ? "sessionEnd.lost"
              : net > 0
                ? "sessionEnd.won"
                : "sessionEnd.even",
          {
            amount,
          },
        )}
      </p>
    </>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="figures font-semibold">{children}</dd>
    </div>
  );
}
