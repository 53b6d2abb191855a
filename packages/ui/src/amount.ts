/** Parses an amount as a player types it, with the separators of their language. Works on digits as text, without floats. */
import { asciiDigits } from "@reelcast/contract/fold";

/** Digits and separators of other scripts as Western ones. */
const plainDigits = (text: string) => asciiDigits(text).replace(/٫/g, ".").replace(/٬/g, ",");

/**
 * "1.500" is one and a half thousand in Turkish and nothing in English; "1,500" the other way round. Where the sign for
 * thousands stands before one or two last digits it can only mean the decimals, as a numeric keypad has them.
 * @returns minor units above 0, or null for what is no amount
 */
export function parseAmount(text: string, language: string): number | null {
  const group = language === "tr" ? "." : ",";
  const point = group === "." ? "," : ".";
  const typed = plainDigits(text).replace(/[\s\u00a0\u200e\u200f]/g, "");
  const [, whole = "", , decimals = ""] =
    /^(\d{1,12}|\d{1,3}([.,])\d{3}(?:\2\d{3}){0,2})(?:[.,](\d{1,2}))?$/.exec(typed) ?? [];
  if (whole === "") return null;
  const sign = /[.,]/.exec(whole)?.[0];
  // The other language's thousands separator, or one sign for both separators: ambiguous.
  if (sign !== undefined && (sign !== group || (decimals !== "" && !typed.endsWith(point + decimals)))) return null;
  const minor = Number(whole.replace(/[.,]/g, "")) * 100 + Number(decimals.padEnd(2, "0"));
  return minor > 0 ? minor : null;
}
