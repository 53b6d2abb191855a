/**
 * Loads the texts of an app: one catalogue per language and subject, fetched when a screen first needs it. Changing the
 * language fetches the same subjects in the new one, then swaps, so that no screen is ever without its words.
 */
import { setupI18n } from "@lingui/core";
import type { I18n, Messages } from "@lingui/core";
import type { Language } from "@reelcast/contract";

const RTL_LANGUAGES: readonly Language[] = ["ar"];
/** Languages that have texts. */
const SHIPPED: readonly Language[] = ["tr", "en", "ar"];

export interface Catalogue<Subject extends string, Translate> {
  i18n: I18n;
  /** Words a text in the language of this moment. */
  t: Translate;
  /** Fetches texts before the language is known for certain. What fails is fetched again by `setLanguage`. */
  preloadTexts: (language: Language, ...subjects: Subject[]) => void;
  /** Resolves when these subjects are loaded in the current language. Call it together with the `import()` of a screen. */
  loadTexts: (...subjects: Subject[]) => Promise<void>;
  /** Shows the app in `language`; what has no texts falls back to Turkish. Sets `lang` and `dir` of the document. */
  setLanguage: (language: Language) => Promise<void>;
  /** The direction of the document from now on; "auto": as the language is written. */
  setDirection: (next: "auto" | "ltr" | "rtl") => void;
}

/**
 * @param find the file of "./tr/lobby.json", as `import.meta.glob` gives it
 * @param collected subjects whose files have texts of others, each under its whole key ("lobby.title")
 */
export function createCatalogue<Subject extends string, Translate>(
  find: (path: string) => Promise<(() => Promise<Messages>) | undefined>,
  collected: readonly Subject[] = [],
): Catalogue<Subject, Translate> {
  const i18n = setupI18n();
  const wanted = new Set<Subject>();
  const loaded = new Set<string>();
  /** Number of the latest change of the language: an earlier one that comes later has no effect. */
  let change = 0;
  let direction: "auto" | "ltr" | "rtl" = "auto";

  async function fetchInto(language: Language, subject: Subject): Promise<void> {
    const key = `${language}/${subject}`;
    if (loaded.has(key)) return;
    const file = await find(`./${key}.json`);
    if (!file) throw new Error(`No texts for ${key}`);
    const messages = await file();
    loaded.add(key);
    // Uncompiled catalogues (in tests) carry their keys without the subject.
    const prefix = `${subject}.`;
    const whole = (id: string) => (id.startsWith(prefix) || collected.includes(subject) ? id : prefix + id);
    i18n.load(language, Object.fromEntries(Object.entries(messages).map(([id, message]) => [whole(id), message])));
  }
  function setDirection(next: "auto" | "ltr" | "rtl"): void {
    direction = next;
    const natural = RTL_LANGUAGES.includes(i18n.locale as Language) ? "rtl" : "ltr";
    document.documentElement.dir = next === "auto" ? natural : next;
  }

  return {
    i18n,
    t: ((key: string, values?: Record<string, unknown>) => i18n._(key, values)) as Translate,
    preloadTexts: (language, ...subjects) =>
      void Promise.allSettled(subjects.map((subject) => fetchInto(language, subject))),
    async loadTexts(...subjects) {
      for (const subject of subjects) wanted.add(subject);
      if (i18n.locale) await Promise.all(subjects.map((subject) => fetchInto(i18n.locale as Language, subject)));
    },
    async setLanguage(language) {
      const shipped = SHIPPED.includes(language) ? language : "tr";
      change += 1;
      const own = change;
      // Also what a screen asks for meanwhile.
      for (let known = -1; known < wanted.size;) {
        known = wanted.size;
        await Promise.all([...wanted].map((subject) => fetchInto(shipped, subject)));
      }
      if (own !== change) return;
      // Figures are written as the machine's glass shows them, in Arabic too.
      i18n.activate(shipped, [`${shipped}-u-nu-latn`]);
      if (typeof document === "undefined") return;
      document.documentElement.lang = shipped;
      setDirection(direction);
    },
    setDirection,
  };
}
