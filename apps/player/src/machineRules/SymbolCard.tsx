/** What the symbol that is held in the machine's picture pays at the chosen bet. */
import { cx } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import { symbolName } from "../recall/symbols.ts";
import { betOf, chosenBet } from "./bet.ts";
import { SymbolNotes, SymbolPays } from "./SymbolPays.tsx";
import { useMachineRules } from "./useMachineRules.ts";

export interface SymbolCardProps {
  machineId: number;
  /** Name of its picture. */
  symbol: string;
  /** What is chosen at the machine: control by band. */
  selects: Readonly<Record<string, string>>;
  /** The middle of the symbol's upper edge, in pixels, in a room of this width. */
  at: { x: number; y: number };
  room: { width: number };
  /** Width of the symbol, in pixels. */
  width: number;
}

/** Between the symbol and the card, and between the card and the edge of the room, pixels. */
const SPACE = 6;
const WIDTH = "11rem";

export default function SymbolCard({ machineId, symbol: name, selects, at, room, width }: SymbolCardProps) {
  const t = useT();
  const { data, isError } = useMachineRules(machineId);
  const symbol = data?.game?.symbols.find(({ picture }) => picture === name);
  // The finger covers what is under it: the card is on the side with more room, and never beyond the room.
  const next = width / 2 + SPACE;
  const left = at.x > room.width / 2 ? `calc(${at.x - next}px - ${WIDTH})` : `${at.x + next}px`;
  return (
    <div
      dir="ltr"
      className="pointer-events-none absolute inset-y-1.5 z-10 flex flex-col"
      style={{ left: `clamp(${SPACE}px, ${left}, calc(100% - ${WIDTH} - ${SPACE}px))`, width: WIDTH }}
    >
      {/* As high as the card begins; less where the card is too long for what is below it. */}
      <div style={{ flex: `0 1 ${at.y}px` }} />
      <div
        role="status"
        data-part="symbol"
        dir="auto"
        className={cx(
          "flex flex-none flex-col gap-1 rounded-lg border border-gold bg-raised p-3 text-[.9375rem] shadow-popup",
          !symbol && "min-h-12",
        )}
      >
        <p className="font-semibold first-letter:uppercase">{symbolName(name, t)}</p>
        {data?.game && symbol ? (
          <>
            <SymbolPays symbol={symbol} bet={betOf(data.game, chosenBet(selects))} />
            <SymbolNotes symbol={symbol} game={data.game} />
          </>
        ) : data || isError ? (
          <p className="text-sm text-muted">{t("machineRules.errorTitle")}</p>
        ) : (
          <p className="text-sm text-muted">{t("shell.loading")}</p>
        )}
      </div>
    </div>
  );
}
