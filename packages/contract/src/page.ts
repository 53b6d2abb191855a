/** The page of the app before any code has run: for search engines, previews of links, and the installed app. */
import type { Language, Settings } from "./settings.ts";

/** Language of the page as it is written. */
export const PAGE_LANGUAGE = "tr" satisfies Language;

/** What the app is, in one sentence. */
export const DESCRIPTIONS: Record<Language, string> = {
  tr: "Gerçek slot makinelerini uzaktan, canlı görüntüyle oynayın.",
  en: "Play real slot machines from anywhere, by live video.",
  ar: "العب على ماكينات سلوت حقيقية عن بُعد، بصورة حية.",
};

/** The language of what is written before it is known who reads it. */
export const houseLanguage = ({ language }: Pick<Settings, "language">): Language =>
  language === "auto" ? PAGE_LANGUAGE : language;

export const directionOf = (language: Language): "ltr" | "rtl" => (language === "ar" ? "rtl" : "ltr");

/** Name of the page's file in a language, in the folder of the built app. */
export const pageFile = (language: Language): string =>
  language === PAGE_LANGUAGE ? "index.html" : `index.${language}.html`;
