/** Fixtures for the tests of the pure rules. Amounts are minor units, times milliseconds of play time. */
import type { Transfer } from "../../wallet/index.ts";
import type { SessionRow } from "../sessions.ts";
import { TAKE_WIN_MS, WARN_MS } from "./countdowns.ts";
import { newSeat, newState, reduce } from "./reducer.ts";
import type { MachineFacts, Seat, SeatEffect, SeatEvent, SeatRules, SeatState, TransferRequest } from "./types.ts";

export const RULES: SeatRules = {
  depositMs: 60_000,
  idleMs: 120_000,
  warnMs: WARN_MS,
  graceMs: 180_000,
  takeWinMs: TAKE_WIN_MS,
};

export const session = (part: Partial<SessionRow> = {}): SessionRow => ({
  id: "session-1",
  player_id: 7,
  machine_id: 3,
  epoch: 1,
  state: "open",
  started_at: new Date(0),
  ended_at: null,
  ip: "127.0.0.1",
  end_reason: null,
  lease_epoch: 1,
  ending_at: null,
  paid_out: null,
  ...part,
});

export const transferOf = (part: Partial<Transfer> = {}): Transfer => ({
  id: "transfer-1",
  clientTransferId: "client-1",
  number: 1,
  kind: "cashin",
  playerId: 7,
  machineId: 3,
  sessionId: "session-1",
  amount: 500,
  moved: null,
  state: "reserved",
  code: null,
  detail: null,
  balanceAfter: null,
  creditAfter: null,
  createdAt: new Date(0),
  evidence: null,
  manualAt: null,
  ...part,
});

export const asks = (part: Partial<TransferRequest> = {}): TransferRequest => ({
  clientTransferId: "client-1",
  kind: "cashin",
  amount: 500,
  ip: null,
  ...part,
});

export const facts = (part: Partial<MachineFacts> = {}): MachineFacts => ({
  online: true,
  phase: "idle",
  credit: 0,
  ...part,
});

/** A machine with somebody in its seat since time 0. */
export function seated(machine: Partial<MachineFacts> = {}, part: Partial<Seat> = {}, connected = true): SeatState {
  const known = facts(machine);
  const seat = newSeat({ session: session(), now: 0, connected, credit: known.credit, phase: known.phase }, RULES);
  return { ...newState(known, false), seat: { ...seat, ...part } };
}

/** Applies events one after the other; answers the state after the last one and the effects of each. */
export function applyAll(from: SeatState, events: readonly SeatEvent[]): { state: SeatState; effects: SeatEffect[][] } {
  let state = from;
  const effects: SeatEffect[][] = [];
  for (const event of events) {
    const step = reduce(state, event, RULES);
    state = step.state;
    effects.push(step.effects);
  }
  return { state, effects };
}
