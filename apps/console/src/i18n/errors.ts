/** Texts of errors: by the code in the member's language, else the server's own text, else a general one. */
import { AMOUNT_PARAMS } from "@reelcast/contract";
import type { Currency, ErrorParams } from "@reelcast/contract";
import { CONSOLE_ERRORS } from "@reelcast/contract/console";
import type { ConsoleErrorCode } from "@reelcast/contract/console";
import { isApiError } from "@reelcast/client";
import { formatMoney } from "@reelcast/ui/money";
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
function inWords(code: number, params: ErrorParams): ErrorParams {
  const worded = { ...params };
  for (const name of amountsOf(code)) {
    const amount = params[name];
    if (typeof amount === "number") worded[name] = formatMoney(amount, { language: i18n.locale, currency });
  }
  for (const name of MOMENTS) {
    const moment = params[name];
    if (typeof moment === "string" && !Number.isNaN(Date.parse(moment)))
      worded[name] = formatMoment(moment, i18n.locale);
  }
  return worded;
}

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
