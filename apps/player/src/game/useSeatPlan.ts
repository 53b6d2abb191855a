/**
 * Does what the player has confirmed in the lobby: chooses the bet, and moves the amount, once, as soon as the machine is
 * seen. It ends with the screen, and with the seat: one that is taken back later is another one.
 */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { retryUntilLoaded } from "@reelcast/ui";
import { useLogin } from "../auth/loginState.ts";
import type { GameSession } from "../session/game.ts";
import type { SeatView } from "../session/seat.ts";
import { VALID_MS, dropSeatPlan, seatPlanFor } from "../session/seatPlan.ts";
import { isSeen } from "../session/withoutPicture.ts";
import type { RealityCheck } from "./useRealityCheck.ts";
import type { Controls } from "./useControls.ts";
import type { Leave } from "./useLeave.ts";
import type { PictureGuard } from "./usePictureGuard.ts";

export interface SeatPlanInput {
  machineId: number;
  game: GameSession;
  view: SeatView;
  guard: PictureGuard;
  controls: Pick<Controls, "mayTransfer" | "deposit">;
  leave: Pick<Leave, "leaving" | "asking">;
  check: RealityCheck;
  /** The player has opened something else, e.g. the sheet of a deposit. */
  isElsewhere: boolean;
}

export function useSeatPlan(input: SeatPlanInput): void {
  const { machineId, game, view, guard, controls, leave, check, isElsewhere } = input;
  const playerId = useLogin()?.user.id;
  const [plan, setPlan] = useState(() => seatPlanFor(machineId, playerId));
  const ended = useRef<AbortController>(null);
  const isAsked = leave.leaving || leave.asking || check.due || isElsewhere;
  const mayGoOn = controls.mayTransfer && isSeen(guard.sight.picture) && !isAsked;
  const isReady = plan !== null && mayGoOn && view.connection.kind === "live" && view.meters !== null;
  // Taken by another window, refused, or ended: what follows is another seat. Money that the player moves is another plan.
  const isOver = view.connection.kind === "ended" || view.refusal !== null || view.transfer !== null;
  if (plan !== null && isOver) setPlan(null);

  // What holds when it is asked, and not when the plan was begun.
  const mayGoOnNow = useEffectEvent(() => mayGoOn);
  const deposit = useEffectEvent((amount: number) => controls.deposit(amount));
  const begin = useEffectEvent(() => {
    const { current } = ended;
    if (plan === null || current === null) return;
    setPlan(null);
    void retryUntilLoaded(() => import("./carryOutPlan.ts"))
      .then(({ carryOutPlan }) =>
        carryOutPlan(plan, {
          game,
          signal: current.signal,
          mayGoOn: () => mayGoOnNow(),
          deposit: (amount) => deposit(amount),
        }),
      )
      // Nothing was moved, and nothing can be said without its words.
      .catch(() => {});
  });
  useEffect(() => {
    const controller = new AbortController();
    ended.current = controller;
    dropSeatPlan();
    return () => controller.abort();
  }, []);
  useEffect(() => {
    if (isReady) begin();
  }, [isReady]);
  const isWaiting = plan !== null;
  useEffect(() => {
    // What it says then is that nothing was moved.
    const timer = isWaiting ? setTimeout(() => begin(), VALID_MS) : undefined;
    return () => clearTimeout(timer);
  }, [isWaiting]);
}
