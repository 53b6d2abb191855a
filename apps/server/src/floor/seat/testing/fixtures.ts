/** Fixtures for the tests of the pure rules. Amounts are minor units, times milliseconds of play time. */
import type { InterrogateAnswer } from "@reelcast/machine";
import type { MachineBalance, Transfer } from "../../../wallet/index.ts";
import type { SessionRow } from "../../sessions.ts";
import { TAKE_WIN_MS, WARN_MS } from "../countdowns.ts";
import { newSeat, newState, reduce } from "../reducer.ts";
import type {
  MachineFacts,
  MetersRead,
  Seat,
  SeatEffect,
  SeatEvent,
  SeatRules,
  SeatState,
  TransferRequest,
} from "../types.ts";

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

export const requestOf = (part: Partial<TransferRequest> = {}): TransferRequest => ({
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

// ——— a transfer on its way ———

export const CALLER = 11;
export const reserved = transferOf();
export const sent = transferOf({ state: "sent" });
export const unknown = transferOf({ state: "unknown" });
export const manual = transferOf({ state: "manual" });
export const outReserved = transferOf({ kind: "cashout", amount: null });
export const outSent: Transfer = { ...outReserved, state: "sent" };
export const outUnknown: Transfer = { ...outReserved, state: "unknown" };
export const done = (of: Transfer, moved: number, creditAfter: number): Transfer => ({
  ...of,
  state: "done",
  moved,
  creditAfter,
});
export const failed = (of: Transfer, code: number): Transfer => ({ ...of, state: "failed", code });

export const requested = (part = {}): SeatEvent => ({
  type: "transferRequested",
  caller: CALLER,
  request: requestOf(part),
  now: 0,
});
export const granted: SeatEvent = { type: "lockAnswered", answer: "granted", now: 0 };
export const saysDone = (moved: number, credit = moved): InterrogateAnswer => ({
  status: "done",
  transferId: reserved.id,
  moved,
  credit,
  duplicate: false,
});
export const PENDING: InterrogateAnswer = { status: "pending", transferId: reserved.id };
export const NOT_FOUND: InterrogateAnswer = { status: "notFound", transferId: reserved.id };
/** Credit, in, out. */
export const read = (credit: number, transferredIn = credit, transferredOut = 0): MetersRead => ({
  credit,
  transferredIn,
  transferredOut,
});
export const EMPTY: MachineBalance = read(0);
export const interrogated = (
  answer: InterrogateAnswer,
  meters: MetersRead,
  { ledger = EMPTY, expected = 0, now = 0 } = {},
): SeatEvent => ({ type: "interrogated", answer, meters, ledger, expected, now });

/** The events that bring a cash-in as far as the machine. */
export const toTheMachine: SeatEvent[] = [
  requested(),
  { type: "reserved", transfer: reserved, fresh: true, now: 0 },
  granted,
  { type: "markedSent", transfer: sent, now: 0 },
];
export const answerLost: SeatEvent[] = [
  ...toTheMachine,
  { type: "answerLost", now: 0 },
  { type: "markedUnknown", transfer: unknown, now: 0 },
];
export const names = (effects: SeatEffect[]) => effects.map((effect) => effect.do);
export const life = (events: SeatEvent[], from: SeatState = seated()) => {
  const { state, effects } = applyAll(from, events);
  return { state, steps: effects.map(names), last: effects.at(-1) ?? [] };
};
export const after = (events: SeatEvent[], from?: SeatState) => life(events, from).state;
