/**
 * State of an open session that is not part of the seat: totals, limits, rules of play, and the last values sent to the
 * player. No rules of its own.
 */
import type { MetersState, Settings } from "@reelcast/contract";
import type { GameResult, MachineState } from "@reelcast/machine";
import type { SessionTotals } from "../wallet/index.ts";
import type { SeatLimits } from "./seat/limits.ts";
import type { SeatPlay } from "./seat/playRules.ts";
import type { OpenTransfer, Seat } from "./seat/types.ts";
import { metersOf, moneyUnderWay, netOf, statusOf } from "./seat/view.ts";
import type { MoneyUnderWay } from "./seat/view.ts";

export interface ActiveSession {
  totals: SessionTotals;
  /** Set from the beginning of a transfer until the totals have it. */
  underWay: MoneyUnderWay | null;
  meters: MetersState;
  /** Null without a play policy. */
  limits: SeatLimits | null;
  play: SeatPlay;
  /** The setting of the rules that the player was sent last. */
  playRules: Settings["playRules"];
  /** The player's money under review, minor units. */
  suspense: number;
  /** `at` of the last press that the machine accepted; null: none; undefined: not known. */
  lastPress: number | null | undefined;
}

export function activeSession(
  seat: Seat,
  known: Pick<ActiveSession, "totals" | "underWay" | "suspense" | "lastPress">,
  rules: Pick<ActiveSession, "limits" | "play" | "playRules">,
  machine: MachineState,
  outOfPlay: boolean,
): ActiveSession {
  const status = statusOf(machine, seat, outOfPlay);
  const net = netOf(known.totals, machine.credit, known.underWay);
  return { ...known, ...rules, meters: metersOf(machine, { status, net, suspense: known.suspense }, 1) };
}

/** Before the meters are shown: the last ones that were shown have the credit before the transfer. */
export function followTransfer(active: ActiveSession, open: OpenTransfer | null): void {
  if (!open) return;
  const transfer = "transfer" in open ? open.transfer : "request" in open ? open.request : null;
  active.underWay ??= moneyUnderWay(transfer, active.meters.credit);
}
/** What a game adds beyond the credit. @param jackpots minor units */
export function countGame(active: ActiveSession, { handPay }: Pick<GameResult, "handPay">, jackpots: number): void {
  const { handPaid, jackpots: before } = active.totals;
  active.totals = { ...active.totals, handPaid: handPaid + handPay, jackpots: before + jackpots };
}
