/** The words of accounts: who is asking, and what may be asked. */
import type { LogType, LoginAnswer, PlayerSettings, Profile } from "@reelcast/contract";
import type { Selectable } from "kysely";
import type { Logger } from "pino";
import type { Trx } from "../storage/index.ts";
import type { AccountsTables } from "../storage/tables/accounts.ts";

export type PlayerRow = Selectable<AccountsTables["players"]>;

export interface Who {
  playerId: number;
  tokenId: string;
  username: string;
  /** Permission ids. */
  permissions: readonly number[];
  /** Seconds since the epoch. */
  expiresAt: number;
}

export interface NewPlayer {
  username: string;
  password: string;
  name: string;
  lastname: string;
  email: string;
  permissions?: number[];
  group?: string;
}

export interface PlayerSettingsChange {
  theme?: PlayerSettings["theme"] | undefined;
  shortcuts?: PlayerSettings["shortcuts"] | undefined;
  /** What those see with whom the player chats; "" takes it back. */
  displayName?: string | undefined;
}

export interface Accounts {
  /**
   * @param request.browser what the browser keeps from its first login on: known here, its login does not suffer from
   *   what others of the same network do
   * @throws AppError WrongCredentialsAttemptsLeft, WrongCredentials, AccountProtected, PlayerBanned,
   * PasswordLoginNotAllowed; TooManyRequests where too many log in at once; OnBreak, SelfExcluded for who stays away,
   * once the password was right
   */
  login(request: {
    username: string;
    password: string;
    siteId: number;
    ip: string;
    browser?: string;
  }): Promise<LoginAnswer>;
  /**
   * The login answer again, with a fresh token; the one that asked stays good until it expires; a logout ends all that
   * came of one login, and so do 30 days.
   * @throws AppError TokenInvalid, OnBreak, SelfExcluded
   */
  validate(who: Who, ip: string): Promise<LoginAnswer>;
  /**
   * Puts into a player's log that a token of theirs was refused where they came back with it: one that has expired, or was
   * ended meanwhile. Nothing for what this house has not signed; at most one entry a minute.
   */
  noteRefused(token: string, ip: string): Promise<void>;
  logout(who: Who, ip: string): Promise<void>;
  /** @throws AppError TokenInvalid, SignatureInvalid */
  verify(token: string): Promise<Who>;
  /**
   * The player for whom this house has signed an unexpired token; null for any other token. It does not ask the
   * database whether the token still counts: it tells whose a call would be, not who may make it.
   */
  playerOf(token: string): Promise<number | null>;
  /** Notes that a login is in use, so that it does not end as idle. */
  seen(who: Pick<Who, "tokenId">): void;
  /**
   * Ends idle logins and sums up refusals, now and every minute. What it resolves to ends that and writes what was
   * counted.
   */
  startHousekeeping(log: Pick<Logger, "warn">): Promise<() => Promise<void>>;
  /** A single-use token of 30 s for a socket's address. */
  issueTicket(who: Who): Promise<string>;
  /** @throws AppError TokenInvalid */
  redeemTicket(ticket: string): Promise<Who>;
  /**
   * Ends every other token of the player.
   * @throws AppError WrongOldPassword, PasswordTooShort, PasswordTooCommon, TooManyRequests after five wrong old ones
   */
  changePassword(
    who: Who,
    request: { oldPassword: string; newPassword: string },
    ip: string,
  ): Promise<{ token: string }>;
  /** @throws AppError WrongPin; after five wrong ones the token ends */
  checkPin(who: Who, pin: string, ip: string): Promise<void>;
  /** The password is asked for again. @throws AppError WrongOldPassword, TooManyRequests after five wrong ones */
  changePin(who: Who, request: { password: string; pin: string }, ip: string): Promise<{ pin_code: string }>;
  /**
   * Whether somebody who is logged in knows the password, for what a stolen token must not do. Wrong ones count
   * together with those of a password or PIN change. @throws AppError WrongOldPassword, TooManyRequests after five
   * wrong ones
   */
  confirmPassword(who: Who, password: string): Promise<void>;
  playerSettings(who: Who): Promise<PlayerSettings>;
  /** Parts that are left out stay as they are, and so do keys of `theme`; a theme of null forgets it. */
  savePlayerSettings(who: Who, change: PlayerSettingsChange): Promise<PlayerSettings>;
  /** How far the player has come in a course. Of those beyond a hundred, the ones left alone the longest are forgotten. */
  saveCourse(who: Who, course: { id: string; activeStep: number }): Promise<void>;
  /**
   * Checks a registration, and makes a player where the house allows that.
   * @throws AppError InvalidRequest for a name of nothing, PasswordTooShort, PasswordTooCommon, Conflict where the
   * address is taken, TooManyRequests after ten tries in an hour
   */
  register(request: {
    displayName: string;
    email: string;
    password: string;
    ip: string;
  }): Promise<{ created: boolean; username?: string }>;
  /**
   * Whether this could be chosen as a password. Nothing is kept or changed.
   * @throws AppError PasswordTooShort, PasswordTooCommon, TooManyRequests after thirty checks in an hour
   */
  checkPassword(request: { password: string; ip: string }): Promise<void>;
  profile(who: Who, balance: number): Promise<Profile>;
  /** Puts a refusal to somebody who is not logged in into the log: the first ones of a network, then their number. */
  noteRefusal(refusal: { type: LogType; ip: string; detail: string }): Promise<void>;
  /** @param on somebody's transaction, where the entry belongs to a change */
  log(playerId: number | null, type: LogType, ip: string | null, detail?: string, on?: Trx): Promise<void>;
  /**
   * Ends every login of a player who stays away for a while, within the transaction that says so. What it resolves to
   * closes the sockets: to be called once that is durable.
   */
  endLogins(trx: Trx, playerId: number, reason: "break" | "excluded"): Promise<() => void>;
  // ——— the operator's ———
  /** @throws Error with one sentence where the name or the e-mail is taken or not valid */
  addPlayer(trx: Trx, player: NewPlayer): Promise<number>;
  findPlayer(usernameOrId: string): Promise<{ id: number; username: string; bannedAt: Date | null } | null>;
  ban(playerId: number): Promise<void>;
  unban(playerId: number): Promise<void>;
  /**
   * Bans those of these players whose password is still this one, and ends their logins; their money stays.
   * @returns those that were not banned before
   */
  banPublished(usernames: readonly string[], password: string): Promise<{ id: number; username: string }[]>;
  /** Lifts the bans that `banPublished` has made, and no other. @returns whose */
  unbanPublished(): Promise<{ id: number; username: string }[]>;
  setPassword(playerId: number, password: string): Promise<void>;
}
