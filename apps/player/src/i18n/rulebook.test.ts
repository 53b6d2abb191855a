import { DEFAULT_SETTINGS } from "@reelcast/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { loadTexts, setLanguage, t } from "./index.ts";
import type { Language } from "@reelcast/contract";
import { chapters, figures, wordSeconds } from "./rulebook.ts";

const money = (minor: number) => `₺${minor / 100}`;
function read(settings = DEFAULT_SETTINGS): string {
  const values = figures(settings, { t, money });
  return chapters(settings)
    .flatMap(({ title, paragraphs }) => [title, ...paragraphs])
    .map((key) => t(key, values))
    .join("\n");
}

describe.each<Language>(["tr", "en", "ar"])("rules in %s", (language) => {
  beforeAll(async () => {
    await loadTexts("rules");
    await setLanguage(language);
  });
  it("speak in the house's own figures, with no hole left", () => {
    const text = read({
      ...DEFAULT_SETTINGS,
      maxAllIn: 123_400,
      playTimes: { ...DEFAULT_SETTINGS.playTimes, idleSeconds: 77 },
    });
    expect(text).toContain("₺1234");
    expect(text).toContain("77");
    expect(text).not.toMatch(/[{}]|rules\./);
  });
  it("say what holds under other settings", () => {
    const strict = read({ ...DEFAULT_SETTINGS, zeroBalanceMayPlay: false, discountBalanceCheck: true });
    const mild = read({ ...DEFAULT_SETTINGS, zeroBalanceMayPlay: true, discountBalanceCheck: false });
    expect(strict).toContain(t("rules.depositNoZero"));
    expect(mild).toContain(t("rules.depositZero"));
    expect(strict).toContain("₺100");
    expect(mild.split("\n").length).toBe(strict.split("\n").length - 1);
  });
});

it("counts whole minutes as minutes", async () => {
  await setLanguage("en");
  expect([wordSeconds(30, t), wordSeconds(60, t), wordSeconds(90, t), wordSeconds(180, t)]).toEqual([
    "30 seconds",
    "1 minute",
    "90 seconds",
    "3 minutes",
  ]);
});

it("has an address for every chapter", () => {
  const ids = chapters(DEFAULT_SETTINGS).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z-]+$/);
});
