/** What one symbol pays at the bet, in money, and what is special about it. */
import type { GameRules, RuleSymbol } from "@reelcast/contract";
import { Money } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import type { LineBet } from "./bet.ts";

export function SymbolPays({ symbol: { role, pays }, bet }: { symbol: RuleSymbol; bet: LineBet }) {
  const t = useT();
  const unit = role === "scatter" ? bet.lines * bet.perLine : bet.perLine;
  if (pays.length === 0) return null;
  return (
    <dl className="shrink-0 text-[.9375rem]">
      {pays.map(({ count, pay }) => (
        <div key={count} className="flex items-baseline justify-between gap-3">
          <dt className="text-muted">
            <span aria-hidden="true">{count}×</span>
            <span className="sr-only">{t("machineRules.count", { count })}</span>
          </dt>
          <dd className="font-semibold">
            <Money minor={pay * unit} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function SymbolNotes({ symbol: { role, reels }, game }: { symbol: RuleSymbol; game: GameRules }) {
  const t = useT();
  return (
    <>
      {role === "wild" ? <p className="text-sm text-muted">{t("machineRules.wild")}</p> : null}
      {role === "scatter" ? <p className="text-sm text-muted">{t("machineRules.scatter")}</p> : null}
      {reels.length === game.reels ? null : (
        <p className="text-sm text-muted">{t("machineRules.onReels", { reels: reels.join(", ") })}</p>
      )}
    </>
  );
}
