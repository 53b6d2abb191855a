/** The language of an answer. */
import type { Language } from "@reelcast/contract";

const DEFAULT: Language = "tr";
const isOurs = (tag: string): tag is Language => tag === "tr" || tag === "en" || tag === "ar";

/** The best supported language of an Accept-Language header: "de, en-GB;q=0.8" is "en". */
export function languageOf(header: string | undefined): Language {
  const accepted = (header ?? "").split(",", 20).map((part) => {
    const [tag = "", quality = ""] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*q=/);
    const weight = quality === "" ? 1 : Number(quality);
    return { language: tag.split("-", 1)[0] ?? "", weight: Number.isNaN(weight) ? 0 : weight };
  });
  const best = accepted
    .toSorted((a, b) => b.weight - a.weight)
    .find(({ language, weight }) => weight > 0 && isOurs(language));
  return best && isOurs(best.language) ? best.language : DEFAULT;
}
