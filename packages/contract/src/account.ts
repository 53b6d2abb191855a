/** The calls for the player's own account: profile, password and PIN, theme, player protection. */
import * as z from "zod/mini";
import { ErrorCode } from "./errors.ts";
import { LoginUser, text } from "./calls.ts";
import type { Call } from "./calls.ts";
import { Id, MAX_FAVOURITES, Money, Timestamp } from "./entities.ts";
import { PlayerTheme } from "./theme.ts";

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

const FavouriteIds = z.array(Id).check(z.maxLength(MAX_FAVOURITES));
/** A player's stored preferences: theme, shortcuts and favourites. Unknown keys of `theme` are dropped. */
export const PlayerSettings = z.object({
  theme: z.nullable(PlayerTheme),
  shortcuts: z.array(text(60)).check(z.maxLength(40)),
  /** Ids of the machines that the player has marked, newest first. Absent: this server does not store them. */
  favourites: z.optional(FavouriteIds),
});
export type PlayerSettings = z.infer<typeof PlayerSettings>;
/**
 * Favourites to add, in front, and to remove. Added after `favourites`, if that is sent too. Beyond the limit the oldest are
 * dropped. A repetition changes nothing.
 */
export const FavouritesChange = z.object({ add: z.optional(FavouriteIds), remove: z.optional(FavouriteIds) });
export type FavouritesChange = z.infer<typeof FavouritesChange>;

// ——— player protection ———
/**
 * deposit: paid into the account, gross. RTS 12B of the UK Gambling Commission, from 30 June 2026: only such a limit is called
 * deposit limit, and it is as prominent as the others. cashIn: moved from the account to machines, gross; loss: bets less wins
 * (spend, net); time: minutes in session. In the order in which they are shown.
 */
export const LIMIT_KINDS = ["deposit", "cashIn", "loss", "time"] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];
export const LIMIT_PERIODS = ["day", "week", "month"] as const;
export type LimitPeriod = (typeof LIMIT_PERIODS)[number];
/** Minutes that such a period has at most: no limit of time is above them. */
export const PERIOD_MINUTES: Readonly<Record<LimitPeriod, number>> = { day: 1_440, week: 10_080, month: 44_640 };
/** Minutes for time, minor units for all others. */
const LimitValue = z.int().check(z.positive(), z.maximum(1_000_000_000_000));
export const PlayerLimit = z.object({
  kind: z.enum(LIMIT_KINDS),
  period: z.enum(LIMIT_PERIODS),
  /** null: none is set. */
  value: z.nullable(LimitValue),
  /** Amount used in the current period. */
  used: z.int(),
  /** When the current period ends and `used` is reset to 0. */
  resetsAt: Timestamp,
  /**
   * A requested looser limit: from `from` until `until` the player may confirm it. Then it takes effect; without that it
   * lapses.
   */
  pending: z.nullable(z.object({ value: z.nullable(LimitValue), from: Timestamp, until: z.optional(Timestamp) })),
});
export type PlayerLimit = z.infer<typeof PlayerLimit>;
const LimitRequest = z.object({
  kind: z.enum(LIMIT_KINDS),
  period: z.enum(LIMIT_PERIODS),
  value: z.nullable(LimitValue),
});
export const Protection = z.object({
  /** Minutes between reality checks; null: none. */
  realityCheckMinutes: z.nullable(z.int()),
  /** The longest that the house's rules allow; null or absent: the player may also choose none. */
  realityCheckAtMost: z.optional(z.nullable(z.int())),
  limits: z.array(PlayerLimit),
  breakUntil: z.nullable(Timestamp),
  exclusionUntil: z.nullable(Timestamp),
  /** The player must be asked now whether they want a financial limit. Absent: no. */
  limitPrompt: z.optional(z.boolean()),
});
export type Protection = z.infer<typeof Protection>;
/** Limits of money: what RTS 12A calls financial limits. */
export const FINANCIAL_LIMITS = ["deposit", "cashIn", "loss"] as const satisfies readonly LimitKind[];
/** Days that a break may last. */
export const BREAK_DAYS = [1, 3, 7, 14, 28, 42] as const;
/** Months that a self-exclusion may last. */
export const EXCLUSION_MONTHS = [6, 12, 24, 60] as const;
export const REALITY_CHECK_MINUTES = [10, 15, 30, 60, 120] as const;

/** The PIN of a player who has not chosen one. */
export const DEFAULT_PIN = "0000";
const NewPin = text(12).check(z.regex(/^\d{4,12}$/));

export const ACCOUNT_CALLS = {
  profile: {
    method: "GET",
    path: "/player/profile",
    auth: "player",
    tag: "account",
    summary: "Account information",
    answer: Profile,
  },
  choosePin: {
    method: "POST",
    path: "/player/pin/choice",
    auth: "player",
    tag: "account",
    summary: "Choose a PIN of one's own while the PIN is still the default; a Conflict afterwards",
    body: z.object({ pin: NewPin }),
    answer: z.object({ pin_code: z.string() }),
    errors: [ErrorCode.Conflict],
  },
  changePin: {
    method: "PUT",
    path: "/player/pin",
    auth: "player",
    tag: "account",
    summary: "Change the PIN; the password is asked again",
    body: z.object({ password: text(200), pin: NewPin }),
    answer: z.object({ pin_code: z.string() }),
    errors: [ErrorCode.WrongOldPassword],
  },
  playerSettings: {
    method: "GET",
    path: "/player/settings",
    auth: "player",
    tag: "account",
    summary: "Theme, shortcuts and favourites of this player",
    answer: PlayerSettings,
  },
  savePlayerSettings: {
    method: "PUT",
    path: "/player/settings",
    auth: "player",
    tag: "account",
    summary: "Keep theme, shortcuts and favourites of this player; parts that are left out stay as they are",
    body: z.extend(z.partial(PlayerSettings), { favouritesChange: z.optional(FavouritesChange) }),
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
    summary: "Set a limit: tighter at once; looser or none once it is confirmed, after 24 hours at the earliest",
    body: LimitRequest,
    answer: Protection,
  },
  confirmLimit: {
    method: "PUT",
    path: "/player/protection/limit/confirmation",
    auth: "player",
    tag: "protection",
    summary:
      "Confirm a looser limit that has waited for 24 hours; a Conflict where none of that value can be confirmed now",
    body: LimitRequest,
    answer: Protection,
    errors: [ErrorCode.Conflict],
  },
  declineLimitPrompt: {
    method: "POST",
    path: "/player/protection/limit-prompt/decline",
    auth: "player",
    tag: "protection",
    summary:
      "The player was asked and wants no financial limit now; recorded. Nothing changes where no question was due",
    answer: Protection,
  },
  setRealityCheck: {
    method: "PUT",
    path: "/player/protection/reality-check",
    auth: "player",
    tag: "protection",
    summary: "How often the app reminds the player of time and money; null: never",
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
    errors: [ErrorCode.WrongOldPassword],
  },
} as const satisfies Record<string, Call>;
