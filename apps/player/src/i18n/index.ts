/**
 * The words of the app. `useT()` in components, `t()` elsewhere (it words in the language of that moment);
 * `errorText()` words any error by its catalogue code. No text stands in the code.
 */
import { useLingui } from "@lingui/react";
import type { Language } from "@reelcast/contract";
import { i18n } from "./catalogue.ts";
import type { Translate } from "./texts.ts";

export { loadTexts, setDirection, setLanguage } from "./catalogue.ts";
export { errorText, setErrorFormats } from "./errors.ts";
export { countryName } from "./countries.ts";
export { formatDate, formatDuration } from "./dates.ts";
export { TextsProvider } from "./TextsProvider.tsx";
export type { Subject, TextKey, TextValues, Translate } from "./texts.ts";

/** `const t = useT(); t("lobby.title")` — the component draws again when the language changes. */
export function useT(): Translate {
  return useLingui()._;
}
export const t: Translate = (key, values) => i18n._(key, values);
/** The language shown now. */
export function useLanguage(): Language {
  // `setLanguage` sets no other.
  return useLingui().i18n.locale as Language;
}
