/** The words of the floor: what the edge may ask of it. */
import type {
  Brand,
  BrandLobby,
  CashInAnswer,
  CashOutAnswer,
  GameInitAnswer,
  Machine,
  OpenSession,
} from "@reelcast/contract";
import type { VideoSource } from "@reelcast/machine";
import type { output } from "zod/mini";

/** What somebody who is seated may still do by the limits that they have set: figures to go on with between two reads. */
export interface Allowance {
  /** Loss limits, each with bets less wins of its period, as far as games are recorded. */
  loss: { limit: number; net: number; resetsAt: number }[];
  /** When a time limit is reached if the session goes on, and until when play is then over. */
  time: { endsAt: number; until: number }[];
  /** How often the player wants to be told of time and money. */
  realityCheckMinutes: number | null;
  /** The player may not play at all any more: the session is to end. */
  barred: "break" | "excluded" | null;
  /** From here on the figures are others. */
  validUntil: number;
}

/**
 * What may keep players from play, asked before a seat is given and before money goes to a machine. Answers come from
 * the database, so that they hold whatever other processes do. Two cash-ins can't both pass: a player sits at one
 * machine, and its host handles one thing at a time.
 */
export interface PlayPolicy {
  /** @throws AppError LossLimitReached, TimeLimitReached, OnBreak, SelfExcluded */
  mayJoin(playerId: number): Promise<void>;
  /** @throws AppError DepositLimitReached, LossLimitReached, OnBreak, SelfExcluded */
  mayCashIn(playerId: number, amount: number): Promise<void>;
  /** Read at join and resume, and again when it is told or known that something has changed. */
  allowance(playerId: number): Promise<Allowance>;
}

export interface SitRequest {
  playerId: number;
  machineId: number;
  ip: string;
  tokenId: string;
  /** The session that the player comes back to; once it is over there is no other one instead. */
  sessionId?: string | undefined;
  /** A deposit of that session whose answer was lost. */
  clientTransferId?: string | undefined;
}

/**
 * One connection's hold on a seat. When another connection takes the seat, this one's commands are refused
 * (SeatTakenOver).
 */
export interface SeatConnection {
  sessionId: string;
  /** Rises with each connection of the session. */
  epoch: number;
  init: Omit<GameInitAnswer, "video">;
  /**
   * @param sequence rises with each press of this connection, where the client numbers them: an older one is refused
   * @throws AppError PressRefused, EarlierTransferPending, InsufficientCredit, MachineOffline, MachineOutOfOrder,
   * SeatTakenOver, NotSeated, ServiceUnavailable, LossLimitReached, BetExceedsLossLimit
   */
  press(control: string, sequence?: number): Promise<{ at: number }>;
  /**
   * Of another session, it is answered where it was carried out, and else refused (SessionTerminated).
   * @throws AppError GameInProgress, EarlierTransferPending, AmountOutOfRange, InsufficientBalance, TransferRefused,
   * TransferInDoubt, TransferIdReused, SessionTerminated, DepositLimitReached, LossLimitReached
   */
  cashIn(request: {
    amount: number;
    clientTransferId: string;
    sessionId?: string | undefined;
  }): Promise<output<typeof CashInAnswer>>;
  cashOut(request: { clientTransferId?: string | undefined }): Promise<output<typeof CashOutAnswer>>;
  /** Resolves once the credit is in the wallet and the session has ended, regardless of duration and cause. */
  leave(): Promise<{ amount: number }>;
  disconnected(): void;
}

export interface Floor {
  /** Takes the leases, and finishes what was open, before it takes players. */
  start(): Promise<void>;
  /** Gives the leases back, so that another process takes them at once. */
  stop(): Promise<void>;
  brands(): Promise<Brand[]>;
  /** @throws AppError NotFound */
  brandLobby(playerId: number, brandId: number): Promise<BrandLobby>;
  machines(playerId: number): Promise<Machine[]>;
  openSession(playerId: number): Promise<OpenSession | null>;
  /**
   * Joins, resumes or takes over.
   * @throws AppError MachineTaken, SessionElsewhere, MachineOutOfOrder, MachineOffline, MachineReserved, BalanceEmpty,
   * NotFound, SessionTerminated (the session to come back to is over), LossLimitReached, TimeLimitReached, OnBreak,
   * SelfExcluded
   */
  sit(request: SitRequest): Promise<SeatConnection>;
  /** Answers with the machine's name. @throws AppError NotPermitted, NoOpenSession */
  kick(request: {
    playerId: number;
    machineId: number;
    ip: string;
    mayKickOthers: boolean;
  }): Promise<{ machine: string }>;
  cancel(request: { playerId: number; machineId: number; ip: string }): Promise<{ amount: number; balance: number }>;
  /** For video: the seat that this player holds here, its connection being there or within its grace. */
  seated(playerId: number, machineId: number): { sessionId: string; epoch: number } | null;
  source(machineId: number): VideoSource | null;
  knows(machineId: number): boolean;
  /** A machine was added or changed by an operator, or something is asked of it. */
  reload(machineId: number): Promise<void>;
}
