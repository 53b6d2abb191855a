/**
 * The error catalogue: every code of the API, with its name, HTTP status and English wording. The wording is
 * what the server sends as `ErrorMessage` and what both apps show in English. The other languages have theirs under the same
 * names: for players in `apps/player/src/i18n/LANGUAGE/errors.json`, for the staff in `apps/console/src/i18n/LANGUAGE/errors.json`.
 * Codes that only the staff meets are in `console/errors.ts`, with their texts in `console/errorTexts/`. No other code writes
 * the numbers.
 *
 * A 401 is only ever "this token is not, or no longer, valid": the app logs out on it. TokenInvalid carries `Params
 * {reason}`: "expired" after the token's lifetime, "invalid" for every other reason.
 */
import * as z from "zod/mini";
import { majorUnits } from "./entities.ts";
import { formatMessage } from "./formatMessage.ts";

/**
 * Every code by its name. A new one needs a line here, its status and wording below, and its text in the other
 * languages. Codes of the specification never change their meaning.
 */
export const ErrorCode = {
  // codes of the specification
  SignatureInvalid: 10,
  WrongCredentialsAttemptsLeft: 10700,
  WrongCredentials: 10701,
  AccountProtected: 10702,
  AddressNotPermitted: 10703,
  PlayerBanned: 10704,
  Success: 20000,
  InvalidRequest: 40000,
  WrongOldPassword: 40001,
  TextNotStorable: 40002,
  PasswordTooShort: 40101,
  SessionTerminated: 50100,
  VideoStartFailed: 70000,
  // tokens and permission
  TokenInvalid: 40100,
  PasswordTooCommon: 40102,
  WrongPin: 40103,
  SiteNotServed: 40104,
  PasswordLoginNotAllowed: 40106,
  SignInLinkInvalid: 40105,
  NotPermitted: 40300,
  OriginNotAccepted: 40301,
  NotFound: 40400,
  MethodNotAllowed: 40500,
  NoCommonVideoFormat: 40600,
  RequestTimeout: 40800,
  Conflict: 40900,
  RequestInProgress: 40901,
  TransferIdReused: 40902,
  PreconditionFailed: 41200,
  RequestTooLarge: 41300,
  AddressTooLong: 41400,
  UnsupportedMediaType: 41500,
  VideoNotRenewable: 42200,
  PreconditionRequired: 42800,
  TooManyRequests: 42900,
  HeadersTooLarge: 43100,
  InternalError: 50000,
  ServiceUnavailable: 50300,
  // play
  MachineTaken: 60001,
  SessionElsewhere: 60002,
  MachineOutOfOrder: 60003,
  MachineOffline: 60004,
  MachineReserved: 60005,
  BalanceEmpty: 60006,
  NotSeated: 60007,
  PressRefused: 60008,
  GameInProgress: 60009,
  EarlierTransferPending: 60010,
  AmountOutOfRange: 60011,
  InsufficientBalance: 60012,
  TransferRefused: 60013,
  TransferInDoubt: 60014,
  SeatTakenOver: 60015,
  RemovedFromMachine: 60016,
  HandPayPending: 60017,
  NoOpenSession: 60018,
  InsufficientCredit: 60019,
  AmountUnderReview: 60020,
  NewPlayPaused: 60021,
  PressTooLate: 60022,
  DepositTooSmall: 60023,
  // promotions
  BalanceTooHigh: 61001,
  PromotionCooldown: 61002,
  NothingToClaim: 61003,
  // player protection
  DepositLimitReached: 62001,
  LossLimitReached: 62002,
  TimeLimitReached: 62003,
  BetExceedsLossLimit: 62004,
  OnBreak: 62005,
  SelfExcluded: 62006,
  TimeLimitNear: 62007,
  CashInLimitReached: 62008,
  CashInLimitUsedUp: 62009,
  AgeNotVerified: 62010,
  // rules of play
  GameTooSoon: 63001,
  StopNotAllowed: 63002,
  AutoplayNotAllowed: 63003,
  AutoplayNotDeclared: 63004,
  AutoplayLossLimit: 63005,
  StakeTooHigh: 63006,
} as const;
export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];

interface Entry {
  status: number;
  /** English, in ICU's format: {parameter}, {parameter, plural, one {# second} other {# seconds}}. */
  message: string;
}

export const ERRORS: Readonly<Record<ErrorCode, Entry>> = {
  // codes of the specification
  [ErrorCode.SignatureInvalid]: {
    status: 401,
    message: "The session's signature could not be verified. Please log in again.",
  },
  [ErrorCode.WrongCredentialsAttemptsLeft]: {
    status: 403,
    message:
      "Wrong username or password. {remaining, plural, =0 {No attempts left} one {# attempt left} other {# attempts left}}; then the account is protected for {minutes, plural, one {# minute} other {# minutes}}.",
  },
  [ErrorCode.WrongCredentials]: { status: 403, message: "Username or password is wrong." },
  [ErrorCode.AccountProtected]: {
    status: 429,
    message:
      "Your account is protected after too many wrong attempts. Try again in {minutes, plural, one {# minute} other {# minutes}}.",
  },
  [ErrorCode.AddressNotPermitted]: { status: 403, message: "Your IP address is not permitted." },
  [ErrorCode.PlayerBanned]: { status: 403, message: "You have been banned. Write to support to learn more." },
  [ErrorCode.Success]: { status: 200, message: "The request was successful." },
  [ErrorCode.InvalidRequest]: { status: 400, message: "The request is invalid. Check what you entered." },
  [ErrorCode.WrongOldPassword]: { status: 403, message: "The old password is wrong." },
  [ErrorCode.TextNotStorable]: {
    status: 400,
    message:
      "A text has a character that can't be stored: a null character, or half of one. Nothing was saved: write it again.",
  },
  [ErrorCode.PasswordTooShort]: { status: 400, message: "The password is too short: at least {minimum} characters." },
  [ErrorCode.SessionTerminated]: {
    status: 409,
    message: "The session has been terminated; the transaction cannot be processed. Your credit goes to your balance.",
  },
  [ErrorCode.VideoStartFailed]: {
    status: 503,
    message:
      "The video could not be started. The game goes on and your credit is safe; please contact the technical team.",
  },
  // tokens and permission
  [ErrorCode.TokenInvalid]: {
    status: 401,
    message: "Your login has expired or is no longer valid. Please log in again.",
  },
  [ErrorCode.PasswordTooCommon]: {
    status: 400,
    message: "This password is among the most used ones and easy to guess. Choose another.",
  },
  [ErrorCode.WrongPin]: {
    status: 403,
    message: "The PIN is wrong. {remaining, plural, =0 {No tries left} one {# try left} other {# tries left}}.",
  },
  [ErrorCode.SiteNotServed]: { status: 403, message: "This site is not served here." },
  [ErrorCode.PasswordLoginNotAllowed]: {
    status: 403,
    message: "Logging in with username and password is not possible here.",
  },
  [ErrorCode.SignInLinkInvalid]: {
    status: 403,
    message: "This sign-in link has been used or has expired. Ask for a new one.",
  },
  [ErrorCode.NotPermitted]: { status: 403, message: "You are not permitted to do this." },
  [ErrorCode.OriginNotAccepted]: { status: 403, message: "Requests from this origin are not accepted." },
  [ErrorCode.NotFound]: { status: 404, message: "There is nothing at this address." },
  [ErrorCode.MethodNotAllowed]: { status: 405, message: "This method is not allowed here." },
  [ErrorCode.NoCommonVideoFormat]: {
    status: 406,
    message: "There is no common video format: the browser must accept H.264. Use Google Chrome or Apple Safari.",
  },
  [ErrorCode.RequestTimeout]: { status: 408, message: "The request took too long to arrive." },
  [ErrorCode.Conflict]: {
    status: 409,
    message: "This conflicts with the present state. Reload the page and try again.",
  },
  [ErrorCode.RequestInProgress]: { status: 409, message: "The same request is still being carried out. Please wait." },
  [ErrorCode.TransferIdReused]: {
    status: 409,
    message: "This transfer id was used for something else. Your money is where it was; try again.",
  },
  [ErrorCode.PreconditionFailed]: { status: 412, message: "The video connection has changed meanwhile." },
  [ErrorCode.RequestTooLarge]: { status: 413, message: "The request is too large." },
  [ErrorCode.AddressTooLong]: { status: 414, message: "The address is too long." },
  [ErrorCode.UnsupportedMediaType]: { status: 415, message: "This content type is not accepted here." },
  [ErrorCode.VideoNotRenewable]: { status: 422, message: "This video connection can't be renewed. Start a new one." },
  [ErrorCode.PreconditionRequired]: { status: 428, message: "The request is incomplete: it needs an If-Match header." },
  [ErrorCode.TooManyRequests]: {
    status: 429,
    message: "Too many requests. Wait {seconds, plural, one {# second} other {# seconds}}.",
  },
  [ErrorCode.HeadersTooLarge]: { status: 431, message: "The request's headers are too large." },
  [ErrorCode.InternalError]: {
    status: 500,
    message: "Something went wrong on the server. No money has moved other than what you see. Try again.",
  },
  [ErrorCode.ServiceUnavailable]: {
    status: 503,
    message: "The service is not ready. Your money is safe; please try again shortly.",
  },
  // play
  [ErrorCode.MachineTaken]: { status: 409, message: "Somebody else is playing this machine. Choose another." },
  [ErrorCode.SessionElsewhere]: {
    status: 409,
    message: "You have an open session on {name}. Go back to it or cash out first.",
  },
  [ErrorCode.MachineOutOfOrder]: {
    status: 409,
    message: "The machine is out of order. Choose another; your money is safe.",
  },
  [ErrorCode.MachineOffline]: {
    status: 503,
    message: "The machine can't be reached. Choose another; your money is safe.",
  },
  [ErrorCode.MachineReserved]: { status: 409, message: "This machine is reserved for another player." },
  [ErrorCode.BalanceEmpty]: { status: 409, message: "Your balance is empty. Add funds to play." },
  [ErrorCode.NotSeated]: { status: 409, message: "You are not seated at this machine." },
  [ErrorCode.PressRefused]: { status: 409, message: "The machine did not accept the press. Try again." },
  [ErrorCode.GameInProgress]: { status: 409, message: "A game is in progress. Try again when it is over." },
  [ErrorCode.EarlierTransferPending]: {
    status: 409,
    message: "An earlier transfer on this machine is still being settled. Your money is safe; try again in a moment.",
  },
  [ErrorCode.AmountOutOfRange]: { status: 400, message: "The amount is not within the limits: at most {maximum}." },
  [ErrorCode.InsufficientBalance]: { status: 409, message: "Your balance is not enough." },
  [ErrorCode.TransferRefused]: {
    status: 409,
    message: "The machine refused the transfer. Your money is where it was.",
  },
  [ErrorCode.TransferInDoubt]: {
    status: 202,
    message: "The machine has not answered yet. Your money is safe and the transfer will be settled by itself.",
  },
  [ErrorCode.SeatTakenOver]: { status: 409, message: "You continued in another window." },
  [ErrorCode.RemovedFromMachine]: {
    status: 409,
    message: "You have been removed from the machine. Your credit goes to your balance.",
  },
  [ErrorCode.HandPayPending]: { status: 409, message: "A hand pay waits for the attendant. Your win is safe." },
  [ErrorCode.NoOpenSession]: { status: 404, message: "You have no open session on this machine." },
  [ErrorCode.InsufficientCredit]: {
    status: 409,
    message: "There is not enough credit for this bet. Add funds or lower the bet.",
  },
  [ErrorCode.AmountUnderReview]: {
    status: 409,
    message: "{amount} is being checked. Your money is safe; you can play another machine meanwhile.",
  },
  [ErrorCode.NewPlayPaused]: {
    status: 503,
    message:
      "No new games, deposits or seats at the moment. Your money is safe: what has begun goes on, and you can cash out.",
  },
  [ErrorCode.DepositTooSmall]: {
    status: 409,
    message: "The least deposit on this machine is {amount}. Nothing was moved.",
  },
  [ErrorCode.PressTooLate]: { status: 409, message: "Your press did not arrive in time; nothing was spent." },
  // promotions
  [ErrorCode.BalanceTooHigh]: { status: 409, message: "Your balance must be below {amount}." },
  [ErrorCode.PromotionCooldown]: {
    status: 429,
    message: "You can use this once every {seconds, plural, one {second} other {# seconds}}.",
  },
  [ErrorCode.NothingToClaim]: { status: 409, message: "There is nothing to claim at the moment." },
  // player protection
  [ErrorCode.DepositLimitReached]: {
    status: 409,
    message: "This would pass the deposit limit. {amount} is left of it. Nothing was paid in.",
  },
  [ErrorCode.LossLimitReached]: {
    status: 409,
    message: "You have reached your loss limit. You can play again from {until}.",
  },
  [ErrorCode.TimeLimitReached]: {
    status: 409,
    message: "You have reached your time limit. You can play again from {until}.",
  },
  [ErrorCode.BetExceedsLossLimit]: {
    status: 409,
    message: "This bet could pass your loss limit. {amount} is left of it.",
  },
  [ErrorCode.OnBreak]: { status: 403, message: "You are taking a break until {until}. Your balance is safe." },
  [ErrorCode.SelfExcluded]: {
    status: 403,
    message: "You have excluded yourself from play until {until}. Your balance is safe.",
  },
  [ErrorCode.TimeLimitNear]: {
    status: 409,
    message:
      "Your time limit is {minutes, plural, one {# minute} other {# minutes}} away. Your credit then goes back to your balance.",
  },
  [ErrorCode.CashInLimitReached]: {
    status: 409,
    message: "This would pass your limit of moves to machines. {amount} is left of it. Your money stays where it is.",
  },
  [ErrorCode.CashInLimitUsedUp]: {
    status: 409,
    message: "You have used up your limit of moves to machines. You can move money again from {until}.",
  },
  [ErrorCode.AgeNotVerified]: {
    status: 403,
    message:
      "Your age has not been verified yet, so you can't play. Show the house an identity document, or write to support. Your balance is safe.",
  },
  // rules of play
  [ErrorCode.GameTooSoon]: {
    status: 409,
    message: "The next game can't begin yet. Wait a moment; nothing was bet.",
  },
  [ErrorCode.StopNotAllowed]: { status: 409, message: "The reels stop by themselves here. The game goes on." },
  [ErrorCode.AutoplayNotAllowed]: { status: 409, message: "There is no autoplay here. Nothing was bet." },
  [ErrorCode.AutoplayNotDeclared]: {
    status: 409,
    message: "Autoplay is over. Choose its games and its loss limit to start it again; nothing was bet.",
  },
  [ErrorCode.AutoplayLossLimit]: {
    status: 409,
    message: "The next game could pass the loss limit of autoplay. {amount} is left of it; nothing was bet.",
  },
  [ErrorCode.StakeTooHigh]: {
    status: 409,
    message: "A game may cost {amount} at most here. Choose a lower bet; nothing was bet.",
  },
};

/** Functions, so that bundlers can drop the tables where only the codes are used. */
export const errorCodes = (): readonly ErrorCode[] => Object.values(ErrorCode);
/** The name of each code, e.g. "MachineTaken". */
export const errorNames = (): Readonly<Record<ErrorCode, string>> =>
  Object.fromEntries(Object.entries(ErrorCode).map(([name, code]) => [code, name])) as Record<ErrorCode, string>;

/**
 * Parameters that are amounts, by code: minor units in `Params`, major ones in `ErrorMessage`. No other code has an
 * amount in its message.
 */
export const AMOUNT_PARAMS: Readonly<Record<number, string>> = {
  [ErrorCode.AmountOutOfRange]: "maximum",
  [ErrorCode.DepositTooSmall]: "amount",
  [ErrorCode.AmountUnderReview]: "amount",
  [ErrorCode.BalanceTooHigh]: "amount",
  [ErrorCode.DepositLimitReached]: "amount",
  [ErrorCode.BetExceedsLossLimit]: "amount",
  [ErrorCode.AutoplayLossLimit]: "amount",
  [ErrorCode.CashInLimitReached]: "amount",
  [ErrorCode.StakeTooHigh]: "amount",
};

/**
 * Codes of `info` notifications on the game socket that announce no error, by name. The values are what the notification
 * contains. The other languages have their texts in errors.json next to those of errors, so no name here is one of `ErrorCode`.
 */
export const InfoCode = {
  /** The player must deposit within `count` seconds. */
  DepositCountdown: "CODE_18800",
  /** The server ends the session; `reason` says why. */
  SessionClosing: "CODE_18801",
  /** The player must press something within `count` seconds. */
  IdleCountdown: "CODE_18802",
} as const;
export type InfoCode = (typeof InfoCode)[keyof typeof InfoCode];

/** English, in ICU's format: what a notification says to a client that has no text of its own for the code. */
export const INFO_MESSAGES: Readonly<Record<InfoCode, string>> = {
  [InfoCode.DepositCountdown]: "{count, plural, one {# second} other {# seconds}} left to deposit funds",
  [InfoCode.SessionClosing]: "Your session is being closed...",
  [InfoCode.IdleCountdown]: "{count, plural, one {# second} other {# seconds}} left to continue",
};

export const ErrorParams = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type ErrorParams = z.infer<typeof ErrorParams>;
/** The answer to every refused call. `code` may be unknown to this version. */
export const ErrorAnswer = z.object({
  ErrorMessage: z.string(),
  code: z.number(),
  Params: z._default(ErrorParams, {}),
  /** Of a refused claim of a promotion: 0, where a granted one has 1. */
  status: z.optional(z.int()),
});
export type ErrorAnswer = z.infer<typeof ErrorAnswer>;

/** An error with a code of a catalogue, as a value or thrown. `message` is its English wording. */
export abstract class CodedError<Code extends number = number> extends Error {
  readonly code: Code;
  readonly params: ErrorParams;
  constructor(message: string, code: Code, params: ErrorParams, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.params = params;
  }
  /** Of the HTTP answer. */
  abstract get status(): number;
  toAnswer(): ErrorAnswer {
    return { ErrorMessage: this.message, code: this.code, Params: this.params };
  }
}

/** An error of this catalogue. Its message is formatted at the edge. */
export class AppError extends CodedError<ErrorCode> {
  override name = "AppError";
  constructor(code: ErrorCode, params: ErrorParams = {}, options?: ErrorOptions) {
    super(wordingOf(ERRORS[code].message, params, AMOUNT_PARAMS[code]), code, params, options);
  }
  get status(): number {
    return ERRORS[this.code].status;
  }
}

/**
 * The English wording, with amounts in major units.
 * @param amountParam the parameter that is an amount
 */
function wordingOf(message: string, params: ErrorParams, amountParam: string | undefined): string {
  const amount = amountParam === undefined ? undefined : params[amountParam];
  const shown =
    amountParam !== undefined && typeof amount === "number" ? { ...params, [amountParam]: majorUnits(amount) } : params;
  return formatMessage(message, shown);
}

/** The English text of a code of either catalogue; "" for a code of neither, and for a success. */
export function messageOf(code: number | string, params: ErrorParams): string {
  if (code === ErrorCode.Success) return "";
  const message = Object.hasOwn(ERRORS, code)
    ? ERRORS[code as ErrorCode].message
    : Object.hasOwn(INFO_MESSAGES, code)
      ? INFO_MESSAGES[code as InfoCode]
      : "";
  return wordingOf(message, params, AMOUNT_PARAMS[code as number]);
}
