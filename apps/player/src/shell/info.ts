/** Chooses the words of the information dialog. */
import type { Language, Settings } from "@reelcast/contract";

/** In the first of `languages` that is given, else in any; a blank line begins a new paragraph. */
export function infoText(
  { title, body }: NonNullable<Settings["infoDialog"]>,
  languages: readonly Language[],
): { title: string; paragraphs: string[] } {
  const choose = (texts: Partial<Record<Language, string>>) =>
    [...languages.map((language) => texts[language]), ...Object.values(texts)].find((text) => text?.trim()) ?? "";
  const paragraphs = choose(body)
    .split(/\r?\n\s*\r?\n/)
    .map((paragraph) => paragraph.trim());
  return { title: choose(title).trim(), paragraphs: [...new Set(paragraphs)].filter(Boolean) };
}
