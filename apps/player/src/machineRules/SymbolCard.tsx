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
  /** Of the symbol's middle, in pixels, in a room of this size. */
  at: { x: number; y: number };
  room: { width: number; height: number };
  /** Width of the symbol, in pixels. */
  width: number;
}

/** Half of the height that the card has at most: it stays within the room. */
const HALF = 92;

export default function SymbolCard({ machineId, symbol: name, selects, at, room, width }: SymbolCardProps) {
  const t = useT();
  const { data, isError } = useMachineRules(machineId);
  const symbol = data?.game?.symbols.find(({ picture }) => picture === name);
  // The finger covers what is under it: the card is on the side with more room.
  const isStart = at.x > room.width / 2;
  const top = Math.min(Math.max(at.y, HALF), Math.max(HALF, room.height - HALF));
  return (
    <div
      role="status"
      data-part="symbol"
      dir="ltr"
      className="pointer-events-none absolute z-10 w-44 -translate-y-1/2 rounded-lg border border-gold bg-raised p-3 text-[.9375rem] shadow-popup"
      style={isStart ? { right: room.width - at.x + width / 2 + 6, top } : { left: at.x + width / 2 + 6, top }}
    >
      <div dir="auto" className={cx("flex flex-col gap-1", !symbol && "min-h-6")}>
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
