/**
 * What a player has confirmed in the lobby: to sit down with an amount and a bet. It is kept in this page alone, is used once,
 * and only soon: a reload, or a machine that answers late, moves no money.
 */
import type { LastSeat } from "@reelcast/contract";

/** After this time the player has turned to something else, ms. */
const VALID_MS = 15_000;

export type SeatPlan = Pick<LastSeat, "machineId" | "amount" | "bet" | "lines" | "betPerLine">;
/** A plan that has been taken. */
export interface TakenPlan extends SeatPlan {
  isValid: () => boolean;
}

let plan: TakenPlan | null = null;

/** The machine's screen follows. */
export function planSeat(decided: SeatPlan): void {
  const until = performance.now() + VALID_MS;
  plan = { ...decided, isValid: () => performance.now() < until };
}

/** The plan for this machine, once. Whichever machine is opened, there is none afterwards. */
export function takeSeatPlan(machineId: number): TakenPlan | null {
  const taken = plan;
  // React may create the state of a screen twice in a row, and keeps one of them.
  queueMicrotask(() => {
    if (plan === taken) plan = null;
  });
  return taken?.machineId === machineId ? taken : null;
}
