/** The texts of the console. */
import type { Messages } from "@lingui/core";
import { createCatalogue } from "@reelcast/ui/catalogue";
import type { Subject, Translate } from "./texts.ts";

const files = import.meta.glob<Messages>(["./*/*.json", "./*/titles.ts"], { import: "default" });

export const { i18n, t, loadTexts, setLanguage } = createCatalogue<Subject, Translate>(
  async (path) => files[path] ?? files[path.replace(/json$/, "ts")],
  ["titles"],
);
