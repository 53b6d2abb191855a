/** The texts of the console's own errors: the contract has them in every language. */
import { CONSOLE_ERRORS, ConsoleErrorCode } from "@reelcast/contract/console";
import ar from "@reelcast/contract/console/errorTexts/ar.json" with { type: "json" };
import tr from "@reelcast/contract/console/errorTexts/tr.json" with { type: "json" };
import type { ErrorTexts } from "./catalogues.ts";

const en = Object.fromEntries(
  Object.entries(ConsoleErrorCode).map(([name, code]) => [name, CONSOLE_ERRORS[code].message]),
);
const TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = { tr, en, ar };

export const CONSOLE_ERROR_TEXTS: ErrorTexts = {
  codes: ConsoleErrorCode,
  texts: (language) => TEXTS[language] ?? {},
};
