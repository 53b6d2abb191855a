import { expect, it } from "vitest";
import { createCatalogue } from "./catalogue.ts";

/** A catalogue whose files come when `bring` says so; those of `there` at once. */
function heldCatalogue(...there: string[]) {
  const waiting = new Map<string, () => void>();
  const { t, ...catalogue } = createCatalogue<string, (key: string) => string>(async (path) => {
    if (!there.includes(path.slice(2, 4))) await new Promise<void>((resolve) => waiting.set(path, resolve));
    return async () => ({ word: path });
  });
  const bring = async (path: string) => {
    await expect.poll(() => waiting.has(path)).toBe(true);
    waiting.get(path)?.();
  };
  return { ...catalogue, t: (key: string) => t(key), bring };
}

it("shows the language that was chosen last, though an earlier one comes later", async () => {
  const { loadTexts, setLanguage, i18n, bring } = heldCatalogue("tr", "en");
  await loadTexts("shell");
  await setLanguage("tr");
  const earlier = setLanguage("ar");
  await setLanguage("en");
  await bring("./ar/shell.json");
  await earlier;
  expect(i18n.locale).toBe("en");
});

it("has the texts of a screen that is opened while the language is on its way", async () => {
  const { loadTexts, setLanguage, t, bring } = heldCatalogue("tr");
  await loadTexts("shell");
  await setLanguage("tr");
  const change = setLanguage("ar");
  await loadTexts("lobby");
  await bring("./ar/shell.json");
  await bring("./ar/lobby.json");
  await change;
  expect(t("lobby.word")).toBe("./ar/lobby.json");
});
