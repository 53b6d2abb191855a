/** What axe and the eye find wrong with what is on the page now, in every language and scheme. */
import type { Language, PlayerTheme } from "@reelcast/contract";
import axe from "axe-core";
import { expect } from "vitest";
import { setLanguage } from "../i18n/index.ts";

export const LANGUAGES = ["tr", "en", "ar"] as const satisfies readonly Language[];
export const SCHEMES = ["dark", "light"] as const;
type Scheme = NonNullable<PlayerTheme["scheme"]>;

/** Nothing moves or fades any more. */
export async function settled(): Promise<void> {
  await document.fonts.ready;
  await new Promise((resolve) => requestAnimationFrame(resolve));
  // A colour that is inherited changes level by level, each after the one above it.
  for (let moving = document.getAnimations(); moving.length > 0; moving = document.getAnimations())
    await Promise.allSettled(moving.map(({ finished }) => finished));
}

/** How many pixels the page is wider than its window. */
export const overflow = (): number => document.documentElement.scrollWidth - document.documentElement.clientWidth;

/** Axe finds nothing, with all its rules, and nothing overflows the window. */
export async function expectNoViolations(where = ""): Promise<void> {
  await settled();
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  expect(violations.map(({ id, nodes }) => `${where} ${id}: ${nodes.map(({ html }) => html).join(" | ")}`)).toEqual([]);
  expect(overflow(), `${where} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** Shows the present screen in other colours. */
export function wearScheme(scheme: Scheme): void {
  document.documentElement.dataset["scheme"] = scheme;
}

/**
 * The same in every language, and in light and dark: all rules once in each language, and those of colour in the other
 * scheme, since a scheme changes nothing else.
 */
export async function expectAccessible(where: string): Promise<void> {
  const before = {
    language: document.documentElement.lang as Language,
    scheme: document.documentElement.dataset["scheme"],
  };
  for (const [n, language] of LANGUAGES.entries()) {
    await setLanguage(language);
    const [first, second] = n % 2 === 0 ? SCHEMES : SCHEMES.toReversed();
    wearScheme(first ?? "dark");
    await expectNoViolations(`${where} (${language}, ${first})`);
    wearScheme(second ?? "dark");
    await expectContrast(`${where} (${language}, ${second})`);
  }
  await setLanguage(before.language);
  wearScheme(before.scheme ?? "dark");
}

async function expectContrast(where: string): Promise<void> {
  await settled();
  const { violations } = await axe.run(document, {
    runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
  });
  expect(violations.map(({ id, nodes }) => `${where} ${id}: ${nodes.map(({ html }) => html).join(" | ")}`)).toEqual([]);
}
