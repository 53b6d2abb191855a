/** The lines, drawn over the window of the reels. They stand as on the machine, from left to right in every language. */
import type { GameRules } from "@reelcast/contract";
import { cx } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import { Part } from "./Part.tsx";

/** Of a cell, in units of the drawing. */
const CELL = 10;
const middle = (cell: number) => cell * CELL + CELL / 2;

export function Lines({ game, played }: { game: GameRules; played: number }) {
  const t = useT();
  const { lines, reels, rows } = game;
  return (
    <Part title={t("machineRules.linesTitle")}>
      <p className="text-sm text-muted">{t("machineRules.linesText", { played, lines: lines.length })}</p>
      <ol dir="ltr" className="grid grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))] gap-2">
        {lines.map((line, index) => {
          const isPlayed = index < played;
          const text = line.map((row) => row + 1).join(" ");
          return (
            <li
              key={line.join("")}
              className={cx(
                "flex flex-col items-center gap-1 rounded-md border p-1.5",
                isPlayed ? "border-gold/60" : "border-line border-dashed",
              )}
            >
              <span className={cx("figures text-xs font-semibold", isPlayed ? "text-gold" : "text-muted")}>
                {index + 1}
              </span>
              <svg
                viewBox={`0 0 ${reels * CELL} ${rows * CELL}`}
                role="img"
                aria-label={t(isPlayed ? "machineRules.line" : "machineRules.lineNotPlayed", {
                  line: index + 1,
                  rows: text,
                })}
                className="w-full max-w-20"
              >
                {line.map((_, reel) =>
                  Array.from({ length: rows }, (__, row) => (
                    <rect
                      // oxlint-disable-next-line react/no-array-index-key -- cells have no other name, and never move
                      key={`${reel} ${row}`}
                      x={reel * CELL + 0.75}
                      y={row * CELL + 0.75}
                      width={CELL - 1.5}
                      height={CELL - 1.5}
                      rx={1}
                      className={line[reel] === row && isPlayed ? "fill-gold/35" : "fill-lifted"}
                    />
                  )),
                )}
                <polyline
                  points={line.map((row, reel) => `${middle(reel)},${middle(row)}`).join(" ")}
                  fill="none"
                  strokeWidth={2}
                  strokeLinecap="round"
                  strokeLinejoin="round"
                  className={isPlayed ? "stroke-gold" : "stroke-muted"}
                />
              </svg>
            </li>
          );
        })}
      </ol>
    </Part>
  );
}
