import { readFile } from "node:fs/promises";
import { DESCRIPTIONS } from "@reelcast/contract";
import { expect, it } from "vitest";
import { inLanguage } from "./pageLanguages.ts";

const page = await readFile(new URL("../index.html", import.meta.url), "utf8");

it("the page and its description are in the language", () => {
  const arabic = inLanguage(page, "ar");
  expect(arabic).toContain('<html lang="ar" dir="rtl">');
  expect(arabic).toContain(`<meta name="description" content="${DESCRIPTIONS.ar}" />`);
  expect(arabic).not.toContain(DESCRIPTIONS.tr);
  expect(inLanguage(page, "tr")).toBe(page);
  expect(() => inLanguage(page.replace(DESCRIPTIONS.tr, ""), "en")).toThrow("index.html has no");
});
it("without JavaScript it says so in every language", () => {
  const text = /<noscript>(.*?)<\/noscript>/s.exec(page)?.[1] ?? "";
  for (const language of ["tr", "en", "ar"]) expect(text).toContain(`lang="${language}"`);
});
