/** What a player is told of the machine: the whole once, then only what changed. Pure. */
import type { MachineStatus, MetersState } from "@reelcast/contract";
import type { MachineState } from "@reelcast/machine";
import type { Seat } from "./seat.ts";

export function statusOf(
  machine: Pick<MachineState, "online" | "tilt" | "doorOpen" | "phase" | "credit"> | null,
  seat: Seat | null,
  outOfPlay: boolean,
): MachineStatus {
  if (outOfPlay) return "error";
  if (machine === null || !machine.online) return "offline";
  if (machine.tilt !== null || machine.doorOpen) return "error";
  if (seat === null) return machine.phase === "idle" && machine.credit === 0 ? "available" : "waiting";
  if (seat.ending !== null) return "cashout";
  if (machine.phase === "bonus") return "bonus";
  if (!seat.connected) return "waiting";
  return machine.credit > 0 || machine.phase !== "idle" ? "playing" : "waiting";
}

export function metersOf(machine: MachineState, status: MachineStatus, net: number, seq: number): MetersState {
  return {
    seq,
    credit: machine.credit,
    bet: machine.bet,
    win: machine.win,
    status,
    phase: machine.phase,
    freeSpins: machine.freeSpins,
    controls: machine.controls,
    selects: machine.selects,
    net,
  };
}

/** The parts of `next` that differ, `seq` left out; null where nothing does. Lamps are compared one by one. */
export function changes(previous: MetersState, next: MetersState): Record<string, unknown> | null {
  const changed: Record<string, unknown> = {};
  for (const key of ["credit", "bet", "win", "status", "phase", "freeSpins", "net"] as const) {
    if (previous[key] !== next[key]) changed[key] = next[key];
  }
  for (const key of ["controls", "selects"] as const) {
    const before: Record<string, unknown> = previous[key];
    const entries = Object.entries(next[key]).filter(([id, value]) => before[id] !== value);
    if (entries.length > 0) changed[key] = Object.fromEntries(entries);
  }
  return Object.keys(changed).length > 0 ? changed : null;
}
