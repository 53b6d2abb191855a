/**
 * A REST call: method, path below `apiBase` (or from the site root), who may make it, and the schemas of its parameters
 * and its answer. The server routes by these, the app calls by these, and OpenAPI is generated from them. This file has
 * the calls from login to game. Calls of single screens are in tables of their own, which load with those screens.
 */
import * as z from "zod/mini";
import { ErrorCode } from "./errors.ts";
import { isPlainLine, isPlainText } from "./visible.ts";
import {
  BrandLobbySchema,
  BrandSchema,
  GAME_PHASES,
  Id,
  JackpotSchema,
  MAX_ID,
  MachineSchema,
  MachineStatusSchema,
  Money,
  SessionId,
  Timestamp,
} from "./entities.ts";
import { Settings } from "./settings.ts";

/** What every call has, of players and of staff. */
export interface CallShape {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** With `:params`, below the API base. */
  path: string;
  summary: string;
  tag: string;
  /** Pages poll it without user action: it does not count as activity of the player. */
  polled?: true;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** Absent: 204, or a file. */
  answer?: z.ZodMiniType;
  /**
   * Content type of a file that is streamed instead of an answer in JSON. Of a text (in UTF-8) X-Total-Count is the number of
   * its rows.
   */
  file?: string;
  /**
   * Error codes that it may answer, besides AddressNotPermitted, InvalidRequest, TextNotStorable, TokenInvalid, TooManyRequests and
   * InternalError.
   */
  errors?: readonly number[];
}
/** A call of players, of an operator's own server, or of anybody. */
export interface Call extends CallShape {
  root?: "site" | "api";
  /** player: a valid token; operator: an operator's key in its place; none: anybody. */
  auth: "player" | "operator" | "none";
  /** The specification says GET, although the call moves money. POST is accepted too, and is preferred. */
  alsoPost?: boolean;
}

/** Text of at most `max` characters. */
export const text = (max: number) => z.string().check(z.maxLength(max));
/** One line of at most `max` characters, without any that act on what shows them. */
export const plainLine = (max: number) =>
  z.string().check(
    z.maxLength(max),
    z.refine((value) => isPlainLine(value)),
  );
/** The same with line feeds. */
export const plainText = (max: number) =>
  z.string().check(
    z.maxLength(max),
    z.refine((value) => isPlainText(value)),
  );
const Empty = z.object({});

export const LoginUser = z.object({
  id: Id,
  type: z.string(),
  name: z.string(),
  lastname: z.string(),
  email: z.string(),
  username: z.string(),
  /** As the player wants to be called; "": not chosen. */
  displayName: z._default(z.string(), ""),
  /** Address of a picture of the player; "": there is none. */
  photoURL: z._default(z.string(), ""),
  shortcuts: z._default(z.array(z.string()), []),
});
/** The answer to login and to validate. */
export const LoginAnswer = z.object({
  token: z.string().check(z.minLength(1)),
  pin_code: z.optional(z.string()),
  ip_address: z.string(),
  versions: z.string(),
  last_logon: z.optional(z.nullable(Timestamp)),
  last_logon_ip: z.optional(z.nullable(z.string())),
  Permissions: z.array(z.object({ PermissionId: z.int() })),
  Group: z.string(),
  password_expired: z.optional(z.boolean()),
  user: LoginUser,
});
export type LoginAnswer = z.infer<typeof LoginAnswer>;

export const LoginBody = z.object({
  username: text(254).check(z.minLength(4)),
  password: text(200).check(z.minLength(4)),
  site_id: z.int(),
});
export type LoginBody = z.infer<typeof LoginBody>;

/** Answer of a promotion call that was granted: `status` 1. A refusal is an error of the catalogue. */
export const PromotionAnswer = z.object({
  status: z.int(),
  code: z.number(),
  Params: z.object({ amount: z.optional(Money), seconds: z.optional(z.int()) }),
  ErrorMessage: z.string(),
});
export type PromotionAnswer = z.infer<typeof PromotionAnswer>;

/** Promotions that can be claimed, and when. `amount` null: not known before the claim. */
export const PROMOTIONS = ["discount", "bonus", "weekly"] as const;
export type PromotionKind = (typeof PROMOTIONS)[number];
export const PromotionState = z.object({
  kind: z.enum(PROMOTIONS),
  /** A claim now would be granted. */
  eligible: z.boolean(),
  amount: z.nullable(Money),
  /** Seconds until the next claim may be made; 0: now. */
  waitSeconds: z.int(),
  /** The error code that a claim would answer now, if it would be refused. */
  code: z.optional(z.number()),
});
export type PromotionState = z.infer<typeof PromotionState>;

/** The open session of the player: the machine, and what waits there. */
export const OpenSession = z.object({
  status: z.literal("show"),
  name: z.string(),
  id: Id,
  machine_status: MachineStatusSchema,
  session: z.optional(SessionId),
  /** The player's money at the machine, minor units: its credit, and what a transfer is moving. */
  credit: z.optional(Money),
  /** A win that waits to be taken. It is not part of `credit`. */
  win: z.optional(Money),
  phase: z.optional(z.catch(z.enum(GAME_PHASES), "idle")),
});
export type OpenSession = z.infer<typeof OpenSession>;

/** What the kick cashed out, and the balance since; nothing for another player's seat. An older server answers 204. */
export const KickAnswer = z.optional(z.object({ amount: z.optional(Money), balance: z.optional(Money) }));

/**
 * `checking`: the amount of the player's money under review, not part of the balance. It can't be moved until the
 * review ends.
 */
export const BalanceAnswer = z.object({ balance: Money, checking: z._default(Money, 0) });
export type BalanceAnswer = z.infer<typeof BalanceAnswer>;

const MachineParam = z.object({ id: z.coerce.number().check(z.int(), z.positive(), z.maximum(MAX_ID)) });
const MachineBody = z.object({ machineId: Id });

/** Machines whose stills are wanted: ids, each with the version of the still that the client has, if it has one. */
const StillList = z.string().check(z.regex(/^\d{1,9}(:\d{1,16})?(,\d{1,9}(:\d{1,16})?){0,39}$/));
/** `image`: a data URL of a picture of the reels; absent where the client has that version. */
export const Still = z.object({ id: Id, version: z.int(), image: z.optional(z.string()) });
export type Still = z.infer<typeof Still>;
/** A picture of the reels of one machine, and when it is to be shown: ms after the first of its answer. */
export const LivingFrame = z.object({ afterMs: z.int(), version: z.int(), image: z.string() });
export type LivingFrame = z.infer<typeof LivingFrame>;
/** the sound of a machine: sine waves that fall off, and a burst of noise. */
export const MachineNote = z.object({
  /** Until it is as loud as it gets, seconds. */
  attack: z.number(),
  /** Of each wave: Hz, loudness 0 … 1, and the seconds in which it falls to 1/e. */
  tones: z.array(z.tuple([z.number(), z.number(), z.number()])),
  /** `band`: what passes the filter, Hz. It rises and falls within `seconds`. */
  noise: z.nullable(z.object({ gain: z.number(), band: z.tuple([z.number(), z.number()]), seconds: z.number() })),
});
export type MachineNote = z.infer<typeof MachineNote>;
/** When it is to be played: ms after the first picture of its answer, below 0 for one that was not in the answer before. */
export const LivingNote = z.extend(MachineNote, { afterMs: z.int() });
export type LivingNote = z.infer<typeof LivingNote>;
/** Pictures of a living card a second. */
export const LIVING_FRAMES_PER_SECOND = 5;

export const CALLS = {
  settings: {
    method: "GET",
    path: "/Settings.json",
    root: "site",
    auth: "none",
    tag: "start",
    summary: "External settings over the app's defaults",
    answer: Settings,
  },
  check: {
    method: "GET",
    path: "/check",
    root: "api",
    auth: "none",
    tag: "start",
    summary: "Is this address permitted?",
    answer: z.object({ status: z.int(), code: z.int(), ip: z.string(), country: z.string() }),
  },
  login: {
    method: "POST",
    path: "/login",
    auth: "none",
    tag: "account",
    summary: "Log in with username or e-mail",
    body: LoginBody,
    answer: LoginAnswer,
    errors: [
      ErrorCode.WrongCredentialsAttemptsLeft,
      ErrorCode.WrongCredentials,
      ErrorCode.AccountProtected,
      ErrorCode.AddressNotPermitted,
      ErrorCode.PlayerBanned,
      ErrorCode.PasswordLoginNotAllowed,
      ErrorCode.SiteNotServed,
      ErrorCode.OnBreak,
      ErrorCode.SelfExcluded,
    ],
  },
  validate: {
    method: "GET",
    path: "/validate",
    auth: "player",
    polled: true,
    tag: "account",
    summary: "The login answer again, with a fresh token",
    answer: LoginAnswer,
  },
  logout: {
    method: "POST",
    path: "/player/logout",
    auth: "player",
    tag: "account",
    summary: "End this token at the server",
    body: z.optional(Empty),
  },
  balance: {
    method: "GET",
    path: "/player/balance",
    auth: "player",
    polled: true,
    tag: "wallet",
    summary: "Balance in minor units, and what of the player's money is being checked",
    answer: BalanceAnswer,
  },
  password: {
    method: "POST",
    path: "/player/password",
    auth: "player",
    tag: "account",
    summary: "Change the password; other tokens end",
    body: z.object({ oldPassword: text(200), newPassword: text(200) }),
    answer: z.object({ token: z.string() }),
    errors: [ErrorCode.WrongOldPassword, ErrorCode.PasswordTooShort, ErrorCode.PasswordTooCommon],
  },
  ticket: {
    method: "POST",
    path: "/player/ticket",
    auth: "player",
    polled: true,
    tag: "account",
    summary: "A single-use token of 30 s for a socket's query string",
    body: z.optional(Empty),
    answer: z.object({ token: z.string() }),
  },
  pin: {
    method: "POST",
    path: "/player/pin",
    auth: "player",
    tag: "account",
    summary: "Check the PIN",
    body: z.object({ pin: text(12).check(z.minLength(4)) }),
    errors: [ErrorCode.WrongPin],
  },
  kick: {
    method: "POST",
    path: "/player/kick",
    auth: "player",
    tag: "play",
    summary: "Free a machine from another tab or device of the same player; its credit is cashed out",
    body: MachineBody,
    answer: KickAnswer,
    errors: [ErrorCode.NotPermitted, ErrorCode.TransferInDoubt, ErrorCode.NoOpenSession, ErrorCode.AmountUnderReview],
  },
  cancel: {
    method: "POST",
    path: "/player/cancel",
    auth: "player",
    tag: "play",
    summary: "Cash the open session out and end it",
    body: MachineBody,
    answer: z.object({ amount: Money, balance: Money }),
    errors: [ErrorCode.GameInProgress, ErrorCode.TransferInDoubt, ErrorCode.NoOpenSession, ErrorCode.AmountUnderReview],
  },
  discount: {
    method: "GET",
    path: "/player/discount",
    alsoPost: true,
    auth: "player",
    tag: "promotions",
    summary: "Claim the discount",
    answer: PromotionAnswer,
    errors: [
      ErrorCode.OriginNotAccepted,
      ErrorCode.BalanceTooHigh,
      ErrorCode.PromotionCooldown,
      ErrorCode.NothingToClaim,
    ],
  },
  bonus: {
    method: "GET",
    path: "/player/bonus",
    alsoPost: true,
    auth: "player",
    tag: "promotions",
    summary: "Claim the bonus",
    answer: PromotionAnswer,
    errors: [ErrorCode.OriginNotAccepted, ErrorCode.PromotionCooldown, ErrorCode.NothingToClaim],
  },
  weeklyBonus: {
    method: "GET",
    path: "/player/bonus/weekly",
    alsoPost: true,
    auth: "player",
    tag: "promotions",
    summary: "Claim the weekly bonus",
    answer: PromotionAnswer,
    errors: [ErrorCode.OriginNotAccepted, ErrorCode.NothingToClaim],
  },
  promotions: {
    method: "GET",
    path: "/player/promotions",
    auth: "player",
    polled: true,
    tag: "promotions",
    summary: "What can be claimed now, and when",
    answer: z.array(PromotionState),
  },
  brands: {
    method: "GET",
    path: "/machine/brands",
    auth: "player",
    polled: true,
    tag: "lobby",
    summary: "Brands",
    answer: z.array(BrandSchema),
  },
  machines: {
    method: "GET",
    path: "/machine/all",
    auth: "player",
    polled: true,
    tag: "lobby",
    summary:
      "Every machine; with `limit`, a page of them: the header X-Next-Cursor is the `cursor` of the next one, and absent " +
      "with the last",
    // All of its fields: lobby.ts.
    query: z.object({ limit: z.optional(z.int()) }),
    answer: z.array(MachineSchema),
    errors: [ErrorCode.NotFound],
  },
  stills: {
    method: "GET",
    path: "/machine/stills",
    auth: "player",
    polled: true,
    tag: "lobby",
    summary:
      "Pictures of the reels of machines in play, at most 40: `machines=3,8:1795351234567` (id, or id:version of the still that " +
      "the client has). Machines without a still are left out. Ask again after `nextMs`",
    query: z.object({ machines: StillList }),
    answer: z.object({ stills: z.array(Still), nextMs: z.int() }),
    errors: [ErrorCode.NotPermitted],
  },
  livingCard: {
    method: "GET",
    path: "/machine/living",
    auth: "player",
    polled: true,
    tag: "lobby",
    summary:
      "The reels of one machine over one second, five pictures at most; one that equals the picture before it is left " +
      "out. `version`: of the picture that the client has. `notesUntil`: of the answer before, 0 at first; without it there are " +
      "no notes. `hasPicture` false: ask no more. A newer call of the player ends an older one",
    query: z.object({
      machine: z.coerce.number().check(z.int(), z.positive(), z.maximum(MAX_ID)),
      version: z._default(z.coerce.number().check(z.int(), z.nonnegative(), z.maximum(Number.MAX_SAFE_INTEGER)), 0),
      notesUntil: z.optional(z.coerce.number().check(z.int(), z.nonnegative(), z.maximum(Number.MAX_SAFE_INTEGER))),
    }),
    answer: z.object({
      hasPicture: z.boolean(),
      frames: z.array(LivingFrame),
      notes: z.optional(z.array(LivingNote)),
      notesUntil: z.optional(z.int()),
    }),
    errors: [ErrorCode.NotPermitted, ErrorCode.TooManyRequests],
  },
  brandLobby: {
    method: "GET",
    path: "/machine/:id",
    auth: "player",
    polled: true,
    tag: "lobby",
    summary: "One brand with its machines",
    params: MachineParam,
    answer: z.union([BrandLobbySchema, z.array(MachineSchema)]),
    errors: [ErrorCode.NotFound],
  },
  jackpots: {
    method: "GET",
    path: "/jackpots",
    auth: "player",
    polled: true,
    tag: "lobby",
    summary: "Progressive jackpots",
    answer: z.array(JackpotSchema),
  },
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof CALLS;
type Part<C extends CallShape, K extends string> =
  C extends Record<K, infer S> ? (S extends z.ZodMiniType ? S : never) : never;
/** The parameters of each call. */
export type InputOf<C extends CallShape> = (Part<C, "body"> extends never
  ? unknown
  : { body: z.input<Part<C, "body">> }) &
  (Part<C, "query"> extends never ? unknown : { query?: z.input<Part<C, "query">> }) &
  (Part<C, "params"> extends never ? unknown : { params: z.input<Part<C, "params">> });
/** The answer of each call; undefined for 204. */
export type AnswerOf<C extends CallShape> = Part<C, "answer"> extends never ? undefined : z.output<Part<C, "answer">>;
export type CallAnswer<N extends CallName> = AnswerOf<(typeof CALLS)[N]>;
