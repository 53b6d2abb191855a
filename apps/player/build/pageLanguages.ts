/** The built page in each language of the product: what is read of it before its code runs. The server picks one by the house's. */
import { DESCRIPTIONS, LANGUAGES, PAGE_LANGUAGE, directionOf, pageFile } from "@reelcast/contract";
import type { Language } from "@reelcast/contract";
import type { Plugin } from "vite";

/** @throws Error where the page has no such language or description */
export function inLanguage(page: string, language: Language): string {
  let changed = page;
  for (const [before, after] of [
    [`<html lang="${PAGE_LANGUAGE}" dir="ltr">`, `<html lang="${language}" dir="${directionOf(language)}">`],
    [DESCRIPTIONS[PAGE_LANGUAGE], DESCRIPTIONS[language]],
  ] as const) {
    if (!changed.includes(before)) throw new Error(`index.html has no ${before}`);
    changed = changed.replace(before, after);
  }
  return changed;
}

export function pageLanguages(): Plugin {
  return {
    name: "reelcast:page-languages",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const page = bundle["index.html"];
        if (page?.type !== "asset") throw new Error("the build has no page");
        for (const language of LANGUAGES)
          if (language !== PAGE_LANGUAGE)
            this.emitFile({
              type: "asset",
              fileName: pageFile(language),
              source: inLanguage(String(page.source), language),
            });
      },
    },
  };
}
