/** One game as it was recorded: the reels as they stood, what was bet and won, and the record that is hashed. */
import type { ReactNode } from "react";
import { GameOutcome, textOfGame } from "@reelcast/contract/gameRecord";
import type { PlayedGame } from "@reelcast/contract/gameRecord";
import { ExpandIcon, Money } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import { Reels } from "./Reels.tsx";

export function Game({ game, at }: { game: PlayedGame; at: string }) {
  const t = useT();
  const { number, free, bet, win, handPay, meters, outcome: reported } = game.record;
  // What another machine reports may have another form: then the figures alone are shown.
  const outcome = GameOutcome.safeParse(reported).data;
  const lines = outcome?.lines;
  const betPerLine = outcome?.betPerLine;
  return (
    <li className="flex flex-col gap-3 rounded-lg border border-line p-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-semibold">
          {t("recall.game", { number: String(number) })}
          {free ? <span className="ms-2 text-sm font-medium text-gold">{t("recall.free")}</span> : null}
        </h3>
        <span className="figures text-sm text-muted">{at}</span>
      </div>
      {outcome?.symbols ? (
        <Reels symbols={outcome.symbols} wins={outcome.wins ?? []} />
      ) : (
        <p className="text-sm text-muted">{t("recall.noOutcome")}</p>
      )}
      <dl className="grid grid-cols-2 gap-x-4 gap-y-1 text-sm sm:grid-cols-4">
        <Figure name={t("recall.bet")}>
          <Money minor={bet} />
        </Figure>
        {lines === undefined || betPerLine === undefined ? null : (
          <Figure name={t("recall.lines")}>
            {t("recall.linesOf", { lines })} <Money minor={betPerLine} />
          </Figure>
        )}
        <Figure name={t("recall.win")}>
          <Money minor={win} className={win > 0 ? "font-semibold text-gold" : ""} />
        </Figure>
        {handPay > 0 ? (
          <Figure name={t("recall.handPay")}>
            <Money minor={handPay} />
          </Figure>
        ) : null}
        {meters ? (
          <Figure name={t("recall.credit")}>
            <Money minor={meters.credit} />
          </Figure>
        ) : null}
      </dl>
      <Wins outcome={outcome} />
      <Proof game={game} />
    </li>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="figures">{children}</dd>
    </div>
  );
}

function Wins({ outcome }: { outcome: GameOutcome | undefined }) {
  const t = useT();
  const { wins = [], gambled = [], drawn } = outcome ?? {};
  if (wins.length === 0 && gambled.length === 0) return null;
  return (
    <ul className="flex flex-col gap-0.5 text-sm">
      {wins.map(({ line, count, amount }) => (
        <li key={line}>
          {t("recall.line", { line: line + 1, count })} <Money minor={amount} />
        </li>
      ))}
      {gambled.length > 0 ? (
        <li>
          {t("recall.gamble", { cards: gambled.map((card) => t(`recall.${card}`)).join(", ") })}{" "}
          {drawn === undefined ? null : <Money minor={drawn} />}
        </li>
      ) : null}
    </ul>
  );
}

/** What anybody needs to compute the hash again (docs/game-records.md). */
function Proof({ game: { record, hash, previous } }: { game: PlayedGame }) {
  const t = useT();
  const rows = [
    [t("recall.hash"), hash ?? t("recall.noHash")],
    [t("recall.previous"), previous ?? t("recall.noPrevious")],
    [t("recall.text"), textOfGame(record)],
  ] as const;
  return (
    <details className="group text-sm">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 text-muted [&::-webkit-details-marker]:hidden">
        <ExpandIcon size={18} className="shrink-0 transition-[rotate] group-open:rotate-180" />
        {t("recall.proof")}
      </summary>
      <dl className="flex flex-col gap-2 pt-1">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt className="text-muted">{name}</dt>
            <dd>
              <code dir="auto" className="text-xs wrap-anywhere select-all">
                {value}
              </code>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
