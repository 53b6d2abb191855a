/**
 * The interface of any machine, real or simulated. The floor uses machines only through it, and does not know their
 * kind.
 *
 * The ideas are those of SAS 6.03, the Slot Accounting System of real cabinets: meters that only rise, exceptions
 * (here: events) for what happens at the machine, and AFT (Advanced Funds Transfer) for money, where each transfer has
 * an id and a lost answer is resolved by interrogation, never assumed. Two parts are not in SAS: it has no command for
 * presses and does not report lamps (the button deck needs lines of its own), and AFT interrogates by buffer index, not
 * by id (a driver keeps a journal of ids, epoch and high-water mark itself).
 *
 * Units: every amount is an integer of minor units (kuruş); every time is milliseconds since the epoch.
 */
import type { Band, VideoType } from "@reelcast/contract";
import type { DisplayState } from "./display.ts";
import type { GamePhase, Minor } from "./types.ts";

export type * from "./types.ts";

/** SAS long poll 1F (machine id and information): how the cabinet identifies itself. Does not change in operation. */
export interface MachineIdentity {
  /** The operator's asset number of the machine. */
  machineId: number;
  manufacturer: string;
  model: string;
  serial: string;
  /** The game program, e.g. "classic-sevens". */
  game: string;
  /** Theoretical return to player of that program, 0 … 1. */
  returnToPlayer: number;
  currency: string;
  /** Smallest bet of a game; null if the machine does not report it. */
  minBet: Minor | null;
  /** Whether that program has free spins. Absent: not known. */
  hasFreeSpins?: boolean;
  video: VideoDescription;
}

/** In parts of the picture's width and height. */
export interface PictureArea {
  x: number;
  y: number;
  width: number;
  height: number;
}
/** Where each part of the machine is in its picture: declared once, with what draws it or with its camera. */
export interface PictureParts {
  /** Width by height of the picture that this describes: a machine may come in several shapes. */
  aspect: number;
  /** What a player must see. What is around it may be left out on a small screen. */
  glass: PictureArea;
  /** Each reel, from left to right. */
  reels: PictureArea[];
  /** The machine's own figures, and its own buttons; null: not in the picture. An app that shows them itself may leave them out. */
  meters: PictureArea | null;
  deck: PictureArea | null;
  /** Where a control is in the picture. One may be there twice. */
  controls: (PictureArea & { control: string })[];
}
export interface VideoDescription {
  type: VideoType;
  width: number;
  height: number;
  frameRate: number;
  /** The reels within the picture, in parts of its width and height (0 … 1): what "cut screen" shows. */
  crop: PictureArea;
  /** The machine's glass within the picture: what a player must see. What is around it may be left out on a small screen. */
  glass?: PictureArea;
  /** By the shape of the picture. Absent, as for most cameras: all of the picture is shown. */
  parts?: PictureParts[];
}

/** SAS general poll / long poll 6F condensed: the state that changes during play. */
export interface MachineState {
  online: boolean;
  /** The machine's own fault text ("reel 2 stalled"), or null. A tilted machine refuses presses. */
  tilt: string | null;
  doorOpen: boolean;
  /** AFT lock: presses are refused while a transfer is under way (long poll 74). */
  locked: boolean;
  phase: GamePhase;
  credit: Minor;
  bet: Minor;
  /** The win on the glass: counted up, or waiting to be taken. */
  win: Minor;
  /** Free spins left, the running one included; 0 outside a bonus. */
  freeSpins: number;
  /** Lamps: true if a press of the control has an effect now. */
  controls: Record<string, boolean>;
  /** The control chosen in each selecting band. */
  selects: Record<string, string>;
  /** Total bet of the next game at the current selection. */
  nextBet: Minor;
  /**
   * What stands on each reel, from top to bottom, named as in the outcome of a game; null: the reels turn, or are not in sight.
   * Absent: the machine does not report it.
   */
  symbols?: string[][] | null;
}

/** SAS meters (long polls 0F, 19, 6F): they only rise, and survive a restart. `credit` is the exception. */
export interface Meters {
  coinIn: Minor;
  coinOut: Minor;
  /** AFT in and out, cumulative. credit = transferredIn + coinOut − coinIn − transferredOut − handPaid, always. */
  transferredIn: Minor;
  transferredOut: Minor;
  /** Wins paid by hand, not to the credit meter. Part of coinOut. */
  handPaid: Minor;
  jackpots: Minor;
  gamesPlayed: number;
  freeGamesPlayed: number;
  credit: Minor;
}

/** A press of the deck. A machine never executes one twice or late, and a driver never retries one. */
export interface PressCommand {
  control: string;
  /** From 1, rises with each press under one epoch: one that is not above the last is refused as "repeated". */
  sequence: number;
  /** Milliseconds from the call within which the machine must have begun it; later it is refused as "expired". */
  ttlMs: number;
}
export type PressAnswer = { accepted: true; at: number } | { accepted: false; reason: PressRefusal };
export type PressRefusal =
  | "notLit"
  | "locked"
  | "tilt"
  | "offline"
  | "unknownControl"
  | "lowCredit"
  | "expired"
  | "repeated";

/**
 * The answer to a transfer or an interrogation (SAS 6.03 §8, AFT: transfer status codes 00, 40, 80 … FF). `moved` is
 * the amount that the machine moved, ≤ the requested amount. `duplicate` marks the stored answer to a repeated id:
 * money moved once, at the first request. "pending": the machine has no answer yet, or no longer stores it, because too
 * many transfers followed. It moves nothing.
 */
export type TransferAnswer =
  | { status: "done"; transferId: string; moved: Minor; credit: Minor; duplicate: boolean }
  | { status: "refused"; transferId: string; reason: TransferRefusal; credit: Minor }
  | { status: "pending"; transferId: string };
export type TransferRefusal =
  | "notLocked"
  | "gameInProgress"
  | "overLimit"
  | "tilt"
  | "notEnoughCredit"
  | "badAmount"
  | "busy"
  /** Its number is not above the machine's high-water mark, and no answer to its id is stored. */
  | "superseded";

/**
 * `notFound`: this id has not moved money and never will, because its number is at or below the high-water mark now.
 */
export type InterrogateAnswer = TransferAnswer | { status: "notFound"; transferId: string };

export interface TransferRequest {
  transferId: string;
  /**
   * From 1, rises with every transfer of this machine across owners. An executed transfer and an interrogation raise
   * the machine's high-water mark to their number.
   */
  number: number;
  /** For a transfer out: the amount, or null for all credit. */
  amount: Minor | null;
}

/** Meters after a game, as far as its record covers them. */
export type GameMeters = Pick<Meters, "coinIn" | "coinOut" | "handPaid" | "credit">;

/** One finished game, for the ledger and the history. Unique by `gameNumber` (= gamesPlayed after it). */
export interface GameResult {
  gameNumber: number;
  free: boolean;
  bet: Minor;
  win: Minor;
  /** Part of `win` paid by hand. */
  handPay: Minor;
  credit: Minor;
  startedAt: number;
  endedAt: number;
  /** Null, or absent, if the machine does not report them with a game. */
  meters?: GameMeters | null;
  /**
   * The outcome, for disputes and for the player's list of games: stops, lines, features. Plain JSON; null if the machine does
   * not report it. The app draws `symbols` (names of pictures, by reel from top to bottom) and marks the `rows` of `wins`.
   */
  detail: unknown;
}

/** SAS exceptions (general poll), by name. */
export type MachineEvent =
  | { type: "state"; state: MachineState } // something in the state changed: the new state, whole
  | { type: "gameStart"; gameNumber: number; bet: Minor; free: boolean } // 7E
  | { type: "gameEnd"; result: GameResult } // 7F
  | { type: "winToTake"; win: Minor }
  | { type: "winTaken"; win: Minor }
  | { type: "bonusStart"; freeSpins: number }
  | { type: "bonusEnd"; win: Minor }
  | { type: "handPay"; amount: Minor } // 51
  | { type: "handPayReset"; amount: Minor } // 52
  | { type: "tilt"; reason: string }
  | { type: "tiltCleared" }
  | { type: "door"; open: boolean } // 11, 12
  | { type: "offline" }
  | { type: "online" };

/** The machine could not be reached, or its answer was lost. The command may or may not have been executed. */
export class MachineUnreachable extends Error {
  override name = "MachineUnreachable";
}

/**
 * The machine has received a higher epoch than the one of this command: another process owns it now. Final: never
 * retried.
 */
export class MachineFenced extends Error {
  override name = "MachineFenced";
}

/**
 * Every command that uses the connection may throw MachineFenced after a hello with a higher epoch. Before its own
 * hello a driver is offline, and its commands throw MachineUnreachable. Once it is fenced it stays offline.
 */
export interface MachineDriver {
  readonly machineId: number;
  /**
   * The first command of an owner: the machine stores the highest epoch that it has received, durably, and from then on
   * refuses commands of lower epochs, including those in progress. All later commands of this driver carry this epoch.
   * @param epoch fencing token of the lease @throws MachineFenced, MachineUnreachable
   */
  hello(epoch: number): Promise<void>;
  identify(): Promise<MachineIdentity>;
  /** The last known state, at once, without a round trip. */
  state(): MachineState;
  /** The deck, in `Order`. Lamps are those of `state()`. */
  bands(): Band[];
  /** @throws MachineUnreachable */
  meters(): Promise<Meters>;
  /**
   * Resolves once the machine has accepted the press (durably, if money moves), not when the game ends. @throws
   * MachineUnreachable
   */
  press(command: PressCommand): Promise<PressAnswer>;
  /**
   * Credit from the wallet to the machine. Needs the lock. The same id again gives the first answer.
   * @throws MachineUnreachable
   */
  transferIn(request: TransferRequest): Promise<TransferAnswer>;
  /** Credit from the machine to the wallet. Needs the lock and an idle game. @throws MachineUnreachable */
  transferOut(request: TransferRequest): Promise<TransferAnswer>;
  /**
   * The result of that id. Never moves money, and raises the high-water mark to `number`, so that "notFound" stays
   * true. AFT has no such command: its interrogation (long poll 72, codes FE and FF) is by buffer index, and its
   * history holds successful transfers only, so a driver for it looks the id up in a journal of its own first.
   * @throws MachineUnreachable
   */
  interrogate(request: Pick<TransferRequest, "transferId" | "number">): Promise<InterrogateAnswer>;
  /**
   * AFT lock: granted (true) when no game is in progress; released by `unlock`, or automatically after `timeoutMs`.
   * @throws MachineUnreachable
   */
  lock(timeoutMs: number): Promise<boolean>;
  unlock(): Promise<void>;
  /**
   * Attendant's key: pays a hand pay that waits (it goes to `handPaid`; the server credits the player).
   * @throws MachineUnreachable
   */
  resetHandPay(): Promise<void>;
  /**
   * Finished games with a higher number, oldest first, as far as the machine stores them: for a server that missed
   * some. @throws MachineUnreachable
   */
  gamesSince(gameNumber: number): Promise<GameResult[]>;
  /** Events from now on. Returns the function that ends the subscription. Listeners never block the machine. */
  subscribe(listener: (event: MachineEvent) => void): () => void;
  /** The source of the picture. */
  video(): VideoSource;
  /** Ends timers and connections; state is kept. */
  close(): Promise<void>;
}

/**
 * A drawn machine gives display states to the media process, from which both its picture and its sound are made; any
 * other names the WHEP address of its camera, whose stream includes the camera's audio.
 */
export type VideoSource =
  | { kind: "drawn"; display(): DisplayState; subscribe(listener: (display: DisplayState) => void): () => void }
  | { kind: "whep"; url: string };
