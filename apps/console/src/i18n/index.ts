/** The words of the console. `useT()` in components, `t()` elsewhere; `errorText()` words any error by its catalogue code. */
import { useLingui } from "@lingui/react";
import type { Language } from "@reelcast/contract";
import type { Translate } from "./texts.ts";

export { i18n, loadTexts, setLanguage, t } from "./catalogue.ts";
export { WordedError, errorText, setErrorCurrency } from "./errors.ts";
export { formatAgo, formatMoment } from "./moments.ts";
export type { Subject, TextKey, TitleKey, Translate } from "./texts.ts";

/** `const t = useT(); t("shell.close")` — the component draws again when the language changes. */
export function useT(): Translate {
  return useLingui()._;
}
/** The language shown now. */
export function useLanguage(): Language {
  // `setLanguage` sets no other.
  return useLingui().i18n.locale as Language;
}
