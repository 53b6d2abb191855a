/**
 * The error catalogue: every code that crosses the wire, its HTTP status and the English wording that a server sends
 * as `ErrorMessage`. The app words each code in the player's language and falls back to `ErrorMessage`.
 *
 * A 401 is only ever "this token is not, or no longer, valid": the app logs out on it. TokenInvalid carries
 * `Params {reason}`: "expired" where the token's time is over, "invalid" for every other reason.
 */
import * as z from "zod/mini";
import { majorUnits } from "./entities.ts";

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
  PasswordTooShort: 40101,
  SessionTerminated: 50100,
  VideoStartFailed: 70000,
  // tokens and permission
  TokenInvalid: 40100,
  PasswordTooCommon: 40102,
  WrongPin: 40103,
  PasswordLoginNotAllowed: 40104,
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
} as const;
export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];

interface Entry {
  status: number;
  /** English, with {params} in braces. */
  message: string;
}

export const ERRORS: Readonly<Record<ErrorCode, Entry>> = {
  // codes of the specification
  [ErrorCode.SignatureInvalid]: { status: 401, message: "The signature could not be verified." },
  [ErrorCode.WrongCredentialsAttemptsLeft]: {
    status: 403,
    message:
      "Wrong username or password. {remaining} attempts left before the account is blocked for {minutes} minutes.",
  },
  [ErrorCode.WrongCredentials]: { status: 403, message: "Username or password is wrong." },
  [ErrorCode.AccountProtected]: {
    status: 429,
    message: "The account is protected after too many wrong attempts. Try again in {minutes} minutes.",
  },
  [ErrorCode.AddressNotPermitted]: { status: 403, message: "Your IP address is not permitted." },
  [ErrorCode.PlayerBanned]: { status: 403, message: "You have been banned." },
  [ErrorCode.Success]: { status: 200, message: "The request was successful." },
  [ErrorCode.InvalidRequest]: { status: 400, message: "The request is invalid." },
  [ErrorCode.WrongOldPassword]: { status: 403, message: "The old password is wrong." },
  [ErrorCode.PasswordTooShort]: { status: 400, message: "The password is too short: at least {minimum} characters." },
  [ErrorCode.SessionTerminated]: {
    status: 409,
    message: "The session has been terminated; the transaction cannot be processed.",
  },
  [ErrorCode.VideoStartFailed]: {
    status: 503,
    message: "The video could not be started. Please contact the technical team.",
  },
  // tokens and permission
  [ErrorCode.TokenInvalid]: { status: 401, message: "The access token is missing, expired or no longer valid." },
  [ErrorCode.PasswordTooCommon]: { status: 400, message: "This password is among the most used ones. Choose another." },
  [ErrorCode.WrongPin]: { status: 403, message: "The PIN is wrong. {remaining} tries left." },
  [ErrorCode.PasswordLoginNotAllowed]: {
    status: 403,
    message: "Log in with username and password is not allowed here.",
  },
  [ErrorCode.NotPermitted]: { status: 403, message: "You are not permitted to do this." },
  [ErrorCode.OriginNotAccepted]: { status: 403, message: "Requests from this origin are not accepted." },
  [ErrorCode.NotFound]: { status: 404, message: "There is nothing at this address." },
  [ErrorCode.MethodNotAllowed]: { status: 405, message: "This method is not allowed here." },
  [ErrorCode.NoCommonVideoFormat]: {
    status: 406,
    message: "No video format in common: the browser must accept H.264.",
  },
  [ErrorCode.RequestTimeout]: { status: 408, message: "The request took too long to arrive." },
  [ErrorCode.Conflict]: { status: 409, message: "The request conflicts with the present state." },
  [ErrorCode.RequestInProgress]: { status: 409, message: "The same request is still being carried out." },
  [ErrorCode.TransferIdReused]: { status: 409, message: "This transfer id has been used for another request." },
  [ErrorCode.PreconditionFailed]: { status: 412, message: "The video connection has changed meanwhile." },
  [ErrorCode.RequestTooLarge]: { status: 413, message: "The request is too large." },
  [ErrorCode.AddressTooLong]: { status: 414, message: "The address is too long." },
  [ErrorCode.UnsupportedMediaType]: { status: 415, message: "This content type is not accepted here." },
  [ErrorCode.VideoNotRenewable]: { status: 422, message: "This video connection can't be renewed. Start a new one." },
  [ErrorCode.PreconditionRequired]: { status: 428, message: "This request needs an If-Match header." },
  [ErrorCode.TooManyRequests]: { status: 429, message: "Too many requests. Please wait {seconds} seconds." },
  [ErrorCode.HeadersTooLarge]: { status: 431, message: "The headers are too large." },
  [ErrorCode.InternalError]: {
    status: 500,
    message: "Something went wrong on the server. No money has moved that is not shown.",
  },
  [ErrorCode.ServiceUnavailable]: {
    status: 503,
    message: "The service is not ready. Your money is safe. Please try again shortly.",
  },
  // play
  [ErrorCode.MachineTaken]: { status: 409, message: "Somebody else is playing this machine." },
  [ErrorCode.SessionElsewhere]: {
    status: 409,
    message: "You have an open session on {name}. Continue or cash out there first.",
  },
  [ErrorCode.MachineOutOfOrder]: { status: 409, message: "The machine is out of order." },
  [ErrorCode.MachineOffline]: { status: 503, message: "The machine is offline." },
  [ErrorCode.MachineReserved]: { status: 409, message: "The machine is reserved for another player." },
  [ErrorCode.BalanceEmpty]: { status: 409, message: "Your balance is empty. Add funds to play." },
  [ErrorCode.NotSeated]: { status: 409, message: "You are not seated at this machine." },
  [ErrorCode.PressRefused]: { status: 409, message: "The machine did not accept the press." },
  [ErrorCode.GameInProgress]: { status: 409, message: "A game is in progress. Try again when it is over." },
  [ErrorCode.EarlierTransferPending]: {
    status: 409,
    message: "An earlier transfer on this machine is still being settled.",
  },
  [ErrorCode.AmountOutOfRange]: { status: 400, message: "The amount is not within the limits (at most {maximum})." },
  [ErrorCode.InsufficientBalance]: { status: 409, message: "Your balance is not enough." },
  [ErrorCode.TransferRefused]: {
    status: 409,
    message: "The machine refused the transfer. Your money stays where it was.",
  },
  [ErrorCode.TransferInDoubt]: {
    status: 202,
    message: "The machine has not answered yet. Your money is safe and the transfer will be settled.",
  },
  [ErrorCode.SeatTakenOver]: { status: 409, message: "You continued in another window." },
  [ErrorCode.RemovedFromMachine]: { status: 409, message: "You have been removed from the machine." },
  [ErrorCode.HandPayPending]: { status: 409, message: "A hand pay waits for the attendant." },
  [ErrorCode.NoOpenSession]: { status: 404, message: "You have no open session on this machine." },
  [ErrorCode.InsufficientCredit]: { status: 409, message: "There is not enough credit for this bet." },
  [ErrorCode.AmountUnderReview]: {
    status: 409,
    message: "{amount} are being checked. The money is safe; you can play elsewhere.",
  },
  // promotions
  [ErrorCode.BalanceTooHigh]: { status: 409, message: "Your balance must be below {amount}." },
  [ErrorCode.PromotionCooldown]: { status: 429, message: "You can use this once every {seconds} seconds." },
  [ErrorCode.NothingToClaim]: { status: 409, message: "There is nothing to claim at the moment." },
  // player protection
  [ErrorCode.DepositLimitReached]: {
    status: 409,
    message: "This would pass your deposit limit. {amount} is left of it.",
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
  [ErrorCode.OnBreak]: { status: 403, message: "You are taking a break until {until}." },
  [ErrorCode.SelfExcluded]: { status: 403, message: "You have excluded yourself from play until {until}." },
  [ErrorCode.TimeLimitNear]: { status: 409, message: "Your time limit will be reached in {minutes} minutes." },
};

/** A function, so that an app that words the codes itself does not carry the table with it. */
export const errorCodes = (): readonly ErrorCode[] => Object.keys(ERRORS).map(Number) as ErrorCode[];
export function isErrorCode(code: number): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

/**
 * Parameters that are amounts, by code: minor units in `Params`, major ones in `ErrorMessage`. Of every other code none is
 * an amount that its words name.
 */
export const AMOUNT_PARAMS: Readonly<Record<number, string>> = {
  [ErrorCode.AmountOutOfRange]: "maximum",
  [ErrorCode.AmountUnderReview]: "amount",
  [ErrorCode.BalanceTooHigh]: "amount",
  [ErrorCode.DepositLimitReached]: "amount",
  [ErrorCode.BetExceedsLossLimit]: "amount",
};

/** Codes of `info` notifications on the game socket. */
export const INFO_CODES = ["CODE_18800", "CODE_18801", "CODE_18802"] as const;

export const ErrorParams = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type ErrorParams = z.infer<typeof ErrorParams>;
/** What every refused call answers. `code` may be one that this version does not know. */
export const ErrorAnswer = z.object({
  ErrorMessage: z.string(),
  code: z.number(),
  Params: z._default(ErrorParams, {}),
});
export type ErrorAnswer = z.infer<typeof ErrorAnswer>;

/** An error of the catalogue, as a value or thrown. Its words are chosen at the edge. */
export class AppError extends Error {
  override name = "AppError";
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  constructor(code: ErrorCode, params: ErrorParams = {}, options?: ErrorOptions) {
    super(formatMessage(code, params), options);
    this.code = code;
    this.params = params;
  }
  get status(): number {
    return ERRORS[this.code].status;
  }
  toAnswer(): ErrorAnswer {
    return { ErrorMessage: this.message, code: this.code, Params: this.params };
  }
}

function formatMessage(code: ErrorCode, params: ErrorParams): string {
  return ERRORS[code].message.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    if (value === undefined || value === null) return whole;
    return name === AMOUNT_PARAMS[code] && typeof value === "number" ? majorUnits(value) : String(value);
  });
}
