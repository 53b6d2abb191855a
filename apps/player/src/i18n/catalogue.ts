/**
 * Loads the texts: one catalogue per language and subject, fetched when a screen first needs it. Changing the
 * language fetches the same subjects in the new one, then swaps, so that no screen is ever without its words.
 */
import { setupI18n } from "@lingui/core";
import type { Messages } from "@lingui/core";
import type { Language } from "@reelcast/contract";
import type { Subject, Translate } from "./texts.ts";

export const RTL_LANGUAGES: readonly Language[] = ["ar"];
/** Languages that have texts. */
export const SHIPPED: readonly Language[] = ["tr", "en", "ar"];

export const i18n = setupI18n();
/** Words a text in the language of this moment. */
export const t: Translate = (key, values) => i18n._(key, values);
const files = import.meta.glob<Messages>("./*/{shell,errors,startup,login,lobby,game}.json", { import: "default" });
const wanted = new Set<Subject>();
let direction: "auto" | "ltr" | "rtl" = "auto";
const loaded = new Set<string>();

async function fetchInto(language: Language, subject: Subject): Promise<void> {
  const key = `${language}/${subject}`;
  if (loaded.has(key)) return;
  const path = `./${key}.json`;
  const file = files[path] ?? (await import("./moreFiles.ts")).moreFiles[path];
  if (!file) throw new Error(`No texts for ${key}`);
  const messages = await file();
  loaded.add(key);
  // Uncompiled catalogues (in tests) carry their keys without the subject.
  const prefix = `${subject}.`;
  i18n.load(
    language,
    Object.fromEntries(
      Object.entries(messages).map(([id, message]) => [id.startsWith(prefix) ? id : prefix + id, message]),
    ),
  );
}

/** Fetches texts before the language is known for certain. What fails is fetched again by `setLanguage`. */
export function preloadTexts(language: Language, ...subjects: Subject[]): void {
  void Promise.allSettled(subjects.map((subject) => fetchInto(language, subject)));
}

/**
 * Resolves when these subjects are loaded in the current language. Call it together with the `import()` of a screen.
 */
export async function loadTexts(...subjects: Subject[]): Promise<void> {
  for (const subject of subjects) wanted.add(subject);
  if (i18n.locale) await Promise.all(subjects.map((subject) => fetchInto(i18n.locale as Language, subject)));
}

/** Shows the app in `language`; what has no texts falls back to Turkish. Sets `lang` and `dir` of the document. */
export async function setLanguage(language: Language): Promise<void> {
  const shipped = SHIPPED.includes(language) ? language : "tr";
  await Promise.all([...wanted].map((subject) => fetchInto(shipped, subject)));
  // Figures are written as the machine's glass shows them, in Arabic too.
  i18n.activate(shipped, [`${shipped}-u-nu-latn`]);
  if (typeof document === "undefined") return;
  document.documentElement.lang = shipped;
  setDirection(direction);
}
/** The direction of the document from now on; "auto": as the language is written. */
export function setDirection(next: "auto" | "ltr" | "rtl"): void {
  direction = next;
  const natural = RTL_LANGUAGES.includes(i18n.locale as Language) ? "rtl" : "ltr";
  document.documentElement.dir = next === "auto" ? natural : next;
}
