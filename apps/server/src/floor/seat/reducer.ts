/**
 * A machine in play as a pure state machine: `(state, event) → { state, effects }`. Decides when a countdown begins and
 * ends, when credit is paid out, the outcome of a transfer, and when a difference between meters and ledger ends play.
 * It never waits, sends a command or moves money: the host carries out its effects, one at a time, and returns the
 * results as events.
 */
import type { GamePhase } from "@reelcast/machine";
import type { Transfer } from "../../wallet/index.ts";
import type { SessionRow } from "../sessions.ts";
import {
  recordActivity,
  beginEnding,
  connected,
  countDown,
  disconnected,
  inGame,
  machineChanged,
  stay,
} from "./countdowns.ts";
import { difference } from "./reconcile.ts";
import { transferStep } from "./transfer.ts";
import type {
  MachineFacts,
  Seat,
  SeatEffect,
  SeatEvent,
  SeatRules,
  SeatState,
  SeatStep,
  TransferRequest,
} from "./types.ts";

/** Waits between cash-outs that a machine refuses (a tilt, an open door): each attempt is a row of the ledger. */
const PAY_OUT_RETRY_MS = [250, 500, 1_000, 2_000, 5_000];

export function newState(machine: MachineFacts, outOfPlay: boolean): SeatState {
  return { machine, outOfPlay, seat: null, transfer: null, suspected: null };
}

/** A seat that was just taken, or that was found after a restart (`connected` false). */
export function newSeat(
  at: { session: SessionRow; now: number; connected: boolean; credit: number; phase: GamePhase },
  rules: SeatRules,
): Seat {
  return {
    session: at.session,
    connected: at.connected,
    lostAt: at.connected ? null : at.now,
    depositBy: at.credit > 0 || at.phase !== "idle" ? null : at.now + rules.depositMs,
    depositRenewed: false,
    lastPressAt: at.now,
    playedAt: at.now,
    warnedSeconds: null,
    ending: null,
    endingStored: false,
    payOutAfter: 0,
    payOutTries: 0,
    winSince: at.phase === "winToTake" ? at.now : null,
    winNotified: false,
  };
}

export function reduce(state: SeatState, event: SeatEvent, rules: SeatRules): SeatStep {
  const seated = seatStep(state, event, rules);
  const moved = transferStep(seated.state, event);
  let next: SeatState = { ...seated.state, transfer: moved.transfer };
  const effects = [...seated.effects, ...moved.effects];
  if (event.type === "concluded") next = afterTransfer(next, event.transfer, event.now, rules);
  if (event.type === "notReserved" || event.type === "transferLost") next = postponePayOut(next, event.now);
  const timed = runCountdowns(next, event.now, rules);
  next = timed.state;
  effects.push(...timed.effects);
  // What failed is tried again with the next tick, not at once.
  if (event.type === "notClosed") return { state: next, effects };
  const finished = endSession(next, event);
  return { state: finished.state, effects: [...effects, ...finished.effects] };
}

function seatStep(state: SeatState, event: SeatEvent, rules: SeatRules): SeatStep {
  const { seat } = state;
  const withSeat = (next: Seat | null, effects: SeatEffect[] = []): SeatStep => ({
    state: { ...state, seat: next },
    effects,
  });
  switch (event.type) {
    case "seated":
      return { state: { ...state, seat: event.seat, suspected: null }, effects: [] };
    case "machine":
      return {
        state: {
          ...state,
          machine: event.facts,
          seat: seat && machineChanged(seat, state.machine, event.facts, event.now),
        },
        effects: [],
      };
    case "compared":
      return compared(state, event);
    case "madeManual":
      if (state.transfer?.step !== "concluding") return withSeat(seat);
      return endSuspended({ ...state, outOfPlay: true }, state.transfer.inDoubt ?? 0);
    case "transferFound":
      return foundTransfer(state, event.transfer);
    case "suspended":
      return endSuspended({ ...state, outOfPlay: true }, event.suspension.remaining);
    case "transferRequested": {
      if (!seat || movesNothing(state, event.request)) return withSeat(seat);
      const acted = recordActivity(seat, event.now, true);
      return withSeat(acted.seat, acted.effects);
    }
    case "press": {
      if (!seat) return withSeat(seat);
      const acted = recordActivity(seat, event.now, false);
      return withSeat(acted.seat, acted.effects);
    }
    case "stay": {
      if (!seat) return withSeat(seat);
      const stayed = stay(seat, event.now, rules);
      return withSeat(stayed.seat, stayed.effects);
    }
    case "connected":
      return withSeat(seat && connected({ ...seat, session: event.session }, event.now, rules));
    case "disconnected":
      return withSeat(seat && disconnected(seat, event.now));
    case "end": {
      if (!seat) return withSeat(seat);
      const ended = beginEnding(seat, event.reason);
      return withSeat(ended.seat, ended.effects);
    }
    case "endingStored":
      return withSeat(seat && { ...seat, endingStored: true });
    case "closed":
      if (!seat) return withSeat(seat);
      return withSeat(null, [{ do: "notifyClosed", seat, reason: seat.ending ?? "held", amount: event.paid }]);
    case "notClosed":
      return notClosed(state, event);
    default:
      return withSeat(seat);
  }
}

/** A manual transfer of this session ends it: it became manual, and only the answer to that was lost. */
function foundTransfer(state: SeatState, transfer: Transfer): SeatStep {
  if (transfer.state !== "manual" || transfer.sessionId !== state.seat?.session.id) return { state, effects: [] };
  const held = transfer.kind === "cashin" ? (transfer.amount ?? 0) : 0;
  const inDoubt = state.transfer?.step === "lost" ? (state.transfer.inDoubt ?? held) : held;
  return endSuspended({ ...state, outOfPlay: true }, inDoubt);
}

/** Credit that the machine shows is paid out first; what the ledger has beyond that is in doubt. */
function notClosed(state: SeatState, event: Extract<SeatEvent, { type: "notClosed" }>): SeatStep {
  const { meters, ledger, now } = event;
  if (!state.seat) return { state, effects: [] };
  if (meters.credit > 0 && difference(meters, ledger) === null)
    return { state: { ...state, machine: { ...state.machine, credit: meters.credit } }, effects: [] };
  return compared(state, { type: "compared", meters, ledger, certain: false, now });
}

/** A cash-out of nothing is no activity: otherwise it would keep the machine from others for ever. */
const movesNothing = ({ machine }: SeatState, { kind }: TransferRequest): boolean =>
  kind === "cashout" && machine.credit === 0;

/** The session ended with its money in suspense. */
function endSuspended(state: SeatState, amount: number): SeatStep {
  const { seat } = state;
  const effects: SeatEffect[] = seat ? [{ do: "notifyClosed", seat, reason: "checking", amount }] : [];
  return { state: { ...state, seat: null, suspected: null }, effects };
}

function compared(state: SeatState, event: Extract<SeatEvent, { type: "compared" }>): SeatStep {
  // Decided already.
  if (state.seat?.ending === "checking") return { state, effects: [] };
  const found = state.transfer === null ? difference(event.meters, event.ledger) : null;
  if (found === null) return { state: { ...state, suspected: null }, effects: [] };
  // The first may be a reading between two changes; the same again is a difference.
  if (!event.certain && state.suspected !== found) return { state: { ...state, suspected: found }, effects: [] };
  const evidence = { meters: event.meters, ledger: event.ledger };
  const { seat } = state;
  const next = { ...state, outOfPlay: true };
  if (seat)
    return {
      state: { ...next, suspected: found, seat: { ...seat, ending: "checking", warnedSeconds: null } },
      effects: [{ do: "suspend", seat, reason: found, evidence }],
    };
  return { state: { ...next, suspected: null }, effects: state.outOfPlay ? [] : [{ do: "quarantine", reason: found }] };
}

/** The effect of a finished transfer on the seat. */
function afterTransfer(before: SeatState, transfer: Transfer, now: number, rules: SeatRules): SeatState {
  if (!before.seat || transfer.sessionId !== before.seat.session.id || before.transfer !== null) return before;
  const known = transfer.state === "done" ? (transfer.creditAfter ?? before.machine.credit) : before.machine.credit;
  const { depositBy } = before.seat;
  // The duration of a deposit counts against no countdown.
  const longer =
    depositBy !== null && transfer.kind === "cashin" ? Math.max(depositBy, now + rules.depositMs) : depositBy;
  const nothing = transfer.kind === "cashout" && transfer.moved === 0;
  const lastPressAt = nothing ? before.seat.lastPressAt : now;
  const seat = { ...before.seat, lastPressAt, depositBy: known > 0 ? null : longer };
  const state = { ...before, machine: { ...before.machine, credit: known }, seat };
  if (transfer.kind !== "cashout" || seat.ending === null) return state;
  if (transfer.state !== "done") return postponePayOut(state, now);
  return {
    ...state,
    seat: { ...seat, payOutTries: 0, payOutAfter: now },
  };
}
function postponePayOut(state: SeatState, now: number): SeatState {
  const { seat } = state;
  const underWay = state.transfer !== null && state.transfer.step !== "lost";
  if (seat === null || seat.ending === null || underWay) return state;
  const after = PAY_OUT_RETRY_MS[Math.min(seat.payOutTries, PAY_OUT_RETRY_MS.length - 1)] ?? 0;
  return { ...state, seat: { ...seat, payOutTries: seat.payOutTries + 1, payOutAfter: now + after } };
}

function runCountdowns(state: SeatState, now: number, rules: SeatRules): SeatStep {
  if (!state.seat || state.seat.ending !== null || state.transfer !== null) return { state, effects: [] };
  const counted = countDown(state.seat, state.machine, now, rules);
  return { state: { ...state, seat: counted.seat }, effects: counted.effects };
}

/** Gives the seat back: the ending is stored first, then the game finished, the win taken, and the credit paid out. */
function endSession(state: SeatState, { type, now }: SeatEvent): SeatStep {
  const { seat, machine } = state;
  if (!seat || seat.ending === null) return { state, effects: [] };
  // Repeated until the suspension is known to be stored.
  if (seat.ending === "checking") {
    const again: SeatEffect = { do: "suspend", seat, reason: state.suspected ?? "", evidence: {} };
    return { state, effects: type === "tick" && state.transfer === null ? [again] : [] };
  }
  if (!seat.endingStored) return { state, effects: [{ do: "storeEnding", seat, reason: seat.ending }] };
  if (state.transfer !== null || inGame(machine.phase)) return { state, effects: [] };
  if (machine.phase === "winToTake" || machine.phase === "gamble") return { state, effects: [{ do: "takeWin" }] };
  if (machine.credit === 0) return { state, effects: [{ do: "close", seat, reason: seat.ending }] };
  if (now < seat.payOutAfter) return { state, effects: [] };
  const cashOut = transferStep(state, {
    type: "transferRequested",
    caller: null,
    request: { clientTransferId: null, kind: "cashout", amount: null, ip: seat.session.ip },
    now,
  });
  return { state: { ...state, transfer: cashOut.transfer }, effects: cashOut.effects };
}
