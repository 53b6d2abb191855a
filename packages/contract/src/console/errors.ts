/**
 * The error catalogue of the operator's console: refusals that only people of the house meet, so that players do not load
 * their texts. Codes, statuses and English wordings are here; `errorTexts/LANGUAGE.json` has the other languages, under the
 * same names. What players meet too has its code in `../errors.ts`. The command line prints the English wording.
 */
import { majorUnits } from "../entities.ts";
import { CodedError } from "../errors.ts";
import type { ErrorParams } from "../errors.ts";
import { formatMessage } from "../formatMessage.ts";

/** Every code by its name. A new one needs a line here, its status and wording below, and its texts. */
export const ConsoleErrorCode = {
  ReasonMissing: 80001,
  PlayerUnknown: 80002,
  MachineUnknown: 80003,
  TransferUnknown: 80004,
  RequestUnknown: 80005,
  TooYoung: 80006,
  PlayerNameShared: 80007,
  // machines
  RetireSeated: 81001,
  RetireUnsettled: 81002,
  SomebodySeated: 81003,
  TransferUnresolved: 81004,
  PayAboveEvidence: 81005,
  PayeeMissing: 81006,
  PayeeOther: 81007,
  NoHandPay: 81008,
  MachineRefused: 81009,
  HandPayPaid: 81010,
  BackUnsettled: 81011,
  CreditDiffers: 81012,
  TransfersDiffer: 81013,
  MachineNotLocked: 81014,
  CreditNotGiven: 81015,
  SettlementRefused: 81016,
  OtherAmountWaits: 81017,
  // money
  TransferNotManual: 82001,
  MovedTooMuch: 82002,
  BalanceTooLow: 82003,
  NotCredited: 82004,
  // second person
  RequestExpired: 83001,
  RequestDecided: 83002,
  RequestOwn: 83003,
  RequestChanged: 83004,
  RequestImpossible: 83005,
  RequestOfNewerVersion: 83006,
  RequestAccessTooNew: 83007,
  RequesterMayNot: 83008,
  // staff
  CodeNotAccepted: 84001,
  SecondFactorRequired: 84002,
  PasskeyNotAccepted: 84003,
  LastManager: 84004,
  StaffNameTaken: 84005,
  StaffUnknown: 84006,
  // jackpots
  BrandUnknown: 86001,
  JackpotUnknown: 86002,
  JackpotNameTaken: 86003,
  JackpotShareTooLarge: 86004,
  JackpotSeedMissing: 86005,
  JackpotMaximumBelowSeed: 86006,
  JackpotMaximumNearSeed: 86007,
  JackpotMaximumBelowPot: 86008,
  // support desk
  ChatTaken: 85001,
  ChatGivenBack: 85002,
  ChatContinued: 85003,
  AnswersChanged: 85004,
  // settings
  RulesBelowProfile: 87001,
  RulesChanged: 87002,
} as const;
export type ConsoleErrorCode = (typeof ConsoleErrorCode)[keyof typeof ConsoleErrorCode];

interface Entry {
  status: number;
  /** English: {parameter}, {parameter, plural, one {# minute} other {# minutes}}. */
  message: string;
  /** The parameters that are amounts: minor units in `Params`, major ones in the wording. */
  amounts?: readonly string[];
}

export const CONSOLE_ERRORS: Readonly<Record<ConsoleErrorCode, Entry>> = {
  [ConsoleErrorCode.ReasonMissing]: { status: 400, message: "Say why. Nothing has changed." },
  [ConsoleErrorCode.PlayerUnknown]: { status: 404, message: "There is no player {player}." },
  [ConsoleErrorCode.MachineUnknown]: { status: 404, message: "There is no machine {machine}." },
  [ConsoleErrorCode.TransferUnknown]: { status: 404, message: 'There is no transfer "{transfer}".' },
  [ConsoleErrorCode.RequestUnknown]: { status: 404, message: "There is no request {request}." },
  [ConsoleErrorCode.TooYoung]: {
    status: 409,
    message: "Who is younger than {years} can't be verified. Nothing has changed.",
  },
  [ConsoleErrorCode.PlayerNameShared]: {
    status: 409,
    message: "{player} may mean several players: {players}. Write one of these names exactly, or the number.",
  },
  // machines
  [ConsoleErrorCode.RetireSeated]: {
    status: 409,
    message: "Machine {machine} can't be retired: somebody is seated at machine {machine}.",
  },
  [ConsoleErrorCode.RetireUnsettled]: {
    status: 409,
    message: "Machine {machine} can't be retired: money of machine {machine} is not settled.",
  },
  [ConsoleErrorCode.SomebodySeated]: {
    status: 409,
    message: "Machine {machine}: somebody is seated at this machine.",
  },
  [ConsoleErrorCode.TransferUnresolved]: {
    status: 409,
    message: "Machine {machine}: transfer {transfer} is not resolved: resolve it first.",
  },
  [ConsoleErrorCode.PayAboveEvidence]: {
    status: 409,
    message: "Machine {machine}: no more than {amount} can be paid: that is all that the evidence shows.",
    amounts: ["amount"],
  },
  [ConsoleErrorCode.PayeeMissing]: {
    status: 409,
    message: "Machine {machine}: nobody's money is in suspense here: say whom to pay.",
  },
  [ConsoleErrorCode.PayeeOther]: {
    status: 409,
    message: "Machine {machine}: the money belongs to player {player}.",
  },
  [ConsoleErrorCode.NoHandPay]: { status: 409, message: "Machine {machine}: no hand pay waits." },
  [ConsoleErrorCode.HandPayPaid]: {
    status: 409,
    message: "Machine {machine}: no hand pay waits. {person} has paid the last one, {amount}, at {time}.",
    amounts: ["amount"],
  },
  /** What the machine's driver has said, in its own words. A closed set of reasons has codes. */
  [ConsoleErrorCode.MachineRefused]: { status: 409, message: 'Machine {machine} can\'t do this now: "{because}".' },
  [ConsoleErrorCode.BackUnsettled]: {
    status: 409,
    message: "Machine {machine}: {amount} of its last player are not settled: settle the machine first.",
    amounts: ["amount"],
  },
  [ConsoleErrorCode.CreditDiffers]: {
    status: 409,
    message: "Machine {machine}: its credit meter shows {shown}, the ledger {booked}.",
    amounts: ["shown", "booked"],
  },
  [ConsoleErrorCode.TransfersDiffer]: {
    status: 409,
    message:
      "Machine {machine}: its transfer meters show {shownIn} in and {shownOut} out, the ledger {bookedIn} and {bookedOut}.",
    amounts: ["shownIn", "shownOut", "bookedIn", "bookedOut"],
  },
  [ConsoleErrorCode.OtherAmountWaits]: {
    status: 409,
    message: "Machine {machine}: {amount} wait now, which is not what was asked for. Nobody was paid: look again.",
    amounts: ["amount"],
  },
  [ConsoleErrorCode.MachineNotLocked]: {
    status: 409,
    message: "Machine {machine} can't be locked: a game is under way, or it has a fault. Nobody was paid.",
  },
  [ConsoleErrorCode.CreditNotGiven]: {
    status: 409,
    message: "Machine {machine} does not give its credit up. Nobody was paid.",
  },
  [ConsoleErrorCode.SettlementRefused]: {
    status: 409,
    message: "Machine {machine}: its money has changed in the meantime. Nobody was paid: look again.",
  },
  // money
  [ConsoleErrorCode.TransferNotManual]: { status: 409, message: "Transfer {transfer} is {state}, not manual." },
  [ConsoleErrorCode.MovedTooMuch]: {
    status: 409,
    message: "It can't have moved more than {amount}.",
    amounts: ["amount"],
  },
  [ConsoleErrorCode.BalanceTooLow]: {
    status: 409,
    message: "The balance of {player} is {amount}: no more than that can be taken. Nothing has moved.",
    amounts: ["amount"],
  },
  [ConsoleErrorCode.NotCredited]: {
    status: 503,
    message:
      "{player} is not credited, and nothing has moved: the disk of the house is too full, or can't be written. Free: {free} MB; DISK_RESERVE_MB: {reserve}. New play is refused too (60021 NewPlayPaused).",
  },
  // second person
  [ConsoleErrorCode.RequestExpired]: {
    status: 409,
    message: "Request {request} has expired: it waited for more than {minutes} minutes. Ask again.",
  },
  [ConsoleErrorCode.RequestDecided]: { status: 409, message: "Request {request} was {state} by {person} already." },
  [ConsoleErrorCode.RequestOwn]: {
    status: 403,
    message: "Request {request} was made by {requester}: it needs somebody else than {person}.",
  },
  [ConsoleErrorCode.RequestChanged]: {
    status: 409,
    message: "Request {request} is not what the audit log says was asked for: nothing has moved.",
  },
  [ConsoleErrorCode.RequestImpossible]: { status: 409, message: "{because}" },
  [ConsoleErrorCode.RequestOfNewerVersion]: {
    status: 409,
    message: 'Request {request} asks for "{act}", which this version does not know.',
  },
  [ConsoleErrorCode.RequestAccessTooNew]: {
    status: 403,
    message:
      "Request {request} of {requester} is not for {person} to approve yet: {giver} has given {member} access or rights less than {hours} hours ago. Nothing has moved. Somebody else can approve it; “house staff add” on the house’s own computer makes a second person at once.",
  },
  [ConsoleErrorCode.RequesterMayNot]: {
    status: 409,
    message:
      "Request {request} was made by {requester}, who is disabled by now or may not ask for this any more. Nothing has moved. Somebody who may asks again.",
  },
  // staff
  [ConsoleErrorCode.CodeNotAccepted]: {
    status: 403,
    message: "This code was not accepted: it is wrong, too old or used already. Wait for the next one.",
  },
  [ConsoleErrorCode.SecondFactorRequired]: {
    status: 403,
    message: "This needs a second factor. Sign in with a code or a passkey.",
  },
  [ConsoleErrorCode.PasskeyNotAccepted]: {
    status: 403,
    message: "The passkey was not accepted. Try again, or sign in with your password.",
  },
  [ConsoleErrorCode.LastManager]: {
    status: 409,
    message: "This is the last active manager. Make somebody else a manager first.",
  },
  [ConsoleErrorCode.StaffNameTaken]: {
    status: 409,
    message: "Somebody of the staff has this name, or one that looks like it. Choose another.",
  },
  [ConsoleErrorCode.StaffUnknown]: { status: 404, message: "Nobody of the staff is called {name}." },
  // jackpots
  [ConsoleErrorCode.BrandUnknown]: { status: 404, message: 'There is no brand "{brand}".' },
  [ConsoleErrorCode.JackpotUnknown]: { status: 404, message: "There is no jackpot {jackpot}." },
  [ConsoleErrorCode.JackpotNameTaken]: { status: 409, message: 'There is a jackpot "{name}" already.' },
  [ConsoleErrorCode.JackpotShareTooLarge]: {
    status: 409,
    message: "A jackpot takes at most {percent} % of a bet.",
  },
  [ConsoleErrorCode.JackpotSeedMissing]: { status: 409, message: "A jackpot begins with more than nothing." },
  [ConsoleErrorCode.JackpotMaximumBelowSeed]: { status: 409, message: "The maximum must be above the seed." },
  [ConsoleErrorCode.JackpotMaximumNearSeed]: {
    status: 409,
    message: "The maximum must be at least twice the seed.",
  },
  [ConsoleErrorCode.JackpotMaximumBelowPot]: {
    status: 409,
    message: "The maximum must be above what the pot holds now.",
  },
  // support desk
  [ConsoleErrorCode.ChatTaken]: { status: 409, message: "{person} has taken this chat meanwhile." },
  [ConsoleErrorCode.ChatGivenBack]: { status: 409, message: "Nobody has this chat any more: take it first." },
  [ConsoleErrorCode.ChatContinued]: {
    status: 409,
    message: "The chat has a newer message: read it before you close the chat.",
  },
  [ConsoleErrorCode.AnswersChanged]: {
    status: 409,
    message: "{person} has changed these answers meanwhile: look at the new version first. Nothing was saved.",
  },
  // settings
  [ConsoleErrorCode.RulesBelowProfile]: {
    status: 409,
    message: "The profile {profile} does not permit this value of {rules}: it asks for more. Nothing was saved.",
  },
  [ConsoleErrorCode.RulesChanged]: {
    status: 409,
    message: "{person} has changed the rules of play meanwhile: look at the new version first. Nothing was saved.",
  },
};

const majorAmounts = (params: ErrorParams, amounts: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    amounts.flatMap((name) => {
      const amount = params[name];
      return typeof amount === "number" ? [[name, majorUnits(amount)]] : [];
    }),
  );

/** An error of this catalogue, as a value or thrown. */
export class ConsoleError extends CodedError<ConsoleErrorCode> {
  override name = "ConsoleError";
  constructor(code: ConsoleErrorCode, params: ErrorParams = {}, options?: ErrorOptions) {
    const { message, amounts = [] } = CONSOLE_ERRORS[code];
    super(formatMessage(message, { ...params, ...majorAmounts(params, amounts) }), code, params, options);
  }
  get status(): number {
    return CONSOLE_ERRORS[this.code].status;
  }
}
