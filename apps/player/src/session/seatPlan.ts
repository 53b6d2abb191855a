/**
 * What a player has confirmed in the lobby: to sit down with an amount and a bet. It is kept in this page alone, for that
 * player, is used once, and only soon: a reload, a computer that slept, or a machine that answers late, moves no money.
 */
import type { LastSeat } from "@reelcast/contract";

/** After this time the player has turned to something else, ms. */
export const VALID_MS = 15_000;

export type SeatPlan = Pick<LastSeat, "machineId" | "amount" | "bet" | "lines" | "betPerLine">;
/** One that may be carried out. */
export interface TakenPlan extends SeatPlan {
  isValid: () => boolean;
}

let stored: { plan: TakenPlan; playerId: number } | null = null;

/** While a computer sleeps one clock stands still, and the other one can be set. */
function validFor(ms: number): () => boolean {
  const [steady, day] = [performance.now(), Date.now()];
  return () => {
    const ages = [performance.now() - steady, Date.now() - day];
    return ages.every((age) => age >= 0 && age < ms);
  };
}

/** The machine's screen follows. */
export function planSeat(plan: SeatPlan, playerId: number): void {
  stored = { plan: { ...plan, isValid: validFor(VALID_MS) }, playerId };
}
/** The screen of a machine is there, or the player goes elsewhere. */
export function dropSeatPlan(): void {
  stored = null;
}
/** What this player has confirmed for this machine. It has no effect: the screen that uses it drops it. */
export function seatPlanFor(machineId: number, playerId: number | undefined): TakenPlan | null {
  return stored?.playerId === playerId && stored?.plan.machineId === machineId ? stored.plan : null;
}
