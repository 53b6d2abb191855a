/**
 * Every REST call: method, path below `apiBase` (or from the site root), who may make it, and the schemas of what goes
 * in and comes out. The server routes by these, the app calls by these, and OpenAPI is generated from them.
 */
import * as z from "zod/mini";
import {
  BrandLobbySchema,
  BrandSchema,
  Id,
  JackpotSchema,
  LOG_TYPES,
  MachineSchema,
  MachineStatusSchema,
  Money,
  SignedMoney,
  Timestamp,
} from "./entities.ts";
import { LanguageSchema, Settings } from "./settings.ts";

export interface Call {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** With `:params`, below the API base unless `root`. */
  path: string;
  root?: "site" | "api";
  /** player: a valid token; none: anybody. */
  auth: "player" | "none";
  summary: string;
  tag: string;
  /** GET by its specification, though it moves money: POST is accepted too, and is what a careful client sends. */
  alsoPost?: boolean;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** Absent: 204, or a file. */
  answer?: z.ZodMiniType;
  /** Content type of a file (in UTF-8) that is streamed instead of an answer in JSON; X-Total-Count says how many rows it holds. */
  file?: string;
  /** Codes of the catalogue that it may answer, besides 10703, 40000, 40100, 42900 and 50000. */
  errors?: readonly number[];
}

const text = (max: number) => z.string().check(z.maxLength(max));
const Empty = z.object({});

export const LoginUser = z.object({
  id: Id,
  type: z.string(),
  name: z.string(),
  lastname: z.string(),
  email: z.string(),
  username: z.string(),
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

/** What can be claimed, and when: asked before anything is offered. `amount` null: not known before the claim. */
export const PROMOTIONS = ["discount", "bonus", "weekly"] as const;
export type PromotionKind = (typeof PROMOTIONS)[number];
export const PromotionState = z.object({
  kind: z.enum(PROMOTIONS),
  /** A claim now would be granted. */
  eligible: z.boolean(),
  amount: z.nullable(Money),
  /** Seconds until the next claim may be made; 0: now. */
  waitSeconds: z.int(),
  /** Code of the catalogue that a claim would answer now, where it would be refused. */
  code: z.optional(z.number()),
});
export type PromotionState = z.infer<typeof PromotionState>;

export const PAGE_SIZES = [10, 25, 50, 100] as const;
export const ListQuery = z.object({
  cursor: z.optional(text(200)),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 25),
  search: z.optional(text(100)),
  /** Both moments belong to the range; of a session its start counts. */
  from: z.optional(Timestamp),
  to: z.optional(Timestamp),
  /** Of logs a LogType, else a code of OPERATION; sessions: those with such an operation. */
  type: z.optional(text(40)),
});
export type ListQuery = z.infer<typeof ListQuery>;
/** A list as a file: everything that matches, in the words of `lang`, else of Accept-Language; times in `timeZone`. */
export const FileQuery = z.extend(z.omit(ListQuery, { cursor: true, limit: true }), {
  lang: z.optional(LanguageSchema),
  /** IANA name, e.g. "Europe/Istanbul". */
  timeZone: z._default(text(64), "UTC"),
});
const listOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.nullable(z.string()), total: z.int() });

export const Operation = z.object({
  id: z.string(),
  at: Timestamp,
  /** 1 … 6, see OPERATION. */
  type: z.int(),
  /** Positive: into the wallet. */
  amount: SignedMoney,
  /** The machine's name, or a word of OPERATION_FROM. */
  from: z.string(),
  tag: z.string(),
  ip: z.nullable(z.string()),
  /** Of the wallet, after it. */
  balance: z.nullable(Money),
});
export type Operation = z.infer<typeof Operation>;
export const SessionRow = z.object({
  id: z.string(),
  start: Timestamp,
  end: z.nullable(Timestamp),
  machineId: Id,
  machine: z.string(),
  spins: z.int(),
  freeSpins: z.int(),
  /** Seconds. */
  played: z.int(),
  /** Net: what came back less what went in. */
  amount: SignedMoney,
  ip: z.nullable(z.string()),
  /** Newest first, at most 100. */
  operations: z.array(Operation),
});
export type SessionRow = z.infer<typeof SessionRow>;
export const LogRow = z.object({
  id: z.string(),
  at: Timestamp,
  type: z.union([z.enum(LOG_TYPES), z.string()]),
  ip: z.nullable(z.string()),
  detail: z.nullable(z.string()),
});
export type LogRow = z.infer<typeof LogRow>;

export const Profile = z.object({
  user: LoginUser,
  createdAt: Timestamp,
  balance: Money,
  currency: z.string(),
  authentication: z.object({
    lastPasswordChange: z.nullable(Timestamp),
    lastLogin: z.nullable(Timestamp),
    lastLoginIp: z.nullable(z.string()),
  }),
});
export type Profile = z.infer<typeof Profile>;

/** One day of play in the player's own time zone, for the charts above the lists. */
export const DayOfPlay = z.object({
  /** YYYY-MM-DD */
  day: z.iso.date(),
  /** Net result of the games of that day: wins less bets. */
  net: SignedMoney,
  /** Seconds of sessions within that day. */
  played: z.int(),
  spins: z.int(),
});
export type DayOfPlay = z.infer<typeof DayOfPlay>;
/** Every day that lies in the range, at most 366 of them from the first moment to the last; days are never cut. */
export const SummaryQuery = z.object({
  from: Timestamp,
  to: Timestamp,
  /** IANA name, e.g. "Europe/Istanbul". */
  timeZone: z._default(text(64), "UTC"),
});

/** What a player keeps at the house: the look of the app and their own shortcuts. Unknown keys of `theme` are dropped. */
export const PlayerTheme = z.object({
  layout: z.optional(z.enum(["layout1", "layout2", "layout3"])),
  scheme: z.optional(text(40)),
  direction: z.optional(z.enum(["auto", "ltr", "rtl"])),
  navbarPosition: z.optional(z.enum(["left", "right"])),
  navbarFolded: z.optional(z.boolean()),
  navbarHidden: z.optional(z.boolean()),
  toolbarHidden: z.optional(z.boolean()),
  footerHidden: z.optional(z.boolean()),
  textSize: z.optional(z.int().check(z.minimum(12), z.maximum(24))),
});
export type PlayerTheme = z.infer<typeof PlayerTheme>;
export const PlayerSettings = z.object({
  theme: z.nullable(PlayerTheme),
  shortcuts: z.array(text(60)).check(z.maxLength(40)),
});
export type PlayerSettings = z.infer<typeof PlayerSettings>;

// ——— player protection ———
/** deposit: moved from wallet to machines; loss: bets less wins; time: minutes in session. */
export const LIMIT_KINDS = ["deposit", "loss", "time"] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];
export const LIMIT_PERIODS = ["day", "week", "month"] as const;
export type LimitPeriod = (typeof LIMIT_PERIODS)[number];
/** Minor units for deposit and loss, minutes for time. */
const LimitValue = z.int().check(z.positive(), z.maximum(1_000_000_000_000));
export const PlayerLimit = z.object({
  kind: z.enum(LIMIT_KINDS),
  period: z.enum(LIMIT_PERIODS),
  /** null: none is set. */
  value: z.nullable(LimitValue),
  /** Used of it in the present period. */
  used: z.int(),
  /** When the present period ends and `used` begins at 0 again. */
  resetsAt: Timestamp,
  /** A looser limit that has been asked for, and when it takes effect. */
  pending: z.nullable(z.object({ value: z.nullable(LimitValue), from: Timestamp })),
});
export type PlayerLimit = z.infer<typeof PlayerLimit>;
export const Protection = z.object({
  /** Minutes between reality checks; null: none. */
  realityCheckMinutes: z.nullable(z.int()),
  limits: z.array(PlayerLimit),
  breakUntil: z.nullable(Timestamp),
  exclusionUntil: z.nullable(Timestamp),
});
export type Protection = z.infer<typeof Protection>;
/** Days that a break may last. */
export const BREAK_DAYS = [1, 3, 7, 14, 28, 42] as const;
/** Months that a self-exclusion may last. */
export const EXCLUSION_MONTHS = [6, 12, 24, 60] as const;
export const REALITY_CHECK_MINUTES = [10, 15, 30, 60, 120] as const;

/** The open session of the player, if any: what the reconnect dialog shows. */
export const OpenSession = z.object({
  status: z.literal("show"),
  name: z.string(),
  id: Id,
  machine_status: MachineStatusSchema,
});
export type OpenSession = z.infer<typeof OpenSession>;

const MachineParam = z.object({ id: z.coerce.number().check(z.int(), z.positive(), z.maximum(2 ** 31 - 1)) });
const MachineBody = z.object({ machineId: Id });

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
    errors: [10700, 10701, 10702, 10703, 10704, 40104, 62005, 62006],
  },
  validate: {
    method: "GET",
    path: "/validate",
    auth: "player",
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
    tag: "wallet",
    summary: "Balance in minor units",
    answer: z.object({ balance: Money }),
  },
  profile: {
    method: "GET",
    path: "/player/profile",
    auth: "player",
    tag: "account",
    summary: "Account information",
    answer: Profile,
  },
  password: {
    method: "POST",
    path: "/player/password",
    auth: "player",
    tag: "account",
    summary: "Change the password; other tokens end",
    body: z.object({ oldPassword: text(200), newPassword: text(200) }),
    answer: z.object({ token: z.string() }),
    errors: [40001, 40101, 40102],
  },
  ticket: {
    method: "POST",
    path: "/player/ticket",
    auth: "player",
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
    errors: [40103],
  },
  changePin: {
    method: "PUT",
    path: "/player/pin",
    auth: "player",
    tag: "account",
    summary: "Change the PIN; the password is asked again",
    body: z.object({ password: text(200), pin: text(12).check(z.regex(/^\d{4,12}$/)) }),
    answer: z.object({ pin_code: z.string() }),
    errors: [40001],
  },
  playerSettings: {
    method: "GET",
    path: "/player/settings",
    auth: "player",
    tag: "account",
    summary: "Theme and shortcuts of this player",
    answer: PlayerSettings,
  },
  savePlayerSettings: {
    method: "PUT",
    path: "/player/settings",
    auth: "player",
    tag: "account",
    summary: "Keep theme and shortcuts of this player; parts that are left out stay as they are",
    body: z.partial(PlayerSettings),
    answer: PlayerSettings,
  },
  protection: {
    method: "GET",
    path: "/player/protection",
    auth: "player",
    tag: "protection",
    summary: "Limits, reality check, break and self-exclusion of this player",
    answer: Protection,
  },
  setLimit: {
    method: "PUT",
    path: "/player/protection/limit",
    auth: "player",
    tag: "protection",
    summary: "Set a limit: tighter at once, looser or none after 24 hours",
    body: z.object({ kind: z.enum(LIMIT_KINDS), period: z.enum(LIMIT_PERIODS), value: z.nullable(LimitValue) }),
    answer: Protection,
  },
  setRealityCheck: {
    method: "PUT",
    path: "/player/protection/reality-check",
    auth: "player",
    tag: "protection",
    summary: "How often the player is told of time and money; null: never",
    body: z.object({ minutes: z.nullable(z.int().check(z.minimum(1), z.maximum(240))) }),
    answer: Protection,
  },
  takeBreak: {
    method: "POST",
    path: "/player/protection/break",
    auth: "player",
    tag: "protection",
    summary: "No play for 1 to 42 days; the open session is cashed out and every login ends",
    body: z.object({ days: z.int().check(z.minimum(1), z.maximum(42)) }),
    answer: Protection,
  },
  selfExclude: {
    method: "POST",
    path: "/player/protection/exclusion",
    auth: "player",
    tag: "protection",
    summary: "No login for at least 6 months; can't be taken back",
    body: z.object({ months: z.int().check(z.minimum(6), z.maximum(120)), password: text(200) }),
    answer: Protection,
    errors: [40001],
  },
  kick: {
    method: "POST",
    path: "/player/kick",
    auth: "player",
    tag: "play",
    summary: "Free a machine from another tab or device of the same player",
    body: MachineBody,
    errors: [40300, 60018],
  },
  cancel: {
    method: "POST",
    path: "/player/cancel",
    auth: "player",
    tag: "play",
    summary: "Cash the open session out and end it",
    body: MachineBody,
    answer: z.object({ amount: Money, balance: Money }),
    errors: [60009, 60014, 60018],
  },
  discount: {
    method: "GET",
    path: "/player/discount",
    alsoPost: true,
    auth: "player",
    tag: "promotions",
    summary: "Claim the discount",
    answer: PromotionAnswer,
    errors: [40301, 61001, 61002, 61003],
  },
  bonus: {
    method: "GET",
    path: "/player/bonus",
    alsoPost: true,
    auth: "player",
    tag: "promotions",
    summary: "Claim the bonus",
    answer: PromotionAnswer,
    errors: [40301, 61002, 61003],
  },
  weeklyBonus: {
    method: "GET",
    path: "/player/bonus/weekly",
    alsoPost: true,
    auth: "player",
    tag: "promotions",
    summary: "Claim the weekly bonus",
    answer: PromotionAnswer,
    errors: [40301, 61003],
  },
  promotions: {
    method: "GET",
    path: "/player/promotions",
    auth: "player",
    tag: "promotions",
    summary: "What can be claimed now, and when",
    answer: z.array(PromotionState),
  },
  summary: {
    method: "GET",
    path: "/player/summary",
    auth: "player",
    tag: "history",
    summary: "Net result and time played per day",
    query: SummaryQuery,
    answer: z.object({ days: z.array(DayOfPlay) }),
  },
  sessions: {
    method: "GET",
    path: "/player/sessions",
    auth: "player",
    tag: "history",
    summary: "Game sessions, newest first",
    query: ListQuery,
    answer: listOf(SessionRow),
  },
  transactions: {
    method: "GET",
    path: "/player/transactions",
    auth: "player",
    tag: "history",
    summary: "Transactions, newest first",
    query: ListQuery,
    answer: listOf(Operation),
  },
  logs: {
    method: "GET",
    path: "/player/logs",
    auth: "player",
    tag: "history",
    summary: "Log entries, newest first",
    query: ListQuery,
    answer: listOf(LogRow),
  },
  sessionsCsv: {
    method: "GET",
    path: "/player/sessions.csv",
    auth: "player",
    tag: "history",
    summary: "All matching sessions as CSV",
    query: FileQuery,
    file: "text/csv",
  },
  transactionsCsv: {
    method: "GET",
    path: "/player/transactions.csv",
    auth: "player",
    tag: "history",
    summary: "All matching transactions as CSV",
    query: FileQuery,
    file: "text/csv",
  },
  brands: {
    method: "GET",
    path: "/machine/brands",
    auth: "player",
    tag: "lobby",
    summary: "Brands",
    answer: z.array(BrandSchema),
  },
  machines: {
    method: "GET",
    path: "/machine/all",
    auth: "player",
    tag: "lobby",
    summary: "Every machine",
    answer: z.array(MachineSchema),
  },
  brandLobby: {
    method: "GET",
    path: "/machine/:id",
    auth: "player",
    tag: "lobby",
    summary: "One brand with its machines",
    params: MachineParam,
    answer: z.union([BrandLobbySchema, z.array(MachineSchema)]),
    errors: [40400],
  },
  jackpots: {
    method: "GET",
    path: "/jackpots",
    auth: "player",
    tag: "lobby",
    summary: "Progressive jackpots",
    answer: z.array(JackpotSchema),
  },
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof CALLS;
type Part<C extends Call, K extends string> =
  C extends Record<K, infer S> ? (S extends z.ZodMiniType ? S : never) : never;
/** What the caller passes, per call. */
export type InputOf<C extends Call> = (Part<C, "body"> extends never ? unknown : { body: z.input<Part<C, "body">> }) &
  (Part<C, "query"> extends never ? unknown : { query?: z.input<Part<C, "query">> }) &
  (Part<C, "params"> extends never ? unknown : { params: z.input<Part<C, "params">> });
/** What the call answers; undefined where it answers 204. */
export type AnswerOf<C extends Call> = Part<C, "answer"> extends never ? undefined : z.output<Part<C, "answer">>;
export type CallInput<N extends CallName> = InputOf<(typeof CALLS)[N]>;
export type CallAnswer<N extends CallName> = AnswerOf<(typeof CALLS)[N]>;
