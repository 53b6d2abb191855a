/** The seat of the game screen: opened when the screen is mounted, and closed (not left) when it is unmounted. */
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import type { GameSession } from "../session/game.ts";
import { EMPTY_SEAT } from "../session/seat.ts";
import type { SeatView } from "../session/seat.ts";
import { releaseSeat, takeSeat } from "./early.ts";

const NOTHING: GameSession = {
  getSnapshot: () => EMPTY_SEAT,
  subscribe: () => () => {},
  press: async () => {},
  stay: () => {},
  declareAutoplay: async () => null,
  cashIn: async () => 0,
  cashOut: async () => 0,
  leave: async () => 0,
  reportVideo: () => {},
  close: () => {},
};

/** `again` opens the seat once more, e.g. to take it back from another window. */
export function useGame(machineId: number): { game: GameSession; view: SeatView; again: () => void } {
  const [round, setRound] = useState(0);
  const [game, setGame] = useState<GameSession>(NOTHING);
  useEffect(() => {
    const opened = takeSeat(machineId, round);
    // oxlint-disable-next-line react/set-state-in-effect -- the seat is outside of React, and opened by being shown
    setGame(opened);
    return () => releaseSeat(machineId, round, opened);
  }, [machineId, round]);
  const view = useSyncExternalStore(game.subscribe, game.getSnapshot);
  const again = useCallback(() => setRound((count) => count + 1), []);
  return { game, view, again };
}
