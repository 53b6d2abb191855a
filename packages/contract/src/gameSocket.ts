/** The socket of a seat at a machine: its requests and notifications. */
import * as z from "zod/mini";
import {
  BandSchema,
  GAME_PHASES,
  IceServerSchema,
  Id,
  MachineStatusSchema,
  Money,
  SessionId,
  Timestamp,
  TransferAmount,
  TransferId,
  VideoTypeSchema,
} from "./entities.ts";
import { ErrorParams } from "./errors.ts";
import { PlayRules } from "./playRules.ts";
import { COMMON_REQUESTS } from "./rpc.ts";

export const SEAT_STATES = ["waiting", "playing", "winToTake", "bonus", "cashout", "held", "error", "closed"] as const;
export type SeatState = (typeof SEAT_STATES)[number];

const Controls = z.record(z.string(), z.boolean());
/** All meters; `meters` notifications carry any subset of it, and always `seq`. */
export const MetersState = z.object({
  seq: z.int(),
  credit: Money,
  bet: Money,
  win: Money,
  status: MachineStatusSchema,
  phase: z.catch(z.enum(GAME_PHASES), "idle"),
  freeSpins: z.int(),
  controls: Controls,
  /** The control chosen in each band. */
  selects: z._default(z.record(z.string(), z.string()), {}),
  /**
   * What stands on each reel, from top to bottom, as pictures of the rules are named; null: the reels turn, or are not in
   * sight. Absent: the machine does not report it.
   */
  symbols: z.optional(
    z.nullable(z.array(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10))).check(z.maxLength(10))),
  ),
  /** Net result of this session so far: wins less bets. */
  net: z.optional(z.int()),
  /** The player's money under review, from whatever machine; 0 once there is none. Absent: none, or not known here. */
  suspense: z.optional(Money),
});
export type MetersState = z.infer<typeof MetersState>;

/** How long a machine counts a win up on its glass, ms: the app's WIN rises over the same time. Amounts: minor units. */
export const winCountMs = (from: number, to: number): number =>
  to <= from ? 0 : Math.min(2_500, 400 + (to - from) / 20);

/** Ms since 1970 by the clock of the process that has the socket, which its heartbeats show. */
const PressTime = z.number();

export const Crop = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
/** Where each part of a machine is in its picture, in parts of its width and height. */
const PictureParts = z.object({
  /** Width by height of the picture that this describes: a machine may come in several shapes. */
  aspect: z.number(),
  /** What must be in sight. What is around it may be left out. */
  glass: Crop,
  /** Each reel, from left to right. */
  reels: z.array(Crop),
  /** The machine's own figures and buttons, which an app that shows them itself may leave out; null: not in the picture. */
  meters: z.nullable(Crop),
  deck: z.nullable(Crop),
  /** Where a control is. One may be in the picture twice. */
  controls: z.array(z.extend(Crop, { control: z.string() })),
});
export type PictureParts = z.infer<typeof PictureParts>;
export const GameInit = z.object({
  machineID: Id,
  token: z.string().check(z.minLength(1), z.maxLength(4096)),
  /**
   * The session to resume after a lost connection. If it has ended, no new session begins: SessionTerminated has Params
   * {reason, amount}, where `amount` is what its end paid into the wallet, if known.
   */
  sessionId: z.optional(SessionId),
  /**
   * A deposit of that session whose answer was lost: Params of SessionTerminated then have its result as `deposited`
   * (0: failed).
   */
  transferId: z.optional(TransferId),
});
export const GameInitAnswer = z.object({
  session: z.object({ id: z.string(), startedAt: Timestamp, state: z.enum(SEAT_STATES), resumed: z.boolean() }),
  machine: z.object({
    id: Id,
    name: z.string(),
    brand: z.union([z.string(), z.object({ id: z.optional(Id), name: z.string() })]),
    videoType: VideoTypeSchema,
    bands: z.array(BandSchema),
    /** The reels within the picture, in parts of its width and height. */
    crop: z.optional(z.nullable(Crop)),
    /** The machine's glass within the picture: an app that needs room leaves out what is around it. Absent: all of it. */
    glass: z.optional(z.nullable(Crop)),
    /** By the shape of the picture. Absent or empty, as for most cameras: all of it is shown. */
    parts: z.optional(z.array(PictureParts)),
    /** The machine's picture in the lobby. */
    image: z.optional(z.nullable(z.string())),
    /** Whether the machine's game has free spins. Absent: not known. */
    hasFreeSpins: z.optional(z.boolean()),
  }),
  meters: MetersState,
  limits: z.object({
    depositSeconds: z.int(),
    idleSeconds: z.int(),
    maxAllIn: Money,
    /** Least amount that may be moved to this machine at once. Absent: any. */
    leastDeposit: z.optional(Money),
    /** Minutes between reality checks, as the player has set them. */
    realityCheckMinutes: z.optional(z.nullable(z.int())),
  }),
  video: z.object({ url: z.string(), iceServers: z.array(IceServerSchema) }),
  balance: z.optional(Money),
  /** The transfer that was pending when the player reconnected. */
  transfer: z.optional(
    z.nullable(z.object({ transferId: z.string(), kind: z.enum(["cashin", "cashout"]), amount: z.nullable(Money) })),
  ),
  now: z.optional(Timestamp),
  /**
   * `at` of the last press of this session that the machine accepted; null: it has accepted none. Absent: not known. So a
   * client knows what became of a press whose answer it has lost.
   */
  lastPress: z.optional(z.nullable(PressTime)),
  /** What the client must show or hide at this seat. A rule that is left out is as in the profile "none". */
  playRules: z.optional(z.partial(PlayRules)),
});
export type GameInitAnswer = z.infer<typeof GameInitAnswer>;

export const CashInAnswer = z.object({ transferId: z.string(), credit: Money, balance: Money });
export const CashOutAnswer = z.object({ amount: Money, credit: Money, balance: Money });

export const INFO_ACTIONS = [
  "SESSION_CLOSE_WARNING",
  "SESSION_CLOSE_CANCELLED",
  "QUIT_REQUEST",
  "CLOSE_SESSION",
  "TAKE_WIN",
  "HAND_PAY",
  "HAND_PAID",
  "OUT_OF_ORDER",
  "MACHINE_OFFLINE",
  "MACHINE_BACK",
  "JACKPOT",
  "VIDEO_RESTARTED",
  "LIMIT_REACHED",
  "LIMIT_NEAR",
] as const;
/** `params.reason` of CLOSE_SESSION and of SessionTerminated: why a session ended. */
export const END_REASONS = [
  "deposit",
  "idle",
  "held",
  "banned",
  "outOfOrder",
  "cancel",
  "leave",
  "limit",
  "break",
  "excluded",
  "kick",
  /** Money of the player is under review: `params.amount`. */
  "checking",
] as const;
export type EndReason = (typeof END_REASONS)[number];
export const Info = z.object({
  code: z.union([z.string(), z.number()]),
  params: z._default(ErrorParams, {}),
  message: z._default(z.string(), ""),
  /** One of INFO_ACTIONS; others are shown as a message. */
  action: z._default(z.string(), ""),
});
export type Info = z.infer<typeof Info>;
export const TransferPush = z.object({
  transferId: z.string(),
  kind: z.enum(["cashin", "cashout"]),
  state: z.enum(["pending", "done", "failed"]),
  amount: Money,
  /** The reason of a failure. */
  code: z.optional(z.number()),
});
export type TransferPush = z.infer<typeof TransferPush>;

/** Limits of `init` that the player has changed since, for example in another tab. */
export const LimitsPush = z.object({ realityCheckMinutes: z.nullable(z.int()) });
export type LimitsPush = z.infer<typeof LimitsPush>;

const MAX_AUTOPLAY_GAMES = 100;
export const AutoplayOptions = z.object({
  games: z.int().check(z.positive(), z.maximum(MAX_AUTOPLAY_GAMES)),
  /** What its games may lose, bets less wins; minor units. */
  lossLimit: TransferAmount,
});
export type AutoplayOptions = z.infer<typeof AutoplayOptions>;
/** Why the server has ended autoplay. */
export const AUTOPLAY_ENDS = ["games", "lossLimit", "rules"] as const;
export type AutoplayEnd = (typeof AUTOPLAY_ENDS)[number];
export const AutoplayPush = z.object({
  /** Games that may still be started. */
  remaining: z.int(),
  /** One of AUTOPLAY_ENDS once it is over. */
  ended: z.optional(z.string()),
});
export type AutoplayPush = z.infer<typeof AutoplayPush>;

export const GAME_SOCKET = {
  name: "game",
  requests: {
    init: { params: GameInit, result: GameInitAnswer },
    /** `sessionId`: the session of the request. In another session it is refused (SessionTerminated). */
    cashin: {
      params: z.object({ amount: TransferAmount, transferId: TransferId, sessionId: z.optional(SessionId) }),
      result: CashInAnswer,
    },
    press: {
      /**
       * `seq` rises with every press of a connection: a repeated one gets the first answer. A press is executed at once
       * or not at all, and is never retried.
       *
       * `at`: when it was made, by the server's clock as the heartbeats show it. One that is older than the setting
       * `pressMaxAgeMs` when it reaches the machine is refused (PressTooLate); so is one that is more than a second in the
       * future. Without `at` it counts as made when the server sent the last ping (of WebSocket, every second) that the client
       * has answered before it, or the answer to `init`.
       */
      params: z.object({
        control: z.string().check(z.minLength(1), z.maxLength(40)),
        seq: z.optional(z.int().check(z.nonnegative())),
        /** By autoplay, which must have been declared. */
        auto: z.optional(z.boolean()),
        at: z.optional(PressTime),
      }),
      result: z.object({ at: z.number() }),
    },
    /**
     * The player is there without pressing (types an amount, or wants to go on): the time until the seat is given back is
     * extended, within bounds that the server decides. SESSION_CLOSE_CANCELLED follows where a countdown ran.
     */
    stay: { params: z.object({}), result: z.object({}) },
    /**
     * Declares autoplay for this connection; without params, or with `{}`, it ends. The answer is what the rules of play
     * allow: null if there is none. The server counts its games and losses and ends it by itself.
     */
    autoplay: {
      params: z.union([AutoplayOptions, z.strictObject({})]),
      result: z.object({ autoplay: z.nullable(AutoplayOptions) }),
    },
    cashout: { params: z.object({ transferId: z.optional(TransferId) }), result: CashOutAnswer },
    leave: { params: z.object({}), result: z.object({ amount: Money }) },
    /**
     * How the picture is, for the operator's metrics: after its first frame, then every `videoReportEveryMs`; what comes sooner is
     * ignored. `freezes` counts from the start of the picture. null: not known to the browser.
     */
    video: {
      params: z.object({
        firstFrameMs: z.number().check(z.gte(0), z.lte(60_000)),
        freezes: z.int().check(z.nonnegative()),
        packetLoss: z.nullable(z.number().check(z.gte(0), z.lte(1))),
        rttMs: z.nullable(z.number().check(z.gte(0), z.lte(60_000))),
      }),
      result: z.object({}),
    },
    ...COMMON_REQUESTS,
    /** The client's answer to the notification of that name. It is sent without an id, so it gets no answer itself. */
    heartbeat: { params: z.object({}), result: z.object({}) },
  },
  notifications: {
    /**
     * Every second while the seat is held; `at`: when it was sent, by the server's clock. A server that sends none is not
     * expected to.
     */
    heartbeat: z.object({ at: z.optional(PressTime) }),
    info: Info,
    meters: z.extend(z.partial(MetersState), { seq: z.int() }),
    transfer: TransferPush,
    limits: LimitsPush,
    /** How many games are left, after each start and at the end. */
    autoplay: AutoplayPush,
    /** All rules of `init`, when the operator has changed one. */
    playRules: z.partial(PlayRules),
  },
} as const;
