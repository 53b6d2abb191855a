/**
 * State of an open session that is not part of the seat: totals, limits, rules of play, and the last values sent to the
 * player. No rules of its own.
 */
import type { MetersState } from "@reelcast/contract";
import type { MachineState } from "@reelcast/machine";
import type { SessionTotals } from "../wallet/index.ts";
import type { SeatLimits } from "./seat/limits.ts";
import { SeatPlay } from "./seat/playRules.ts";
import type { Seat } from "./seat/types.ts";
import { metersOf, netOf, statusOf } from "./seat/view.ts";

export interface ActiveSession {
  totals: SessionTotals;
  meters: MetersState;
  /** Null without a play policy. */
  limits: SeatLimits | null;
  play: SeatPlay;
}

export function activeSession(
  seat: Seat,
  totals: SessionTotals,
  limits: SeatLimits | null,
  machine: MachineState,
  outOfPlay: boolean,
): ActiveSession {
  const status = statusOf(machine, seat, outOfPlay);
  return { totals, limits, play: new SeatPlay(), meters: metersOf(machine, status, netOf(totals, machine.credit), 1) };
}
