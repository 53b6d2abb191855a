import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("./schemes.css", import.meta.url), "utf8");
function schemeOf(name: string): Map<string, string> {
  const block = new RegExp(`\\[data-scheme="${name}"\\] \\{([^}]+)\\}`).exec(css)?.[1] ?? "";
  return new Map(
    [...block.matchAll(/--color-([\w-]+): (#[0-9a-f]{6});/g)].map(([, key = "", value = ""]) => [key, value]),
  );
}
/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(one: string | undefined, other: string | undefined): number {
  const [dark = 0, light = 0] = [luminance(one ?? "#000000"), luminance(other ?? "#000000")].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ["surface", "sunken", "raised", "lifted"];
const TEXTS = [
  "text",
  "muted",
  "gold",
  "success",
  "warning",
  "error",
  "info",
  "credit",
  "cash",
  "discount",
  "bonus",
  "hot",
];

describe.each(["dark", "light"])("the scheme %s", (name) => {
  const colours = schemeOf(name);
  it.each(TEXTS)("%s can be read on every ground", (text) => {
    for (const ground of GROUNDS)
      expect(contrast(colours.get(text), colours.get(ground)), ground).toBeGreaterThanOrEqual(4.5);
  });
  it("edges of controls are seen, and the words of the main button are read", () => {
    for (const ground of ["surface", "sunken", "raised"])
      expect(contrast(colours.get("edge"), colours.get(ground)), ground).toBeGreaterThanOrEqual(3);
    for (const gold of ["gold", "gold-bright"])
      expect(contrast(colours.get("on-gold"), colours.get(gold))).toBeGreaterThanOrEqual(4.5);
  });
});
