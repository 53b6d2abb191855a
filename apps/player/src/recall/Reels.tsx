/** The reels of a game as they stood, with the winning cells marked. In words for screen readers. */
import type { GameOutcome } from "@reelcast/contract/gameRecord";
import { cx } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import { symbolName } from "./symbols.ts";

export interface ReelsProps {
  /** By reel from top to bottom. */
  symbols: readonly (readonly string[])[];
  wins: NonNullable<GameOutcome["wins"]>;
}

export function Reels({ symbols, wins }: ReelsProps) {
  const t = useT();
  const rows = Math.max(0, ...symbols.map((reel) => reel.length));
  const winning = new Set(wins.flatMap((win) => win.rows.map((row, reel) => `${reel} ${row}`)));
  const inWords = Array.from({ length: rows }, (_, row) =>
    t("recall.row", { row: row + 1, symbols: symbols.map((reel) => symbolName(reel[row] ?? "", t)).join(", ") }),
  );
  return (
    // The reels stand as on the machine, in every language.
    <div
      role="img"
      aria-label={inWords.join(". ")}
      dir="ltr"
      className="flex w-full gap-1 self-center rounded-lg bg-sunken p-1.5"
      style={{ maxWidth: `${symbols.length * 3.75 + 0.5}rem` }}
    >
      {symbols.map((reel, column) => (
        // oxlint-disable-next-line react/no-array-index-key -- reels have no other name, and never move
        <div key={column} className="flex min-w-0 flex-1 flex-col gap-1">
          {reel.map((symbol, row) => (
            <span
              // oxlint-disable-next-line react/no-array-index-key -- as above
              key={row}
              className={cx(
                "grid aspect-square place-items-center overflow-hidden rounded-md text-xs",
                winning.has(`${column} ${row}`) ? "bg-gold/25 ring-2 ring-gold ring-inset" : "bg-raised",
              )}
            >
              <img src={`/symbols/${encodeURIComponent(symbol)}.webp`} alt={symbol} className="w-[86%]" />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}
