/** What each symbol pays at the bet, in money. */
import type { GameRules, RuleSymbol } from "@reelcast/contract";
import { useT } from "../i18n/index.ts";
import { symbolName } from "../recall/symbols.ts";
import type { LineBet } from "./bet.ts";
import { Part } from "./Part.tsx";
import { SymbolNotes, SymbolPays } from "./SymbolPays.tsx";

export function PayTable({ game, bet }: { game: GameRules; bet: LineBet }) {
  const t = useT();
  return (
    <Part title={t("machineRules.payTable")}>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-2">
        {game.symbols.map((symbol) => (
          <Symbol key={symbol.picture} symbol={symbol} game={game} bet={bet} />
        ))}
      </ul>
      <p className="text-sm text-muted">{t("machineRules.leftToRight")}</p>
    </Part>
  );
}

function Symbol({ symbol, game, bet }: { symbol: RuleSymbol; game: GameRules; bet: LineBet }) {
  const t = useT();
  const { picture } = symbol;
  return (
    <li className="flex flex-col gap-2 rounded-lg border border-line bg-sunken p-3">
      <div className="flex items-center gap-3">
        <span className="grid size-12 shrink-0 place-items-center rounded-md bg-raised">
          <img src={`/symbols/${encodeURIComponent(picture)}.webp`} alt="" className="w-[86%]" />
        </span>
        <h4 className="min-w-0 grow leading-5 font-semibold first-letter:uppercase">{symbolName(picture, t)}</h4>
        <SymbolPays symbol={symbol} bet={bet} />
      </div>
      <SymbolNotes symbol={symbol} game={game} />
    </li>
  );
}
