/**
 * The words of a machine in play: what is known of its seat and of its transfer, what can happen to them, and what is to
 * be done then. Plain data; no rules.
 *
 * Times are milliseconds of the house's play time (it stands still while the house can't serve), amounts minor units.
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
  /** A win that has waited so long is spoken of. */
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
  /** The player's own: a time limit, a break, a self-exclusion. */
  | "limit"
  | "break"
  | "excluded"
  /** Money is in doubt: it waits in suspense, the player does not. */
  | "checking";

export interface Seat {
  session: SessionRow;
  connected: boolean;
  /** Since when nobody is connected. */
  lostAt: number | null;
  /** Until when the first funds must come; null once they came. */
  depositBy: number | null;
  /** That time was given a second time, to one who came back. */
  depositRenewed: boolean;
  lastPressAt: number;
  /** Seconds that the player was told last, of either countdown. */
  warnedSeconds: number | null;
  /** Set once the seat is to be given back; never unset. */
  ending: EndReason | null;
  /** The ending is stored. */
  endingStored: boolean;
  /** The credit is not asked for again before then, after a try that the machine refused. */
  payOutAfter: number;
  payOutTries: number;
  /** Since when a win waits, and whether it was spoken of. */
  winSince: number | null;
  winNotified: boolean;
}

/** What the machine said last, as far as the rules need it. */
export interface MachineFacts {
  online: boolean;
  phase: GamePhase;
  credit: number;
}

export interface TransferRequest {
  /** Null: the house asks, and makes an id. */
  clientTransferId: string | null;
  kind: TransferKind;
  /** Null: all credit. */
  amount: number | null;
  ip: string | null;
}

/** The caller that waits for the answer of a command; null: none. */
export type Caller = number | null;

/**
 * The life of a transfer, one step after the other; each names what is awaited. `waiting`: the machine or the database did
 * not answer clearly, it is asked again. `manual`: the money is in suspense, and only a clear answer or an operator ends it.
 */
export type OpenTransfer =
  | { step: "reserving"; caller: Caller; request: TransferRequest }
  | {
      step: "locking" | "markingSent" | "sending" | "markingUnknown" | "interrogating";
      caller: Caller;
      transfer: Transfer;
    }
  /** `inDoubt`: what goes to suspense where it becomes manual: the money held, and the ledger's credit of the machine. */
  | { step: "concluding"; caller: Caller; transfer: Transfer; inDoubt?: number }
  | {
      step: "waiting" | "manual";
      transfer: Transfer;
      interrogateAfter: number;
      interrogatedAt: number;
      answeredMs: number;
    }
  /** A step of it failed for an unknown reason: the ledger may hold it still, and is read again before anything else. */
  | { step: "lost"; since: number; inDoubt?: number };

export interface SeatState {
  machine: MachineFacts;
  outOfPlay: boolean;
  seat: Seat | null;
  transfer: OpenTransfer | null;
  /** A difference between meters and ledger that was seen once. It counts when it is seen again. */
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
  | { type: "connected"; session: SessionRow; now: number }
  | { type: "disconnected"; now: number }
  | { type: "machine"; facts: MachineFacts; now: number }
  | { type: "outOfPlay"; outOfPlay: boolean; now: number }
  | { type: "seated"; seat: Seat; now: number }
  | { type: "end"; reason: EndReason; now: number }
  | { type: "endingStored"; now: number }
  /** `paid`: what its end brought into the wallet, minor units */
  | { type: "closed"; paid: number; now: number }
  /** Credit is left after all: the machine's meter, or the ledger. */
  | { type: "notClosed"; meters: MetersRead; ledger: MachineBalance; now: number }
  | { type: "suspended"; suspension: Suspension; now: number }
  /** Meters and ledger at rest, after games are recorded. `certain`: nobody can press meanwhile. */
  | { type: "compared"; meters: MetersRead; ledger: MachineBalance; certain: boolean; now: number }
  // ——— the life of a transfer ———
  | { type: "transferRequested"; caller: Caller; request: TransferRequest; now: number }
  /** Left by an owner before this one. */
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
  /** An effect of it failed for a reason that no rule knows: the host reads it again (transferFound) before its next tick. */
  | { type: "transferLost"; now: number }
  | { type: "concluded"; transfer: Transfer; now: number }
  | { type: "madeManual"; transfer: Transfer; now: number }
  /** By an operator. */
  | { type: "settledElsewhere"; transfer: Transfer; now: number };

type WithoutTime<Event> = Event extends SeatEvent ? Omit<Event, "now"> : never;
/** An event before the loop adds the time. */
export type UntimedEvent = WithoutTime<SeatEvent>;

export type SeatEffect =
  // ——— what the player is told ———
  | { do: "notifyDepositCountdown"; seconds: number }
  | { do: "notifyIdleCountdown"; seconds: number }
  | { do: "notifyCountdownCancelled" }
  | { do: "notifyWinWaits" }
  /** The seat is about to be given back for a reason of the house. */
  | { do: "notifyEnding"; reason: EndReason }
  | { do: "notifyClosed"; seat: Seat; reason: EndReason; amount: number }
  | { do: "notifyPending"; request: TransferRequest; amount: number }
  | { do: "notifyRefused"; request: TransferRequest; code: ErrorCode }
  | { do: "notifyTransfer"; transfer: Transfer }
  /** The answer to a command. */
  | { do: "answer"; caller: number; transfer: Transfer }
  | { do: "refuse"; caller: number; code: ErrorCode; params: Record<string, string | number | boolean | null> }
  // ——— the session ———
  | { do: "storeEnding"; seat: Seat; reason: EndReason }
  | { do: "takeWin" }
  /** Nothing seems to be left on the machine: the session is over, if the ledger says so too. */
  | { do: "close"; seat: Seat; reason: EndReason }
  | { do: "suspend"; seat: Seat; reason: string; evidence: object }
  | { do: "quarantine"; reason: string }
  // ——— the transfer ———
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
  | { do: "resolveManual"; transfer: Transfer; state: "done" | "failed"; moved: number }
  | { do: "refreshTotals" }
  /** The doubt is over by itself: its player is paid, the machine goes back into play. */
  | { do: "healMachine" };

export interface SeatStep {
  state: SeatState;
  effects: SeatEffect[];
}
