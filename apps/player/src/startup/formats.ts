/**
 * Makes the formatters of money and of counts before the first screen needs them. The browser takes long for the first
 * of each (tens of milliseconds on a phone), so each is made in a task of its own, while the server is being asked.
 */
import { ErrorCode } from "@reelcast/contract";
import { formatMoney } from "@reelcast/ui/money";
import { settings } from "../api/index.ts";
import { i18n } from "../i18n/catalogue.ts";
import { nextTask } from "./nextTask.ts";

/** Call it once the settings and the language are known. */
export async function prepareFormats(): Promise<void> {
  const { locale: language } = i18n;
  const { currency } = settings();
  const makers = [
    () => i18n.number(0),
    // Any text that depends on a number.
    () => i18n._(`errors.${ErrorCode.TooManyRequests}`, { seconds: 5 }),
    () => formatMoney(0, { language, currency }),
    () => formatMoney(0, { language, currency, short: true }),
  ];
  for (const make of makers) {
    await nextTask();
    make();
  }
}
