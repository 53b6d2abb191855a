/** The interface of the floor for the edge, and of the policy that the floor needs. */
import type {
  AutoplayOptions,
  Brand,
  BrandLobby,
  CashInAnswer,
  CashOutAnswer,
  GameInitAnswer,
  Machine,
  MachineQuery,
  MachineStatus,
  OpenSession,
  SessionEnd,
} from "@reelcast/contract";
import type { VideoSource } from "@reelcast/machine";
import type { output } from "zod/mini";
import type { TileService } from "./overview/messages.ts";

/** What a seated player may still do by limits of their own: figures that are valid until the next reading. */
export interface Allowance {
  /** Loss limits; `net`: bets less wins of its period, of the recorded games. */
  loss: { limit: number; net: number; resetsAt: number }[];
  /** `endsAt`: when the time limit is reached if the session continues; `until`: when the player may play again. */
  time: { endsAt: number; until: number }[];
  /** What may still be moved to machines, and until when; null: no limit. */
  cashIn: { left: number; until: number } | null;
  /** Interval of the reminders of time and money; null: none. */
  realityCheckMinutes: number | null;
  /** The player is under 25, or of unknown age: a rule may allow lower bets only. */
  isUnder25: boolean;
  /** Set if the player may not play any more: the session must end. */
  barred: "break" | "excluded" | null;
  /** The figures must be read again then. */
  validUntil: number;
}

/**
 * Whether players may play: checked before a seat is given and before money goes to a machine. Answers come from the
 * database, so that they include what other processes have done. Two cash-ins can't both pass: a player has one
 * machine, and its host does one thing at a time.
 */
export interface PlayPolicy {
  /** @throws AppError AgeNotVerified, LossLimitReached, TimeLimitReached, OnBreak, SelfExcluded */
  mayJoin(playerId: number): Promise<void>;
  /** @throws AppError AgeNotVerified, CashInLimitReached, LossLimitReached, OnBreak, SelfExcluded */
  mayCashIn(playerId: number, amount: number): Promise<void>;
  /** Read at join and resume, and again after a change. */
  allowance(playerId: number): Promise<Allowance>;
}

/** When a press was made. */
export interface PressTime {
  /** At the earliest: `performance.now()` of this process. */
  madeAt: number;
  /** As the client says it, if it does; names the press in `lastPress` of `init`. */
  at?: number | undefined;
}

export interface SitRequest {
  playerId: number;
  machineId: number;
  ip: string;
  /** The session to resume. If it is over, no new one is begun. */
  sessionId?: string | undefined;
  /** A deposit of that session whose answer was lost. */
  clientTransferId?: string | undefined;
}

/** One connection's hold on a seat. Once another connection has the seat, its commands are refused (SeatTakenOver). */
export interface SeatConnection {
  sessionId: string;
  /** Rises with each connection of the session. */
  epoch: number;
  init: Omit<GameInitAnswer, "video">;
  /**
   * @param sequence rises with each press of this connection, if the client numbers them: an older one is refused
   * @param time undefined: it is made now
   * @throws AppError PressRefused, PressTooLate, EarlierTransferPending, InsufficientCredit, MachineOffline, MachineOutOfOrder,
   * SeatTakenOver, NotSeated, ServiceUnavailable, LossLimitReached, BetExceedsLossLimit, GameTooSoon, StopNotAllowed, StakeTooHigh;
   * of autoplay (`auto`) also AutoplayNotAllowed, AutoplayNotDeclared, AutoplayLossLimit
   */
  press(control: string, sequence?: number, auto?: boolean, time?: PressTime): Promise<{ at: number }>;
  /**
   * The player is there without pressing, for example types an amount: the time until the seat is given back is extended,
   * within bounds. @throws AppError SeatTakenOver, NotSeated, SessionTerminated, ServiceUnavailable
   */
  stay(): Promise<Record<string, never>>;
  /**
   * Declares autoplay for this connection, or ends it. Resolves with what the rules of play allow.
   * @throws AppError SeatTakenOver, NotSeated, SessionTerminated, ServiceUnavailable
   */
  autoplay(options: AutoplayOptions | null): Promise<{ autoplay: AutoplayOptions | null }>;
  /**
   * With the id of an earlier session: answered if it was carried out then, otherwise refused (SessionTerminated).
   * @throws AppError GameInProgress, EarlierTransferPending, AmountOutOfRange, DepositTooSmall, InsufficientBalance, TransferRefused,
   * TransferInDoubt, TransferIdReused, SessionTerminated, CashInLimitReached, LossLimitReached,
   * AgeNotVerified
   */
  cashIn(request: {
    amount: number;
    clientTransferId: string;
    sessionId?: string | undefined;
  }): Promise<output<typeof CashInAnswer>>;
  /**
   * Moves all credit to the wallet; without credit nothing moves. The same id again gets the first answer; without an id
   * the server makes one. Amounts are minor units.
   * @throws AppError GameInProgress, EarlierTransferPending, TransferRefused, MachineOffline, TransferInDoubt,
   * AmountUnderReview, NotSeated, SeatTakenOver, SessionTerminated, ServiceUnavailable
   */
  cashOut(request: { clientTransferId?: string | undefined }): Promise<output<typeof CashOutAnswer>>;
  /**
   * Resolves once the credit is in the wallet and the session has ended, regardless of duration and cause; again, with
   * the same amount, for a session that is over. `amount`: what its end paid into the wallet, minor units.
   * @throws AppError SeatTakenOver, AmountUnderReview, ServiceUnavailable
   */
  leave(): Promise<{ amount: number }>;
  /**
   * The connection is gone: its queued commands are refused, and the session waits for its player for the grace time. No
   * effect once another connection has the seat.
   */
  disconnected(): void;
}

/** What the edge needs of the floor, in whichever process the machines run. */
export interface FloorService {
  /** Each with what this player is shown of it. */
  brands(playerId: number): Promise<Brand[]>;
  /** @throws AppError NotFound */
  brandLobby(playerId: number, brandId: number): Promise<BrandLobby>;
  /**
   * `next`: cursor of the next page; null: none.
   * @throws AppError InvalidRequest for a cursor that is none; NotFound for a brand that does not exist
   */
  machines(playerId: number, query?: MachineQuery): Promise<{ machines: Machine[]; next: string | null }>;
  /** From memory. */
  stateOf(machineId: number): { id: number; status: MachineStatus; version: number };
  /** From memory; undefined: the machine was not there at the last reading. */
  brandOf(machineId: number): number | undefined;
  /**
   * The one player who may know of the machine, where the house hides what is reserved; null: everybody may. From memory, of
   * the last reading.
   */
  shownOnlyTo(machineId: number): number | null;
  /** All changes of machines and brands that this process knows of have been read. */
  isCurrent(): boolean;
  /** Reads what has changed. Whether a player may know of a machine; of one that does not exist as well. */
  whoSees(): Promise<(playerId: number, machineId: number) => boolean>;
  /** Ids of their machines. @param brandIds undefined: all @throws AppError NotFound for a brand that does not exist */
  machinesOf(brandIds?: readonly number[]): Promise<readonly number[]>;
  openSession(playerId: number): Promise<OpenSession | null>;
  /** How that session of the player ended; null if it is open, or is no session of theirs. */
  endOf(playerId: number, sessionId: string): Promise<SessionEnd | null>;
  /**
   * Joins, resumes or takes over.
   * @throws AppError MachineTaken, SessionElsewhere, MachineOutOfOrder, MachineOffline, MachineReserved, BalanceEmpty,
   * NotFound, SessionTerminated (the session to resume is over), AgeNotVerified, LossLimitReached, TimeLimitReached, OnBreak,
   * SelfExcluded
   */
  sit(request: SitRequest): Promise<SeatConnection>;
  /**
   * Resolves with the machine's name, and for the player's own seat with the amounts of `cancel`.
   * @throws AppError NotPermitted, NoOpenSession, AmountUnderReview, TransferInDoubt
   */
  kick(request: {
    playerId: number;
    machineId: number;
    mayKickOthers: boolean;
  }): Promise<{ machine: string; amount?: number; balance?: number }>;
  /**
   * Ends the player's own session at the machine. `amount`: what that paid into the wallet, `balance`: the wallet's then;
   * minor units.
   * @throws AppError NoOpenSession, AmountUnderReview, TransferInDoubt (it takes longer than 20 s, and goes on),
   * NotFound, MachineOffline, ServiceUnavailable
   */
  cancel(request: { playerId: number; machineId: number }): Promise<{ amount: number; balance: number }>;
  /**
   * The seat of this player at this machine, if it is connected or within its grace; null: none.
   * @throws AppError NotFound where no process runs the machine, ServiceUnavailable
   */
  seatOf(playerId: number, machineId: number): Promise<{ sessionId: string; epoch: number } | null>;
}

/** What everybody may know of a machine that this process runs. */
export interface RunningMachine {
  id: number;
  brand: number;
  status: MachineStatus;
  /** Epoch of its lease. */
  lease: number;
  /** The game program, as the driver names it. */
  game: string;
  /** Smallest bet, minor units. */
  minBet: number | null;
}

/** The machines that this process runs. */
export interface LocalFloor extends FloorService, TileService {
  /** Takes the leases and finishes what was open. Players are accepted afterwards. */
  start(): Promise<void>;
  /** Gives the leases back, so that another process takes them at once. */
  stop(): Promise<void>;
  /** For video: the seat of this player at this machine, if it is connected or within its grace. */
  seated(playerId: number, machineId: number): { sessionId: string; epoch: number } | null;
  /** Where the machine's picture comes from; null if this process does not run the machine. */
  source(machineId: number): VideoSource | null;
  /** Somebody has a session at the machine. */
  inPlay(machineId: number): boolean;
  running(): RunningMachine[];
  /** Null if this process does not run it. */
  runs(machineId: number): RunningMachine | null;
  /** This process runs the machine: it holds the lease and has opened the host. */
  knows(machineId: number): boolean;
  /** How much this process does. */
  load(): { machines: number; seats: number };
  /** Gives this machine to another process, as if it had to drain: its session goes on there. */
  handOver(machineId: number): Promise<void>;
  /** During a drain: resolves once this process runs no machine, or no other process could take those that it runs. */
  drained(): Promise<void>;
  /** An operator has added or changed the machine, or has requested something of it. */
  reload(machineId: number): Promise<void>;
  /** Notifications of changes may be lost: reads all machines again. */
  reloadAll(): void;
}
