/** Texts of errors: by the code in the player's language, else the server's own text, else a general one. */
import { AMOUNT_PARAMS, ErrorCode } from "@reelcast/contract";
import type { Currency } from "@reelcast/contract";
import { formatMoney } from "@reelcast/ui/money";
import { wordParams } from "@reelcast/ui/wordParams";
import { i18n } from "./catalogue.ts";
import { formatDate } from "./dates.ts";
import type { TextValues } from "./texts.ts";

interface Coded {
  code: number | string;
  params?: TextValues;
  message?: string;
}
function isCoded(error: unknown): error is Coded {
  return (
    typeof error === "object" &&
    error !== null &&
    "code" in error &&
    (typeof error.code === "number" || typeof error.code === "string")
  );
}

/** Parameters that are moments, in whatever code they come. */
const MOMENTS = ["until"];

let currency: Currency = "TRY";
let dateFormat = "DD.MM.YYYY HH:mm:ss";
let isMoneyHidden = (): boolean => false;
/** Stands for the player's own money while they hide it. */
export const HIDDEN_MONEY = "••••••";
/** The currency and the format of dates in which amounts and moments within errors are worded. */
export function setErrorFormats(next: {
  currency: Currency;
  dateFormat: string;
  /** Asked for each text that names money of the player. */
  isMoneyHidden?: () => boolean;
}): void {
  ({ currency, dateFormat, isMoneyHidden = () => false } = next);
}

function inWords(code: number | string, params: TextValues): TextValues {
  const amount = typeof code === "number" ? AMOUNT_PARAMS[code] : undefined;
  return wordParams(params, {
    amounts: amount === undefined ? [] : [amount],
    money: (minor) =>
      code === ErrorCode.AmountUnderReview && isMoneyHidden()
        ? HIDDEN_MONEY
        : formatMoney(minor, { language: i18n.locale, currency, short: true }),
    moments: MOMENTS,
    moment: (at) => formatDate(at, dateFormat) || at,
  });
}

/** Whether all parameters that the message names are there. */
function isComplete(message: unknown, params: TextValues): boolean {
  return (
    !Array.isArray(message) ||
    message.every((token) => !Array.isArray(token) || Object.hasOwn(params, String(token[0])))
  );
}

/** The text for an `ApiError`, an RPC error's data, an info notification, or anything else that was thrown. */
export function errorText(error: unknown): string {
  if (isCoded(error)) {
    const id = `errors.${error.code}`;
    const params = inWords(error.code, error.params ?? {});
    if (Object.hasOwn(i18n.messages, id) && (isComplete(i18n.messages[id], params) || !error.message))
      return i18n._(id, params);
    if (error.message) return error.message;
  }
  return i18n._("errors.unknown");
}
