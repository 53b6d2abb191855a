/**
 * The words of the app. `useT()` in components, `t()` elsewhere (it words in the language of that moment);
 * `errorText()` words any error by its catalogue code. No text stands in the code.
 */
import { useLingui } from "@lingui/react";
import type { Language } from "@reelcast/contract";
import type { Translate } from "./texts.ts";

export { loadTexts, t } from "./catalogue.ts";
/** For tests: the startup has its own way to it. @internal */
export { setLanguage } from "./catalogue.ts";
export { HIDDEN_MONEY, errorText } from "./errors.ts";
export { countryName } from "./countries.ts";
export { formatDate, formatDuration } from "./dates.ts";
export { TextsProvider } from "./TextsProvider.tsx";
export type { Subject, TextKey, TextValues, Translate } from "./texts.ts";

/** `const t = useT(); t("lobby.title")` — the component draws again when the language changes. */
export function useT(): Translate {
  return useLingui()._;
}
/** The language shown now. */
export function useLanguage(): Language {
  // `setLanguage` sets no other.
  return useLingui().i18n.locale as Language;
}
