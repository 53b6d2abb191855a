/** The machine's state as its player gets it: all of it once, then the changes. Pure. */
import type { MachineStatus, MetersState, SeatState as WireSeatState } from "@reelcast/contract";
import type { MachineState } from "@reelcast/machine";
import type { SessionTotals } from "../../wallet/index.ts";
import type { Seat, TransferRequest } from "./types.ts";

/** @param closed to new players: as out of order, once nobody is seated */
export function statusOf(
  machine: Pick<MachineState, "online" | "tilt" | "doorOpen" | "phase" | "credit"> | null,
  seat: Pick<Seat, "ending" | "connected"> | null,
  outOfPlay: boolean,
  closed = false,
): MachineStatus {
  if (outOfPlay || (closed && seat === null)) return "error";
  if (machine === null || !machine.online) return "offline";
  if (machine.tilt !== null || machine.doorOpen) return "error";
  if (seat === null) return machine.phase === "idle" && machine.credit === 0 ? "available" : "waiting";
  if (seat.ending !== null) return "cashout";
  if (machine.phase === "bonus") return "bonus";
  if (!seat.connected) return "waiting";
  return machine.credit > 0 || machine.phase !== "idle" ? "playing" : "waiting";
}

/**
 * Money between wallet and machine, minor units: the credit before the transfer, and what leaves the wallet for it. The
 * machine and the ledger change one after the other; until both have, the money counts once, where it was.
 */
export interface MoneyUnderWay {
  creditBefore: number;
  fromWallet: number;
}
/** @param creditBefore before anything moved */
export function moneyUnderWay(
  transfer: Pick<TransferRequest, "kind" | "amount"> | null,
  creditBefore: number,
): MoneyUnderWay {
  return { creditBefore, fromWallet: transfer?.kind === "cashin" ? (transfer.amount ?? 0) : 0 };
}
/** The player's money at the machine, minor units: what is not in the wallet. */
export function moneyAtMachine(credit: number, underWay: MoneyUnderWay | null): number {
  return underWay === null ? credit : underWay.creditBefore + underWay.fromWallet;
}

/** The result of the session if it ended now, minor units. Money under way is no loss. */
export function netOf(totals: SessionTotals, credit: number, underWay: MoneyUnderWay | null): number {
  return (underWay?.creditBefore ?? credit) + totals.cashOut + totals.handPaid + totals.jackpots - totals.cashIn;
}

export function seatStateOf(seat: Seat, { phase, credit }: Pick<MachineState, "phase" | "credit">): WireSeatState {
  if (seat.ending !== null) return "cashout";
  if (!seat.connected) return "held";
  if (phase === "bonus" || phase === "winToTake") return phase;
  return credit > 0 || phase !== "idle" ? "playing" : "waiting";
}

export function metersOf(
  machine: MachineState,
  { status, net, suspense }: { status: MachineStatus; net: number; suspense: number },
  seq: number,
): MetersState {
  return {
    seq,
    credit: machine.credit,
    // A free game costs nothing: shown is what it is played at, as on the machine's glass.
    bet: machine.bet || machine.nextBet,
    win: machine.win,
    status,
    phase: machine.phase,
    freeSpins: machine.freeSpins,
    controls: machine.controls,
    selects: machine.selects,
    net,
    ...(machine.symbols !== undefined && { symbols: machine.symbols }),
    ...(suspense > 0 ? { suspense } : {}),
  };
}

/** The parts of `next` that differ, except `seq`; null if none does. Lamps are compared one by one. */
export function changes(previous: MetersState, next: MetersState): Record<string, unknown> | null {
  const changed: Record<string, unknown> = {};
  for (const key of ["credit", "bet", "win", "status", "phase", "freeSpins", "net"] as const) {
    if (previous[key] !== next[key]) changed[key] = next[key];
  }
  if (previous.suspense !== next.suspense) changed["suspense"] = next.suspense ?? 0;
  if (JSON.stringify(previous.symbols) !== JSON.stringify(next.symbols)) changed["symbols"] = next.symbols ?? null;
  for (const key of ["controls", "selects"] as const) {
    const before: Record<string, unknown> = previous[key];
    const entries = Object.entries(next[key]).filter(([id, value]) => before[id] !== value);
    if (entries.length > 0) changed[key] = Object.fromEntries(entries);
  }
  return Object.keys(changed).length > 0 ? changed : null;
}
