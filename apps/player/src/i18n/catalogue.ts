/** The texts of the app. Those on the way from the login to the game are found at once; the list of the others comes with the first. */
import type { Messages } from "@lingui/core";
import { createCatalogue } from "@reelcast/ui/catalogue";
import type { Subject, Translate } from "./texts.ts";

const files = import.meta.glob<Messages>("./*/{shell,errors,startup,login,lobby,game}.json", { import: "default" });

export const { i18n, t, preloadTexts, loadTexts, setLanguage, setDirection } = createCatalogue<Subject, Translate>(
  async (path) => files[path] ?? (await import("./moreFiles.ts")).moreFiles[path],
);
