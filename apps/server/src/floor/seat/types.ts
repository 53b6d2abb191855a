/**
 * Data of a machine in play: its seat, its transfer, the events that can happen to them and the effects that follow.
 * No rules.
 *
 * Times are milliseconds of play time (which stops while the process can't serve), amounts minor units.
 */
import type { ErrorCode } from "@reelcast/contract";
import type { GamePhase, InterrogateAnswer } from "@reelcast/machine";
import type { MachineBalance, Suspension, Transfer, TransferKind } from "../../wallet/index.ts";
import type { SessionRow } from "../sessions.ts";

export interface SeatRules {
  depositMs: number;
  idleMs: number;
  /** Length of the countdown before the seat is given back. */
  warnMs: number;
  graceMs: number;
  /** After this time the player is reminded of a waiting win. */
  takeWinMs: number;
}

export type EndReason =
  | "leave"
  | "cancel"
  | "kick"
  | "deposit"
  | "idle"
  | "held"
  | "banned"
  | "outOfOrder"
  /** By the player: a time limit, a break, a self-exclusion. */
  | "limit"
  | "break"
  | "excluded"
  /** Money is in doubt: it stays in suspense, and the session ends. */
  | "checking";

export interface Seat {
  session: SessionRow;
  connected: boolean;
  /** Since when the seat has no connection. */
  lostAt: number | null;
  /** Until when the first deposit must be made; null once there is credit. */
  depositBy: number | null;
  /** The deposit time was given once more after a reconnect. */
  depositRenewed: boolean;
  lastPressAt: number;
  /** When the player last pressed, moved money or took the seat: `stay` extends the time from then on by a bounded time. */
  playedAt: number;
  /** Seconds of the last countdown notice; null: none was sent. */
  warnedSeconds: number | null;
  /** Set once the seat is to be given back; never reset. */
  ending: EndReason | null;
  /** The ending is stored. */
  endingStored: boolean;
  /** Earliest time of the next cash-out, after one that the machine refused. */
  payOutAfter: number;
  payOutTries: number;
  /** Since when a win waits, and whether the player was reminded of it. */
  winSince: number | null;
  winNotified: boolean;
}

/** The machine's last state, as far as the rules need it. */
export interface MachineFacts {
  online: boolean;
  phase: GamePhase;
  credit: number;
}

export interface TransferRequest {
  /** Null: requested by the server, which makes an id. */
  clientTransferId: string | null;
  kind: TransferKind;
  /** Null: all credit. */
  amount: number | null;
  ip: string | null;
}

/** Number of the caller that waits for the answer; null: none. */
export type Caller = number | null;

/**
 * The life of a transfer; each step names what is awaited. `waiting`: the machine or the database gave no clear answer,
 * and the machine is interrogated again. `manual`: the money is in suspense; only a clear answer or an operator ends
 * it.
 */
export type OpenTransfer =
  | { step: "reserving"; caller: Caller; request: TransferRequest }
  | {
      step: "locking" | "markingSent" | "sending" | "markingUnknown" | "interrogating";
      caller: Caller;
      transfer: Transfer;
    }
  /** `inDoubt`: what goes to suspense if it becomes manual: the money held, and the ledger's credit of the machine. */
  | { step: "concluding"; caller: Caller; transfer: Transfer; inDoubt?: number }
  | {
      step: "waiting" | "manual";
      transfer: Transfer;
      interrogateAfter: number;
      interrogatedAt: number;
      answeredMs: number;
    }
  /** A step failed for an unknown reason: the ledger may still have the transfer, and is read again first. */
  | { step: "lost"; since: number; inDoubt?: number };

export interface SeatState {
  machine: MachineFacts;
  outOfPlay: boolean;
  seat: Seat | null;
  transfer: OpenTransfer | null;
  /** A difference between meters and ledger that was seen once. It counts if it is seen again. */
  suspected: string | null;
}

/** The transfer and credit meters of the machine. */
export interface MetersRead {
  credit: number;
  transferredIn: number;
  transferredOut: number;
}

export type SeatEvent =
  | { type: "tick"; now: number }
  | { type: "press"; now: number }
  /** The player is there, and has not pressed: money is being typed, or the player wants to go on. */
  | { type: "stay"; now: number }
  | { type: "connected"; session: SessionRow; now: number }
  | { type: "disconnected"; now: number }
  | { type: "machine"; facts: MachineFacts; now: number }
  | { type: "seated"; seat: Seat; now: number }
  | { type: "end"; reason: EndReason; now: number }
  | { type: "endingStored"; now: number }
  /** `paid`: paid into the wallet at the end of the session, minor units */
  | { type: "closed"; paid: number; now: number }
  /** Credit is left: on the machine's meter, or in the ledger. */
  | { type: "notClosed"; meters: MetersRead; ledger: MachineBalance; now: number }
  | { type: "suspended"; suspension: Suspension; now: number }
  /** Meters and ledger at rest, after games are recorded. `certain`: nobody can press now. */
  | { type: "compared"; meters: MetersRead; ledger: MachineBalance; certain: boolean; now: number }
  // ——— the life of a transfer ———
  | { type: "transferRequested"; caller: Caller; request: TransferRequest; now: number }
  /** Left open by an earlier owner, or read again. */
  | { type: "transferFound"; transfer: Transfer; now: number }
  | { type: "reserved"; transfer: Transfer; fresh: boolean; now: number }
  | { type: "notReserved"; code: ErrorCode; params: Record<string, string | number | boolean | null>; now: number }
  | { type: "lockAnswered"; answer: "granted" | "refused" | "lost"; now: number }
  | { type: "markedSent"; transfer: Transfer; now: number }
  | { type: "answered"; answer: InterrogateAnswer; now: number }
  | { type: "answerLost"; now: number }
  | { type: "markedUnknown"; transfer: Transfer; now: number }
  | {
      type: "interrogated";
      answer: InterrogateAnswer;
      meters: MetersRead;
      ledger: MachineBalance;
      expected: number;
      now: number;
    }
  | { type: "interrogationLost"; now: number }
  /** An effect failed for an unknown reason: the host reads the transfer again (transferFound) before its next tick. */
  | { type: "transferLost"; now: number }
  | { type: "concluded"; transfer: Transfer; now: number }
  | { type: "madeManual"; transfer: Transfer; now: number }
  /** By an operator, or another process. */
  | { type: "settledElsewhere"; transfer: Transfer; now: number };

type WithoutTime<Event> = Event extends SeatEvent ? Omit<Event, "now"> : never;
/** An event before the loop adds the time. */
export type UntimedEvent = WithoutTime<SeatEvent>;

/** The player is notified. */
export type NotificationEffect =
  | { do: "notifyDepositCountdown"; seconds: number }
  | { do: "notifyIdleCountdown"; seconds: number }
  | { do: "notifyCountdownCancelled" }
  | { do: "notifyWinWaits" }
  /** The session ends, and the player has not requested it. */
  | { do: "notifyEnding"; reason: EndReason }
  | { do: "notifyPending"; request: TransferRequest; amount: number }
  | { do: "notifyRefused"; request: TransferRequest; code: ErrorCode }
  | { do: "notifyTransfer"; transfer: Transfer };

/** Callers get the outcome for which they wait. */
export type AnswerEffect =
  | { do: "answer"; caller: number; transfer: Transfer }
  | { do: "refuse"; caller: number; code: ErrorCode; params: Record<string, string | number | boolean | null> }
  /** The session is over: its player is notified, and those who wait for the end are answered. */
  | { do: "notifyClosed"; seat: Seat; reason: EndReason; amount: number };

/** Of the session and its machine. */
export type SessionEffect =
  | { do: "storeEnding"; seat: Seat; reason: EndReason }
  | { do: "takeWin" }
  /** The machine shows no credit: the session is over if the ledger agrees. */
  | { do: "close"; seat: Seat; reason: EndReason }
  | { do: "suspend"; seat: Seat; reason: string; evidence: object }
  | { do: "quarantine"; reason: string }
  | { do: "refreshTotals" }
  /** The doubt has ended by itself: its player is paid, the machine goes back into play. */
  | { do: "putBackIntoPlay" };

export type TransferEffect =
  | { do: "reserve"; request: TransferRequest }
  | { do: "recordNothing"; request: TransferRequest }
  | { do: "lock" }
  | { do: "markSent"; transfer: Transfer }
  | { do: "send"; transfer: Transfer }
  | { do: "unlock" }
  | { do: "markUnknown"; transfer: Transfer; evidence: object }
  | { do: "interrogate"; transfer: Transfer }
  | { do: "settle"; transfer: Transfer; moved: number; credit: number }
  | { do: "fail"; transfer: Transfer; code: ErrorCode; detail: string }
  | { do: "makeManual"; transfer: Transfer; reason: string; evidence: object }
  | { do: "resolveManual"; transfer: Transfer; state: "done" | "failed"; moved: number };

export type SeatEffect = NotificationEffect | AnswerEffect | SessionEffect | TransferEffect;

export interface SeatStep {
  state: SeatState;
  effects: SeatEffect[];
}
