/** Parses an amount as a player types or pastes it. Works on digits as text, without floats. */
import { CURRENCY_SYMBOLS } from "@reelcast/contract";
import type { Currency } from "@reelcast/contract";
import { asciiDigits } from "@reelcast/contract/fold";

/** Digits and separators of other scripts as Western ones. */
const plainDigits = (text: string) => asciiDigits(text).replace(/٫/g, ".").replace(/٬/g, ",");
/** Spaces, and the signs that set a direction. */
const INVISIBLE = /[\s\u200e\u200f\u061c\u2066-\u2069]/g;

/** How people write a currency: its sign, its code, and the abbreviation that is usual for the lira. */
const marksOf = (currency: Currency): string[] => [
  CURRENCY_SYMBOLS[currency],
  currency,
  ...(currency === "TRY" ? ["TL"] : []),
];
/** Without one sign or code of the currency, at the beginning or at the end. */
export function withoutCurrency(text: string, currency: Currency): string {
  const lower = text.toLowerCase();
  for (const mark of marksOf(currency).map((one) => one.toLowerCase())) {
    if (lower.startsWith(mark)) return text.slice(mark.length);
    if (lower.endsWith(mark)) return text.slice(0, -mark.length);
  }
  return text;
}

/**
 * Two different signs say by themselves which is which, and so does one that stands several times: "1.000,50" and "1,000.50"
 * are the same in every language. A single sign before three digits is read by the language: "1.500" is one and a half
 * thousand in Turkish and nothing in English; "1,500" the other way round. Before one or two last digits it can only mean
 * the decimals, as a numeric keypad has them.
 * @param currency of the house: its sign or code may stand before or after the amount; any other is refused
 * @returns minor units above 0, or null for what is no amount
 */
export function parseAmount(text: string, language: string, currency?: Currency): number | null {
  const plain = plainDigits(text).replace(INVISIBLE, "");
  const typed = currency === undefined ? plain : withoutCurrency(plain, currency);
  const [, whole = "", sign, point, decimals = ""] =
    /^(\d{1,12}|\d{1,3}([.,])\d{3}(?:\2\d{3}){0,2})(?:([.,])(\d{1,2}))?$/.exec(typed) ?? [];
  if (whole === "") return null;
  if (sign !== undefined) {
    const isClear = point === undefined ? whole.split(sign).length > 2 : point !== sign;
    const group = language === "tr" ? "." : ",";
    if (!isClear && (point !== undefined || sign !== group)) return null;
  }
  const minor = Number(whole.replace(/[.,]/g, "")) * 100 + Number(decimals.padEnd(2, "0"));
  return minor > 0 ? minor : null;
}
