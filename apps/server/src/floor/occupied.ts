/** A machine with a player: the session, its seat, and what the player has been told of both. Decides nothing. */
import { CLOSE } from "@reelcast/contract";
import type { MachineStatus, MetersState, SeatState } from "@reelcast/contract";
import type { MachineEvent, MachineState } from "@reelcast/machine";
import type { Bus, Topics } from "../bus/bus.ts";
import type { SessionTotals, Transfer } from "../wallet/index.ts";
import type { SeatLimits } from "./limits.ts";
import { changes, metersOf } from "./meters.ts";
import type { Seat, SeatEffect } from "./seat.ts";
import type { SessionRow } from "./sessions.ts";

export interface Occupied {
  session: SessionRow;
  seat: Seat;
  /** Of the connection that holds the seat. */
  epoch: number;
  ip: string | null;
  totals: SessionTotals;
  meters: MetersState;
  /** Null where the house has no gate. */
  limits: SeatLimits | null;
  /** Those who wait for the end of the session; told what its last cash-out brought. */
  waiting: { resolve: (amount: number) => void }[];
  /** Moved to the wallet since the end began. */
  paidOut: number;
}

/** What the session would bring, were it to end now. */
function netOf(totals: SessionTotals, credit: number): number {
  return credit + totals.cashOut + totals.handPaid + totals.jackpots - totals.cashIn;
}

export function occupy(
  at: Pick<Occupied, "session" | "seat" | "totals" | "limits">,
  machine: MachineState,
  status: MachineStatus,
): Occupied {
  return {
    ...at,
    epoch: at.session.epoch,
    ip: at.session.ip,
    meters: metersOf(machine, status, netOf(at.totals, machine.credit), 1),
    waiting: [],
    paidOut: 0,
  };
}

export function seatStateOf(seat: Seat): SeatState {
  if (seat.ending !== null) return "cashout";
  if (!seat.connected) return "held";
  if (seat.phase === "bonus" || seat.phase === "winToTake") return seat.phase;
  return seat.credit > 0 || seat.phase !== "idle" ? "playing" : "waiting";
}

/** Speaks to the player of a seat. Where nobody is connected nobody hears: who comes back gets the whole state. */
export class Voice {
  readonly #bus: Bus;
  constructor(bus: Bus) {
    this.#bus = bus;
  }

  push(at: Occupied | null, method: Topics["seat.push"]["method"], params: Record<string, unknown>): void {
    if (!at?.seat.connected) return;
    this.#bus.publish("seat.push", { sessionId: at.session.id, epoch: at.epoch, method, params });
  }
  tell(at: Occupied | null, action: string, code: string | number, params: Record<string, unknown> = {}): void {
    this.push(at, "info", { code, params, message: "", action });
  }
  /** What the seat wants said; its other effects are not for words. @param win on the glass, minor units */
  says(at: Occupied, effect: SeatEffect, win: number): void {
    if (effect.do === "tellDeposit") this.tell(at, "SESSION_CLOSE_WARNING", "CODE_18800", { count: effect.seconds });
    else if (effect.do === "tellIdle") this.tell(at, "SESSION_CLOSE_WARNING", "CODE_18802", { count: effect.seconds });
    else if (effect.do === "tellGoesOn") this.tell(at, "SESSION_CLOSE_CANCELLED", "CODE_18802");
    else if (effect.do === "tellWinWaits") this.tell(at, "TAKE_WIN", 20000, { amount: win });
    else if (effect.do === "tellEnding" && effect.reason === "kick") this.tell(at, "QUIT_REQUEST", 60016);
    else if (effect.do === "tellEnding" && effect.reason === "outOfOrder") this.tell(at, "OUT_OF_ORDER", 60003);
  }
  /** What the machine says that its player must know at once. */
  repeats(at: Occupied | null, event: MachineEvent): void {
    if (event.type === "handPay") this.tell(at, "HAND_PAY", 60017, { amount: event.amount });
    else if (event.type === "offline") this.tell(at, "MACHINE_OFFLINE", 60004);
    else if (event.type === "online") this.tell(at, "MACHINE_BACK", 20000);
    else if (event.type === "tilt") this.tell(at, "OUT_OF_ORDER", 60003, { reason: event.reason });
  }
  transfer(at: Occupied | null, { key, kind, state, moved, amount, code }: Transfer): void {
    this.push(at, "transfer", {
      transferId: key,
      kind,
      state: state === "done" || state === "failed" ? state : "pending",
      amount: moved ?? amount ?? 0,
      ...(code === null ? {} : { code }),
    });
  }
  /** Tells what changed since the player was told last. */
  meters(at: Occupied, machine: MachineState, status: MachineStatus): void {
    const next = metersOf(machine, status, netOf(at.totals, machine.credit), at.meters.seq + 1);
    const changed = changes(at.meters, next);
    if (!changed) return;
    at.meters = next;
    this.push(at, "meters", { ...changed, seq: next.seq });
  }
  /** To the player wherever they are: a session waits for them. */
  held(playerId: number, { id, name }: { id: number; name: string }, status: MachineStatus): void {
    this.#bus.publish("player.session", { playerId, name, machineId: id, status });
  }
  /** To the connection that had the seat until now. */
  takenOver(sessionId: string, epoch: number): void {
    const params = { code: 60015, params: {}, message: "", action: "QUIT_REQUEST" };
    this.#bus.publish("seat.push", { sessionId, epoch, method: "info", params });
    this.#bus.publish("seat.close", { sessionId, epoch, code: CLOSE.takenOver, reason: "taken over" });
  }
  closed({ session, epoch }: Occupied, reason: string): void {
    this.#bus.publish("seat.close", { sessionId: session.id, epoch, code: 1000, reason });
  }
}
