/** Texts of errors: by the code in the member's language, else the server's own text, else a general one. */
import { AMOUNT_PARAMS } from "@reelcast/contract";
import type { Currency, ErrorParams } from "@reelcast/contract";
import { CONSOLE_ERRORS } from "@reelcast/contract/console";
import type { ConsoleErrorCode } from "@reelcast/contract/console";
import { isApiError } from "@reelcast/client";
import { formatMoney } from "@reelcast/ui/money";
import { wordParams } from "@reelcast/ui/wordParams";
import { i18n } from "./catalogue.ts";
import { formatMoment } from "./moments.ts";

/** Parameters that are moments, in whatever code they come. */
const MOMENTS = ["time", "until"];

let currency: Currency = "TRY";
/** The currency in which amounts within errors are worded. */
export function setErrorCurrency(next: Currency): void {
  currency = next;
}

function amountsOf(code: number): readonly string[] {
  const console = CONSOLE_ERRORS[code as ConsoleErrorCode] as (typeof CONSOLE_ERRORS)[ConsoleErrorCode] | undefined;
  const player = AMOUNT_PARAMS[code];
  return console?.amounts ?? (player === undefined ? [] : [player]);
}

/** @param params amounts in minor units, moments in ISO 8601 */
const inWords = (code: number, params: ErrorParams): ErrorParams =>
  wordParams(params, {
    amounts: amountsOf(code),
    money: (minor) => formatMoney(minor, { language: i18n.locale, currency }),
    moments: MOMENTS,
    moment: (at) => (Number.isNaN(Date.parse(at)) ? at : formatMoment(at, i18n.locale)),
  });

/** Its message is in the member's language already: what the browser refused, not the server. */
export class WordedError extends Error {
  override name = "WordedError";
}

export function errorText(error: unknown): string {
  if (error instanceof WordedError) return error.message;
  if (!isApiError(error)) return i18n._("errors.unknown");
  const id = `errors.${error.code}`;
  if (Object.hasOwn(i18n.messages, id))
    return i18n._(id, typeof error.code === "number" ? inWords(error.code, error.params) : error.params);
  return error.message === "" ? i18n._("errors.unknown") : error.message;
}
