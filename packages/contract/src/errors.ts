/**
 * The error catalogue: every code that crosses the wire, its HTTP status and the English wording that a server sends
 * as `ErrorMessage`. The app words each code in the player's language and falls back to `ErrorMessage`.
 *
 * A 401 is only ever "this token is not, or no longer, valid": the app logs out on it. 40100 carries
 * `Params {reason}`: "expired" where the token's time is over, "invalid" for every other reason.
 */
import * as z from "zod/mini";
import { majorUnits } from "./entities.ts";

interface Entry {
  status: number;
  /** English, with {params} in braces. */
  message: string;
}

export const ERRORS = {
  // codes of the specification
  10: { status: 401, message: "The signature could not be verified." },
  10700: {
    status: 403,
    message:
      "Wrong username or password. {remaining} attempts left before the account is blocked for {minutes} minutes.",
  },
  10701: { status: 403, message: "Username or password is wrong." },
  10702: {
    status: 429,
    message: "The account is protected after too many wrong attempts. Try again in {minutes} minutes.",
  },
  10703: { status: 403, message: "Your IP address is not permitted." },
  10704: { status: 403, message: "You have been banned." },
  20000: { status: 200, message: "The request was successful." },
  40000: { status: 400, message: "The request is invalid." },
  40001: { status: 403, message: "The old password is wrong." },
  40101: { status: 400, message: "The password is too short: at least {minimum} characters." },
  50100: { status: 409, message: "The session has been terminated; the transaction cannot be processed." },
  70000: { status: 503, message: "The video could not be started. Please contact the technical team." },
  // tokens and permission
  40100: { status: 401, message: "The access token is missing, expired or no longer valid." },
  40102: { status: 400, message: "This password is among the most used ones. Choose another." },
  40103: { status: 403, message: "The PIN is wrong. {remaining} tries left." },
  40104: { status: 403, message: "Log in with username and password is not allowed here." },
  40300: { status: 403, message: "You are not permitted to do this." },
  40301: { status: 403, message: "Requests from this origin are not accepted." },
  40400: { status: 404, message: "There is nothing at this address." },
  40500: { status: 405, message: "This method is not allowed here." },
  40600: { status: 406, message: "No video format in common: the browser must accept H.264." },
  40800: { status: 408, message: "The request took too long to arrive." },
  40900: { status: 409, message: "The request conflicts with the present state." },
  40901: { status: 409, message: "The same request is still being carried out." },
  40902: { status: 409, message: "This transfer id has been used for another request." },
  41200: { status: 412, message: "The video connection has changed meanwhile." },
  41300: { status: 413, message: "The request is too large." },
  41400: { status: 414, message: "The address is too long." },
  41500: { status: 415, message: "This content type is not accepted here." },
  42200: { status: 422, message: "This video connection can't be renewed. Start a new one." },
  42800: { status: 428, message: "This request needs an If-Match header." },
  42900: { status: 429, message: "Too many requests. Please wait {seconds} seconds." },
  43100: { status: 431, message: "The headers are too large." },
  50000: { status: 500, message: "Something went wrong on the server. No money has moved that is not shown." },
  50300: { status: 503, message: "The service is not ready. Your money is safe. Please try again shortly." },
  // play
  60001: { status: 409, message: "Somebody else is playing this machine." },
  60002: { status: 409, message: "You have an open session on {name}. Continue or cash out there first." },
  60003: { status: 409, message: "The machine is out of order." },
  60004: { status: 503, message: "The machine is offline." },
  60005: { status: 409, message: "The machine is reserved for another player." },
  60006: { status: 409, message: "Your balance is empty. Add funds to play." },
  60007: { status: 409, message: "You are not seated at this machine." },
  60008: { status: 409, message: "The machine did not accept the press." },
  60009: { status: 409, message: "A game is in progress. Try again when it is over." },
  60010: { status: 409, message: "An earlier transfer on this machine is still being settled." },
  60011: { status: 400, message: "The amount is not within the limits (at most {maximum})." },
  60012: { status: 409, message: "Your balance is not enough." },
  60013: { status: 409, message: "The machine refused the transfer. Your money stays where it was." },
  60014: {
    status: 202,
    message: "The machine has not answered yet. Your money is safe and the transfer will be settled.",
  },
  60015: { status: 409, message: "You continued in another window." },
  60016: { status: 409, message: "You have been removed from the machine." },
  60017: { status: 409, message: "A hand pay waits for the attendant." },
  60018: { status: 404, message: "You have no open session on this machine." },
  60019: { status: 409, message: "There is not enough credit for this bet." },
  60020: { status: 409, message: "{amount} are being checked. The money is safe; you can play elsewhere." },
  // promotions
  61001: { status: 409, message: "Your balance must be below {amount}." },
  61002: { status: 429, message: "You can use this once every {seconds} seconds." },
  61003: { status: 409, message: "There is nothing to claim at the moment." },
  // player protection
  62001: { status: 409, message: "This would pass your deposit limit. {amount} is left of it." },
  62002: { status: 409, message: "You have reached your loss limit. You can play again from {until}." },
  62003: { status: 409, message: "You have reached your time limit. You can play again from {until}." },
  62004: { status: 409, message: "This bet could pass your loss limit. {amount} is left of it." },
  62005: { status: 403, message: "You are taking a break until {until}." },
  62006: { status: 403, message: "You have excluded yourself from play until {until}." },
  62007: { status: 409, message: "Your time limit will be reached in {minutes} minutes." },
} as const satisfies Record<number, Entry>;

export type ErrorCode = keyof typeof ERRORS;
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
  60011: "maximum",
  60020: "amount",
  61001: "amount",
  62001: "amount",
  62004: "amount",
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
