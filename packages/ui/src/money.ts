/**
 * Formats money. Amounts are whole minor units (hundredths) all the way to the last step: the decimal point is put in
 * as text, so that no float ever stands between the ledger and the player's eyes.
 */
import { CURRENCY_SYMBOLS, majorUnits } from "@reelcast/contract";
import type { Currency } from "@reelcast/contract";

const formatters = new Map<string, Intl.NumberFormat>();
function formatterFor(language: string, currency: Currency, whole: boolean): Intl.NumberFormat {
  const key = `${language} ${currency} ${whole}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    // Arabic is written with the digits that the machine's glass shows.
    const digits = whole ? 0 : 2;
    formatter = new Intl.NumberFormat(`${language}-u-nu-latn`, {
      style: "currency",
      currency,
      currencyDisplay: "narrowSymbol",
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    formatters.set(key, formatter);
  }
  return formatter;
}

export interface MoneyFormat {
  language: string;
  currency: Currency;
  /** Leaves out the hundredths where they are zero. */
  short?: boolean;
}

/** Signs that set the direction of what follows. */
const DIRECTIONS = /[\u200e\u200f\u061c]/g;

/**
 * 1234567 → "₺12.345,67" (tr, TRY). In Arabic the amount is one unit from left to right, the same in a sentence and by
 * itself. @param minor whole minor units, negative allowed
 */
export function formatMoney(minor: number, { language, currency, short = false }: MoneyFormat): string {
  const whole = short && minor % 100 === 0;
  const text = formatterFor(language, currency, whole)
    .formatToParts(majorUnits(minor) as `${number}`)
    .map((part) => (part.type === "currency" ? CURRENCY_SYMBOLS[currency] : part.value))
    .join("");
  return language === "ar" ? `\u2066${text.replace(DIRECTIONS, "")}\u2069` : text;
}
