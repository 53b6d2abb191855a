/** Which form of a CSV file the spreadsheet of a reader expects. Pure. */
import type { CsvSeparator } from "@reelcast/contract";

/**
 * By the decimal sign of the language: a spreadsheet takes the semicolon where it is a comma. English is also the language of those for
 * whom the app has no other: for them the browser's language counts.
 */
export function separatorOf(language: string, browserLanguage: string): CsvSeparator {
  const parts = new Intl.NumberFormat(language === "en" ? browserLanguage : language).formatToParts(1.5);
  return parts.some(({ type, value }) => type === "decimal" && value === ",") ? "semicolon" : "comma";
}
