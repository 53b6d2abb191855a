/** Schemas that several calls and messages share. Money is always whole minor units. */
import * as z from "zod/mini";

/** The largest integer of the database. */
export const MAX_ID = 2 ** 31 - 1;
/** Row ids: players, brands, machines, jackpots, events and notes. */
export const Id = z.int().check(z.positive(), z.maximum(MAX_ID));
/** Row id of a chat message: a bigint. */
export const MessageId = z.int().check(z.positive(), z.maximum(Number.MAX_SAFE_INTEGER));
/** An amount or a balance: whole minor units, never negative. */
export const Money = z.int().check(z.nonnegative(), z.maximum(Number.MAX_SAFE_INTEGER));
/** Decimals of the minor unit: a hundredth in every supported currency. */
export const MINOR_DIGITS = 2;
/** 250000 → "2500.00". @param minor whole minor units, negative allowed */
export function majorUnits(minor: number): string {
  const digits = Math.abs(minor)
    .toString()
    .padStart(MINOR_DIGITS + 1, "0");
  return `${minor < 0 ? "-" : ""}${digits.slice(0, -MINOR_DIGITS)}.${digits.slice(-MINOR_DIGITS)}`;
}
/** A sum that may be below zero, such as the net of a session. */
export const SignedMoney = z.int();
/** An amount that a player asks to transfer. The ledger sets the maximum. */
export const MAX_TRANSFER = 1_000_000_000_000;
export const TransferAmount = z.int().check(z.positive(), z.maximum(MAX_TRANSFER));
/** Created by the client before the request; a repeated id gets the first answer. */
export const TransferId = z.uuid();
/** ISO 8601, UTC. */
export const Timestamp = z.iso.datetime();

export const MACHINE_STATUSES = [
  "available",
  "waiting",
  "playing",
  "bonus",
  "cashout",
  "error",
  "offline",
  "unknown",
] as const;
export type MachineStatus = (typeof MACHINE_STATUSES)[number];
/** A status that this version does not know is shown as "unknown" rather than refused. */
export const MachineStatusSchema = z.catch(z.enum(MACHINE_STATUSES), "unknown");

export const GAME_PHASES = ["idle", "spinning", "winToTake", "gamble", "bonus", "handPay"] as const;
/** Id of a player's session at a machine: visible ASCII. */
export const SessionId = z.string().check(z.regex(/^[!-~]{1,64}$/));

/** MIME types of the pictures that the house sends. */
export const VIDEO_CODECS: readonly string[] = ["video/H264"];

/** How wide, in CSS pixels, a page must show a simulated machine before it may come in 1280×720. */
export const LARGE_PICTURE_FROM = 800;
/** A place that is not wider than so many of its heights is for a tall picture. */
const TALL_PICTURE_BELOW = 1.65;
const WIDE_ASPECT = 16 / 9;
/** The forms in which the house draws a simulated machine. */
export const PICTURE_SIZES = ["standard", "large", "tall"] as const;
export type PictureSize = (typeof PICTURE_SIZES)[number];
/** Which form suits a page's place for the picture. CSS pixels; 0: not said. */
export function pictureSizeFor(width: number, height: number): PictureSize {
  if (height > 0 && width < TALL_PICTURE_BELOW * height) return "tall";
  return Math.min(width, height > 0 ? height * WIDE_ASPECT : width) > LARGE_PICTURE_FROM ? "large" : "standard";
}

export const VideoTypeSchema = z.enum(["screen", "camera"]);
export type VideoType = z.infer<typeof VideoTypeSchema>;

export const CONTROL_KINDS = [
  "denomination",
  "lines",
  "bet",
  "maxBet",
  "play",
  "takeWin",
  "gamble",
  "hold",
  "red",
  "black",
  "collect",
  "service",
] as const;
export const ControlSchema = z.object({
  /** Unique on its machine, e.g. "lines-20". */
  id: z.string().check(z.minLength(1), z.maxLength(40)),
  /** The label on the button: numbers and symbols, the same in every language. */
  label: z.string().check(z.maxLength(24)),
  /** The amount that the label is, minor units: the app writes it in the player's language. */
  amount: z.optional(Money),
  kind: z.catch(z.enum(CONTROL_KINDS), "service"),
  /** The lamp: a press has an effect now. */
  lit: z.boolean(),
  /** The letter printed on it, for the keyboard. */
  key: z.optional(z.string().check(z.maxLength(1))),
});
export type Control = z.infer<typeof ControlSchema>;
export const BandSchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(40)),
  name: z.string().check(z.maxLength(40)),
  Order: z.int(),
  controls: z.array(ControlSchema).check(z.maxLength(32)),
});
/** One row of a machine's button deck. */
export type Band = z.infer<typeof BandSchema>;

/** `until` is sent to the player alone for whom it is. */
export const ReservationSchema = z.object({ until: z.optional(Timestamp), mine: z.boolean() });
export const MachineSchema = z.object({
  id: Id,
  name: z.string(),
  status: MachineStatusSchema,
  brand: z.union([z.string(), z.object({ id: z.optional(Id), name: z.string() })]),
  image: z.optional(z.nullable(z.string())),
  reservation: z.optional(z.nullable(ReservationSchema)),
  /** It paid a single win of at least the hot flag limit within the last 24 hours. */
  hot: z.optional(z.boolean()),
  videoType: z.optional(VideoTypeSchema),
  /** Smallest bet of a game, minor units. */
  minBet: z.optional(Money),
  /** Key of the game that it plays, e.g. "classic". */
  game: z.optional(z.string()),
  bands: z.optional(z.array(BandSchema)),
  /** Of the status: rises with each change. Of two answers the one with the higher version is newer. */
  version: z.optional(z.int()),
});
export type Machine = z.infer<typeof MachineSchema>;

/** Machines that a player may mark as favourites. */
export const MAX_FAVOURITES = 200;
/** Machines of one page of the list. */
export const MAX_MACHINE_PAGE = 1_000;

export const BrandSchema = z.object({
  id: Id,
  name: z.string(),
  image: z.optional(z.nullable(z.string())),
  /** Comma-separated ids of its progressive jackpots, "" for none. */
  jackpot: z._default(z.string(), ""),
  machineCount: z._default(z.int(), 0),
  /** Machines that can be joined now. */
  freeCount: z.optional(z.int()),
});
export type Brand = z.infer<typeof BrandSchema>;
export const BrandLobbySchema = z.extend(BrandSchema, { machines: z.array(MachineSchema) });
export type BrandLobby = z.infer<typeof BrandLobbySchema>;

export const JackpotSchema = z.object({ id: Id, name: z.string(), amount: Money });
export type Jackpot = z.infer<typeof JackpotSchema>;

export const IceServerSchema = z.object({
  urls: z.union([z.string(), z.array(z.string())]),
  username: z.optional(z.string()),
  credential: z.optional(z.string()),
});
export type IceServer = z.infer<typeof IceServerSchema>;
/** Whether an entry names a server: a browser refuses a connection with an empty address. */
export const namesServer = ({ urls }: IceServer): boolean => urls !== "" && urls.length > 0;

/** Amount action types of an operation. Any other code has an empty label. */
export const OPERATION = { deposit: 1, withdraw: 2, cashIn: 3, cashOut: 4, handPay: 5, jackpot: 6 } as const;
/** The origin of an operation without a machine; otherwise the origin is the machine's name. */
export const OPERATION_FROM = ["house", "promotions", "jackpot"] as const;
/**
 * Tags of operations that the house's own parts write; any other is an operator's word or a jackpot's name. `checking`: money of
 * a transfer that is being checked.
 */
export const OPERATION_TAGS = ["demo", "operator", "correction", "bonus", "discount", "checking"] as const;
/** Permission ids. */
export const PERMISSION = { play: 145, kick: 146 } as const;
export const LOG_TYPES = [
  "LOGIN_FAIL",
  "LOGIN_NOT_ALLOWED",
  "LOGIN_SUCCESS",
  "LOGIN_CHECK_FAIL",
  "LOGIN_CHECK_SUCCESS",
  "LOGOUT_SUCCESS",
  "CHANGED_PASSWORD",
  "TEMPORARY_BLOCKED",
  "KICKED_PLAYER",
  // beyond the specification's own
  "CHANGED_PIN",
  "PIN_FAIL",
  "LIMIT_CHANGED",
  "REALITY_CHECK_CHANGED",
  "BREAK_TAKEN",
  "SELF_EXCLUDED",
  "LIMIT_DECLINED",
] as const;
export type LogType = (typeof LOG_TYPES)[number];
