/** What the game returns in the long run, how often it pays, how far results swing, and the largest win. */
import type { ReactNode } from "react";
import type { GameRules } from "@reelcast/contract";
import { Money, useMoney } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import type { LineBet } from "./bet.ts";
import { useFigures } from "./figures.ts";
import { Part } from "./Part.tsx";

/** Standard deviation of a game in bets, below which results swing little, and above which much. */
const SMALL = 4;
const LARGE = 8;
const swingOf = (deviation: number) => (deviation < SMALL ? "low" : deviation < LARGE ? "medium" : "high");
/** Of which the return is shown in money. */
const HUNDRED = 10_000;

export function Odds({ game, bet, jackpotShare }: { game: GameRules; bet: LineBet; jackpotShare: number }) {
  const t = useT();
  const money = useMoney();
  const { count, percent } = useFigures();
  const figures = game.figures.find(({ lines }) => lines === bet.lines);
  if (!figures) return null;
  const { returnToPlayer, withoutHold, hitRate, aboveBet, deviation, largestSpin, largestWin } = figures;
  const total = bet.lines * bet.perLine;
  return (
    <Part title={t("machineRules.odds")}>
      <dl className="flex flex-col gap-4">
        <Figure
          name={t("machineRules.return")}
          value={percent(returnToPlayer)}
          text={t("machineRules.returnText", {
            bet: money(HUNDRED),
            back: money(Math.round(returnToPlayer * HUNDRED), false),
          })}
        >
          {game.hold ? t("machineRules.returnWithoutHold", { percent: percent(withoutHold) }) : null}
          {jackpotShare > 0 ? ` ${t("machineRules.jackpots", { percent: percent(jackpotShare) })}` : null}
        </Figure>
        <Figure
          name={t("machineRules.hitRate")}
          value={percent(hitRate)}
          text={t("machineRules.hitText", { oneIn: count(1 / hitRate, 1), above: count(1 / aboveBet, 1) })}
        />
        <Figure
          name={t("machineRules.volatility")}
          value={t(`machineRules.swing_${swingOf(deviation)}`)}
          text={t("machineRules.swingText", { deviation: count(deviation, 2) })}
        />
        <Figure
          name={t("machineRules.largest")}
          value={<Money minor={Math.round(largestSpin * total)} />}
          text={t("machineRules.largestText", { times: count(largestSpin, 1) })}
        >
          {game.freeSpins
            ? t("machineRules.largestWithFree", {
                times: count(largestWin, 1),
                amount: money(Math.round(largestWin * total)),
              })
            : null}
        </Figure>
      </dl>
      <p className="rounded-lg bg-sunken p-3 text-[.9375rem]">{t("machineRules.independent")}</p>
      <p className="text-xs text-muted">{t("machineRules.exact", { version: game.version })}</p>
    </Part>
  );
}

interface FigureProps {
  name: string;
  value: ReactNode;
  text: string;
  children?: ReactNode;
}
function Figure({ name, value, text, children }: FigureProps) {
  return (
    <div>
      <dt className="flex items-baseline justify-between gap-4">
        <span className="text-muted">{name}</span>
        <span className="figures text-lg font-semibold">{value}</span>
      </dt>
      <dd className="text-sm">
        {text} {children}
      </dd>
    </div>
  );
}
