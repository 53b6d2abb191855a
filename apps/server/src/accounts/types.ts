/** Types of accounts. */
import type { FavouritesChange, LogType, LoginAnswer, PlayerSettings, Profile, SignInLink } from "@reelcast/contract";
import type { Selectable } from "kysely";
import type { Logger } from "pino";
import type { Db, Trx } from "../storage/index.ts";
import type { AccountsTables } from "../storage/tables/accounts.ts";

export type PlayerRow = Selectable<AccountsTables["players"]>;

/** Of a valid token: whose login it is, and what it permits. */
export interface PlayerIdentity {
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
}
/** Accounts that have spellings of one name: from before names were compared by their folds. */
export interface SharedName {
  kind: "username" | "email";
  players: { id: number; name: string }[];
}
/** Made by `prepareNewPlayer` alone. */
export interface PreparedPlayer {
  player: NewPlayer;
  hashes: { password_hash: string; pin_hash: string };
}
/** Made by `prepareNewPassword` alone. */
export interface PreparedPassword {
  passwordHash: string;
}
/** Made by `prepareDefaultPin` alone. */
export interface PreparedPin {
  pinHash: string;
}

export interface PlayerSettingsChange {
  theme?: PlayerSettings["theme"] | undefined;
  shortcuts?: PlayerSettings["shortcuts"] | undefined;
  favourites?: PlayerSettings["favourites"] | undefined;
  favouritesChange?: FavouritesChange | undefined;
  /** The name that chat partners see; "" removes it. */
  displayName?: string | undefined;
}

/** A refused request, for the log. */
export interface Refusal {
  playerId: number | null;
  type: LogType;
  ip: string;
  detail: string;
}

export interface Accounts {
  /**
   * @param request.browser the browser's cookie: logins of a known browser are not limited by attempts of others in the
   *   same network
   * @throws AppError WrongCredentialsAttemptsLeft, WrongCredentials, AccountProtected, PlayerBanned,
   * PasswordLoginNotAllowed; SiteNotServed; TooManyRequests if too many log in at once; OnBreak, SelfExcluded, only after the right
   * password
   */
  login(request: {
    username: string;
    password: string;
    siteId: number;
    ip: string;
    browser?: string;
  }): Promise<LoginAnswer>;
  /**
   * Logs in with a sign-in link, and uses it up. A browser that sends a request id of its own can repeat the request for a
   * minute, in case the answer was lost: it gets a new token of the same login.
   * @throws AppError SignInLinkInvalid for one that is used, expired or unknown; PlayerBanned, OnBreak, SelfExcluded
   */
  followLink(request: { token: string; requestId?: string | undefined; ip: string }): Promise<LoginAnswer>;
  /**
   * The login answer with a new token of the same login. The former token stays valid until it expires. A logout ends all
   * tokens of a login; 30 days after the login they end by themselves.
   * @throws AppError TokenInvalid, OnBreak, SelfExcluded
   */
  validate(who: PlayerIdentity, ip: string): Promise<LoginAnswer>;
  /**
   * Logs for a player that an expired or ended token of theirs was refused, at most once a minute. Ignores tokens that
   * this server's keys have not signed.
   */
  logRefusedToken(token: string, ip: string): Promise<void>;
  /** Ends all tokens of this login; other logins of the player stay. @throws AppError TokenInvalid */
  logout(who: PlayerIdentity, ip: string): Promise<void>;
  /** @throws AppError TokenInvalid, SignatureInvalid */
  verify(token: string): Promise<PlayerIdentity>;
  /**
   * Those of these tokens that are ended or unknown, or whose player is banned: for sockets, which may have missed the
   * message. One query.
   */
  endedAmong(tokenIds: readonly string[]): Promise<{ tokenId: string; isBanned: boolean }[]>;
  /**
   * The player of an unexpired token or ticket; null for any other. It does not check in the database whether the token
   * is still valid: for rate limits, not for authorization.
   */
  playerOf(token: string): Promise<number | null>;
  /** Records that a login is in use, so that it does not end as idle. */
  seen(who: Pick<PlayerIdentity, "tokenId">): void;
  /**
   * Ends idle logins and sums up refusals, now and every minute. Resolves with a function that stops this and writes the
   * sums.
   */
  startHousekeeping(log: Pick<Logger, "warn">): Promise<() => Promise<void>>;
  /** A single-use ticket for the address of a socket, valid for 30 s. */
  issueTicket(who: PlayerIdentity): Promise<string>;
  /** @throws AppError TokenInvalid */
  redeemTicket(ticket: string): Promise<PlayerIdentity>;
  /**
   * Ends every other token of the player.
   * @throws AppError WrongOldPassword, PasswordTooShort, PasswordTooCommon, TooManyRequests after five wrong old ones
   */
  changePassword(
    who: PlayerIdentity,
    request: { oldPassword: string; newPassword: string },
    ip: string,
  ): Promise<{ token: string }>;
  /** @throws AppError WrongPin; after five wrong ones the token ends */
  checkPin(who: PlayerIdentity, pin: string, ip: string): Promise<void>;
  /** Without the password, while the PIN is the default one that everybody knows. @throws AppError Conflict afterwards */
  choosePin(who: PlayerIdentity, pin: string, ip: string): Promise<{ pin_code: string }>;
  /** Requires the password. @throws AppError WrongOldPassword, TooManyRequests after five wrong ones or changes in an hour */
  changePin(who: PlayerIdentity, request: { password: string; pin: string }, ip: string): Promise<{ pin_code: string }>;
  /**
   * Checks the password of a logged-in player, for acts that a stolen token must not allow. Wrong ones count together
   * with those of a password or PIN change. @throws AppError WrongOldPassword, TooManyRequests after five wrong ones
   */
  confirmPassword(who: PlayerIdentity, password: string): Promise<void>;
  /** Theme and shortcuts of the player. */
  playerSettings(who: PlayerIdentity): Promise<PlayerSettings>;
  /** Missing parts and missing keys of `theme` stay unchanged; a theme of null removes it. */
  savePlayerSettings(who: PlayerIdentity, change: PlayerSettingsChange): Promise<PlayerSettings>;
  /** Saves the progress in a course. Beyond a hundred courses, those saved the longest ago are deleted. */
  saveCourse(who: PlayerIdentity, course: { id: string; activeStep: number }): Promise<void>;
  /**
   * Checks a registration, and creates the player if the operator allows it.
   * @throws AppError InvalidRequest for an invisible name, PasswordTooShort, PasswordTooCommon, Conflict if the address is
   * taken, TooManyRequests after ten tries in an hour
   */
  register(request: {
    displayName: string;
    email: string;
    password: string;
    ip: string;
  }): Promise<{ created: boolean; username?: string }>;
  /**
   * Whether a player could choose this password. Changes nothing.
   * @throws AppError PasswordTooShort, PasswordTooCommon, TooManyRequests after thirty checks in an hour
   */
  checkPassword(request: { password: string; ip: string }): Promise<void>;
  /** @param balance of the player, in minor units. @throws AppError TokenInvalid if the player does not exist */
  profile(who: PlayerIdentity, balance: number): Promise<Profile>;
  /** Logs a refused request without a login: the first ones of a network one by one, then their number. */
  logRefusal(refusal: { type: LogType; ip: string; detail: string }): Promise<void>;
  /** @param on the transaction of the change to which the entry belongs */
  log(playerId: number | null, type: LogType, ip: string | null, detail?: string, on?: Trx): Promise<void>;
  /**
   * Ends every login of a player within the transaction of a break or an exclusion. Resolves with a function that closes
   * the sockets, to be called after the commit.
   */
  endLogins(trx: Trx, playerId: number, reason: "break" | "excluded"): Promise<() => void>;
  // ——— for the operator ———
  /**
   * Checks a new player and hashes the secrets. To be called before the transaction, which must not stand idle for long.
   * @throws InputError with one sentence if something is not valid
   */
  prepareNewPlayer(player: NewPlayer): Promise<PreparedPlayer>;
  /**
   * Creates a player in the caller's transaction. Resolves with the player's id.
   * @throws InputError with one sentence if the name or the e-mail is taken
   */
  addPlayer(trx: Trx, player: PreparedPlayer): Promise<number>;
  /**
   * @param wanted a text: username or e-mail address in any spelling, also if it consists of digits; a number: the id
   * Resolves with null if there is no such player.
   * @throws ConsoleError PlayerNameShared with all players where the text is a spelling of the names of several
   */
  findPlayer(wanted: string | number): Promise<{ id: number; username: string; bannedAt: Date | null } | null>;
  /**
   * Another username or e-mail address, in the caller's transaction. Logins go on: they are of the account and not of its name.
   * @throws InputError with one sentence if one is not valid, or taken
   */
  renamePlayer(
    trx: Trx,
    playerId: number,
    names: { username?: string; email?: string },
  ): Promise<Record<"before" | "after", { username: string; email: string }>>;
  /** Names of which several accounts have spellings, from before names were compared by their folds. */
  sharedNames(): Promise<SharedName[]>;
  /** The player can't log in any more, and every login of the player ends. */
  ban(playerId: number): Promise<void>;
  /** Lifts the ban, and forgets the wrong attempts on the account, so that it is not blocked. */
  unban(playerId: number): Promise<void>;
  /**
   * Bans the players of this list who still have this password, and ends their logins. Their money stays in their
   * accounts. Resolves with those who were not banned before.
   */
  banPlayersWithDemoPassword(
    usernames: readonly string[],
    password: string,
  ): Promise<{ id: number; username: string }[]>;
  /** Lifts the bans of `banPlayersWithDemoPassword`, and no other. Resolves with their players. */
  unbanPlayersWithDemoPassword(): Promise<{ id: number; username: string }[]>;
  /**
   * Makes a sign-in link, in the caller's transaction.
   * @param keyId the operator's key that asks for it; null: the command line
   * @throws AppError TooManyRequests after ten links of a player in a minute
   */
  makeLink(on: Db | Trx, playerId: number, keyId: number | null): Promise<SignInLink>;
  /**
   * Checks and hashes a new password. To be called before the transaction, which must not stand idle for long.
   * @throws AppError PasswordTooShort, PasswordTooCommon
   */
  prepareNewPassword(password: string): Promise<PreparedPassword>;
  /** Ends every login of the player, who may log in again. Resolves with how many were open. */
  endAllLogins(playerId: number): Promise<number>;
  /** Hashes the default PIN. To be called before the transaction, which must not stand idle for long. */
  prepareDefaultPin(): Promise<PreparedPin>;
  /**
   * The PIN is the default one again, which the player replaces after the next login. Every login of the player ends: on a
   * locked screen, anybody could type the default PIN.
   */
  resetPin(playerId: number, pin: PreparedPin): Promise<void>;
  /** Sets a new password, ends every login of the player, and forgets the wrong attempts on the account. */
  setPassword(playerId: number, password: PreparedPassword): Promise<void>;
}
