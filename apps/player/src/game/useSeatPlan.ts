/** Does what the player has confirmed in the lobby: chooses the bet, and moves the amount, once, as soon as the machine is seen. */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { GameSession } from "../session/game.ts";
import type { SeatView } from "../session/seat.ts";
import { takeSeatPlan } from "../session/seatPlan.ts";
import { isSeen } from "../session/withoutPicture.ts";
import type { Sight } from "../session/withoutPicture.ts";

export interface SeatPlanInput {
  machineId: number;
  game: GameSession;
  view: SeatView;
  sight: Sight;
  /** @param amount minor units */
  deposit: (amount: number) => void;
}

export function useSeatPlan({ machineId, game, view, sight, deposit }: SeatPlanInput): void {
  const [plan] = useState(() => takeSeatPlan(machineId));
  const isBegun = useRef(false);
  const isReady = plan !== null && view.connection.kind === "live" && view.meters !== null && isSeen(sight.picture);
  const begin = useEffectEvent(() => {
    if (plan === null || isBegun.current) return;
    isBegun.current = true;
    void import("./carryOutPlan.ts").then(({ carryOutPlan }) =>
      carryOutPlan(plan, { game, deposit: (amount) => deposit(amount) }),
    );
  });
  useEffect(() => {
    if (isReady) begin();
  }, [isReady]);
}
