/** The language of the app: which one a visit begins with, and the player's own choice, which this browser keeps. */
import type { Language, Settings } from "@reelcast/contract";
import { STORAGE } from "../api/index.ts";
import { browserStore } from "../api/token.ts";
import { setLanguage } from "../i18n/catalogue.ts";

/** Each language by its own name. */
export const LANGUAGE_NAMES = { tr: "shell.languageTr", en: "shell.languageEn", ar: "shell.languageAr" } as const;

/** Whether the operator lets players choose. */
export function offersLanguages({
  languageSelect,
  languages,
}: Pick<Settings, "languageSelect" | "languages">): boolean {
  return languageSelect && languages.length > 1;
}

/** The language of a house that follows its visitors, where theirs is not offered. */
const FALLBACK: Language = "tr";

/**
 * The player's own choice, if the operator offers that language; else the operator's, which is the first language of the
 * browser that is offered where it is "auto".
 * @param stored what this browser keeps @param preferred BCP 47 tags, as in `navigator.languages`
 */
export function firstLanguage(
  house: Pick<Settings, "language" | "languages">,
  stored: string | null,
  preferred: readonly string[],
): Language {
  const offered = (requested: string | null) => house.languages.find((one) => one === requested);
  const chosen = offered(stored);
  if (chosen !== undefined) return chosen;
  if (house.language !== "auto") return house.language;
  // "en-GB" is English.
  return preferred.map((tag) => offered(tag.toLowerCase().split("-", 1)[0] ?? "")).find(Boolean) ?? FALLBACK;
}

/** Shows the app in that language, now and at the next visit of this browser. */
export async function chooseLanguage(language: Language): Promise<void> {
  browserStore.set(STORAGE.language, language);
  await setLanguage(language);
}
