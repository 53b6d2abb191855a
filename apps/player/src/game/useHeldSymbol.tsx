/** The symbol that is held in the machine's picture, with what it pays. */
import { useState } from "react";
import type { ReactNode } from "react";
import { SymbolRules } from "../machineRules/index.tsx";
import type { SeatView } from "../session/seat.ts";
import { symbolAt } from "./heldSymbol.ts";
import type { HeldSymbol } from "./heldSymbol.ts";
import type { Placement, Room } from "./picture.ts";
import type { Point } from "./zoom.ts";

export interface HeldSymbolInput {
  view: SeatView;
  machineId: number;
  room: Room | null;
  /** Where the picture is now; null: not measured yet. */
  placed: Placement | null;
  /** Of the picture; undefined: there is none yet. */
  aspect: number | undefined;
}
interface Held {
  /** A finger stays there; null: it is gone. Returns whether a symbol is held. */
  onHold: (point: Point | null) => boolean;
  card: ReactNode;
}
export function useHeldSymbol({ view, machineId, room, placed, aspect }: HeldSymbolInput): Held {
  const [held, setHeld] = useState<HeldSymbol | null>(null);
  const { machine, meters } = view;
  const symbols = meters?.symbols;
  // The reels turn: it is no longer there.
  if (held && !symbols) setHeld(null);
  const isKnown = placed && machine && symbols && aspect !== undefined;
  const onHold = (point: Point | null): boolean => {
    const symbol = point && isKnown ? symbolAt(machine, aspect, point, placed, symbols) : null;
    setHeld(symbol);
    return symbol !== null;
  };
  if (!held || !placed || !room) return { onHold, card: null };
  const { x, y, width } = held.area;
  const at = { x: placed.left + (x + width / 2) * placed.width, y: placed.top + y * placed.height };
  return {
    onHold,
    card: (
      <SymbolRules
        machineId={machineId}
        symbol={held.symbol}
        selects={meters?.selects ?? {}}
        room={room}
        width={width * placed.width}
        at={at}
      />
    ),
  };
}
