/** What the game has in addition to its lines: free spins, hold, gamble. */
import type { GameRules } from "@reelcast/contract";
import { useMoney } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import { useFigures } from "./figures.ts";
import { Part } from "./Part.tsx";

export function Features({ game: { freeSpins, hold, gamble, figures } }: { game: GameRules }) {
  const t = useT();
  const money = useMoney();
  const { count, percent } = useFigures();
  const best = Math.max(...figures.map(({ returnToPlayer, withoutHold }) => returnToPlayer - withoutHold));
  return (
    <>
      {freeSpins ? (
        <Part title={t("machineRules.freeSpins")}>
          <p>
            {t("machineRules.freeSpinsText", {
              scatters: freeSpins.scatters,
              spins: freeSpins.spins,
              multiplier: freeSpins.multiplier,
              maxSpins: freeSpins.maxSpins,
            })}
          </p>
          <p>
            {t("machineRules.freeSpinsOdds", { oneIn: count(freeSpins.oneIn), average: count(freeSpins.average, 1) })}
          </p>
        </Part>
      ) : null}
      {hold ? (
        <Part title={t("machineRules.hold")}>
          <p>{t("machineRules.holdText", { oneIn: count(hold.oneIn) })}</p>
          <p className="text-muted">{t("machineRules.holdGain", { gain: percent(best) })}</p>
        </Part>
      ) : null}
      {gamble ? (
        <Part title={t("machineRules.gamble")}>
          <p>{t("machineRules.gambleText", { rounds: gamble.rounds, limit: money(gamble.limit) })}</p>
          <p className="text-muted">{t("machineRules.gambleFair")}</p>
        </Part>
      ) : null}
    </>
  );
}
