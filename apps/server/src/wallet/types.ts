/** The wallet's types and interface. All amounts are whole minor units. */
import type { ErrorCode } from "@reelcast/contract";
import type { GameRecord as HashedRecord } from "@reelcast/contract/gameRecord";
import type { Trx } from "../storage/index.ts";

/** The lease under which a machine is run: writes of an older epoch are refused by the database. */
export interface Fence {
  machineId: number;
  epoch: number;
}

export type TransferKind = "cashin" | "cashout";
export type TransferState = "created" | "reserved" | "sent" | "done" | "failed" | "unknown" | "manual";

export interface Transfer {
  /** Made by the wallet: the id that the machine gets (AFT transaction id). */
  id: string;
  /** Made by the browser before its request: the same id with the same request is the same transfer. */
  clientTransferId: string;
  /** Rises with the transfers of this machine, across owners. */
  number: number;
  kind: TransferKind;
  playerId: number;
  machineId: number;
  sessionId: string;
  /** The requested amount; null: all credit. */
  amount: number | null;
  /** What the machine reports as moved, once done. */
  moved: number | null;
  state: TransferState;
  /** Code of the catalogue, where it failed. */
  code: number | null;
  /** Why it failed or became manual, as a text for the operator. */
  detail: string | null;
  balanceAfter: number | null;
  creditAfter: number | null;
  createdAt: Date;
  /** The request, the machine's answers with their times, meters before and after. */
  evidence: unknown;
  manualAt: Date | null;
}

/** What the ledger says of one machine: minor units. */
export interface MachineBalance {
  credit: number;
  /** Posted by transfers in all, in addition to what an operator has accepted as the initial state. */
  transferredIn: number;
  transferredOut: number;
}

/** Money in doubt, in its player's suspense account. Minor units. */
export interface Suspension {
  id: string;
  machineId: number;
  playerId: number;
  sessionId: string;
  transferId: string | null;
  held: number;
  credit: number;
  remaining: number;
  reason: string;
}

/** The state of a machine in the ledger, for recovery: read for many machines at once. */
export interface MachineLedger extends MachineBalance {
  machineId: number;
  /** Number of the last game that was recorded. */
  lastGame: number;
  /** What is added to the machine's own numbers of games. */
  gameBase: number;
  unresolved: Transfer | null;
  suspension: Suspension | null;
  /** The server itself has settled the last doubt: the machine may go back into play without an operator. */
  mayGoBackIntoPlay: boolean;
}

export interface BeginTransfer {
  clientTransferId: string;
  kind: TransferKind;
  playerId: number;
  machineId: number;
  sessionId: string;
  amount: number | null;
  ip: string | null;
  fence: Fence;
}

export interface GameRecord {
  machineId: number;
  playerId: number;
  sessionId: string;
  /** The machine's own number of the game: it is recorded once. */
  gameNumber: number;
  free: boolean;
  bet: number;
  win: number;
  handPay: number;
  startedAt: Date;
  endedAt: Date;
  /** The machine's meters after it. */
  meters?: HashedRecord["meters"];
  detail: unknown;
}

/** A jackpot after a game that fed it. */
export interface FedJackpot {
  id: number;
  name: string;
  /** The current value of its pot. */
  amount: number;
  /** Rises with every change of the pot: the value with the higher version is the newer one. */
  version: number;
  /** The part that this game has won; 0: none. */
  hit: number;
}

export interface SessionTotals {
  cashIn: number;
  cashOut: number;
  bet: number;
  won: number;
  handPaid: number;
  /** Paid from jackpots to the wallet. */
  jackpots: number;
  spins: number;
  freeSpins: number;
}

export interface LedgerReport {
  ok: boolean;
  /** Transfers that are not settled yet. */
  pending: number;
  /** Sum of the postings per kind of account; together 0. */
  sums: Record<string, number>;
  /** Posted balance of each machine, and the credit meter that its host read last, at rest; null: never. */
  machines: { id: number; ledger: number; meter: number | null; readAt: Date | null }[];
  /** Broken invariants, as texts. */
  broken: string[];
  /** What waits for an operator: quarantined machines, manual transfers, credit without an owner, meters that differ. */
  attention: string[];
  /** How many postings were read: all, or those since the checkpoint. */
  postings: number;
  /** The checkpoint that the check began at; null: everything was read. */
  from: { checkpoint: number; at: Date } | null;
  /** When everything was read last, before this check; null: never, according to the checkpoints. */
  lastFull: Date | null;
  /** Number of the checkpoint that this check wrote; null: none. */
  written: number | null;
}

export interface CheckOptions {
  /** Reads everything (the default); false: what came after the newest checkpoint, where there is one. */
  full?: boolean;
  /** Writes a checkpoint, if no invariant is broken and the database takes writes. Default: false. */
  checkpoint?: boolean;
  /** The longest wait before a checkpoint for transactions that are writing, ms. Default: 5 s. */
  writersWithinMs?: number;
}

/** What a player may spend, minor units. `version` rises with every change of it, in whichever process. */
export interface Available {
  balance: number;
  version: number;
}
export type OnBalance = (playerId: number, balance: number, version: number) => void;

export interface Wallet {
  openPlayer(trx: Trx, playerId: number): Promise<void>;
  openMachine(trx: Trx, machineId: number): Promise<void>;
  /** What the player may spend: posted less held. */
  balance(playerId: number): Promise<number>;
  /** The same with its version. */
  available(playerId: number): Promise<Available>;
  /**
   * Operator: house → player, or back where negative. The same key again changes nothing.
   * @throws AppError InsufficientBalance, AmountOutOfRange, TransferIdReused (the key with another amount), NotFound
   */
  adjust(request: {
    playerId: number;
    amount: number;
    key: string;
    tag: string;
    ip?: string | null;
  }): Promise<{ balance: number }>;
  /** What `adjust` has posted under this key, minor units; null where it has not. */
  adjusted(playerId: number, key: string): Promise<number | null>;
  /**
   * Promotions account → player, in the caller's transaction; the caller publishes the new balance after its commit.
   * `window` is what can be claimed once. @throws Error where that window has been granted
   */
  grant(
    trx: Trx,
    request: { playerId: number; promotion: string; window: string; amount: number; ip: string | null },
  ): Promise<{ balance: number }>;
  /**
   * Stores a transfer and holds its funds, before the machine gets the request. `fresh` false: the transfer was stored
   * before under this id. @throws AppError EarlierTransferPending, AmountOutOfRange, InsufficientBalance, TransferIdReused,
   * ServiceUnavailable (fenced)
   */
  begin(request: BeginTransfer): Promise<{ transfer: Transfer; fresh: boolean }>;
  /** Durable before the request is sent to the machine: from here on only the machine's answer ends the transfer. */
  markSent(id: string, fence: Fence): Promise<Transfer>;
  /** @param evidence added to the stored evidence */
  markUnknown(id: string, evidence: object, fence: Fence): Promise<Transfer>;
  /**
   * Money in doubt: held funds and the machine's credit go to the player's suspense account, the session ends, the
   * machine is quarantined.
   */
  makeManual(id: string, request: { reason: string; evidence: object }, fence: Fence): Promise<Transfer>;
  /**
   * Ends a manual transfer: by the machine's clear answer under its fence, or by an operator with `fence` null.
   * @throws AppError Conflict where it is not manual, AmountOutOfRange for more than the evidence, NotFound
   */
  resolveManual(
    id: string,
    request: { state: "done" | "failed"; moved: number; by: string; reason: string },
    fence: Fence | null,
  ): Promise<Transfer>;
  /** A cash-out of no credit: stored under its id without a request to the machine. @throws AppError as begin */
  recordNothing(request: Omit<BeginTransfer, "kind" | "amount">): Promise<Transfer>;
  /** Posts what the machine reports as moved, and releases the rest of the hold. */
  settle(id: string, outcome: { moved: number; credit: number }, fence: Fence): Promise<Transfer>;
  fail(id: string, outcome: { code: ErrorCode; detail?: string }, fence: Fence): Promise<Transfer>;
  get(id: string): Promise<Transfer | null>;
  byClientId(playerId: number, kind: TransferKind, clientTransferId: string): Promise<Transfer | null>;
  /** Oldest first. */
  unresolved(machineId?: number): Promise<Transfer[]>;
  /** Opens the account of a stored jackpot with the house's contribution, which is below its maximum. */
  openJackpot(trx: Trx, jackpotId: number, amount: number): Promise<void>;
  /**
   * Bet machine → house, win back, hand pay house → player; a share of the bet house → jackpots, and a jackpot that hits
   * → player. The same game again changes nothing and returns the same hits. @throws Error where that number has other
   * figures stored
   */
  recordGame(game: GameRecord, fence: Fence): Promise<{ jackpots: FedJackpot[] }>;
  /** `credit`: posted balance of the machine's account, which it must show while no transfer is unresolved. */
  machineBalance(machineId: number): Promise<MachineBalance>;
  /** Of all machines, or of those named. */
  machineLedgers(machineIds?: readonly number[]): Promise<Map<number, MachineLedger>>;
  /** Stores a meter reading at rest, together with the ledger's figures. */
  storeMeters(
    read: { transferredIn: number; transferredOut: number; credit: number },
    fence: Fence,
  ): Promise<MachineBalance>;
  /** As makeManual, of a machine whose meters differ from the ledger while no transfer is under way. Minor units moved. */
  suspendSession(sessionId: string, request: { reason: string; evidence: object }, fence: Fence): Promise<Suspension>;
  /**
   * After the machine was cleared: pays its player out of suspense, gives the rest to the house, and makes the
   * current meters the start of later comparisons. Credit that the ledger has without a session is its last
   * player's. The same key again changes nothing. @throws AppError AmountOutOfRange for more than the evidence,
   * EarlierTransferPending, Conflict
   */
  settleMachine(
    request: {
      playerId: number | null;
      pay: number;
      cleared: number;
      meters: { transferredIn: number; transferredOut: number; credit: number; gamesPlayed: number };
      by: string;
      reason: string;
      key: string;
    },
    fence: Fence,
  ): Promise<void>;
  /** What a settlement with this key has paid, minor units; null where there was none that moved money. */
  settlement(key: string): Promise<number | null>;
  /** A number for a command about money other than a transfer: above all numbers that the machine has received. */
  nextTransferNumber(fence: Fence): Promise<number>;
  /** Null once it is back in play; otherwise the reason against it, from its last reading. */
  backIntoPlay(fence: Fence, lifts: "operator" | "quarantine"): Promise<string | null>;
  /** How much of this player's money is being checked: the balance of the suspense account. */
  checking(playerId: number): Promise<number>;
  sessionTotals(sessionId: string): Promise<SessionTotals>;
  /** When the player's newest recorded game with a stake began, if it was not over before `since`. */
  lastPaidStart(playerId: number, since: Date): Promise<Date | null>;
  check(options?: CheckOptions): Promise<LedgerReport>;
}
