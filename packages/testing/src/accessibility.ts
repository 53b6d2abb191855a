/** What axe and the eye find wrong with what is on the page now, in every language and scheme. */
import type { Language } from "@reelcast/contract";
import axe from "axe-core";
import type { RunOptions } from "axe-core";
import { expect } from "vitest";

export const LANGUAGES = ["tr", "en", "ar"] as const satisfies readonly Language[];
export const SCHEMES = ["dark", "light"] as const;

/** Nothing moves or fades any more. */
export async function settled(): Promise<void> {
  await document.fonts.ready;
  await new Promise((resolve) => requestAnimationFrame(resolve));
  // A colour that is inherited changes level by level, each after the one above it.
  const moving = () => document.getAnimations().filter(({ playState }) => playState === "running");
  for (let left = moving(); left.length > 0; left = moving())
    await Promise.allSettled(left.map(({ finished }) => finished));
}

/** How many pixels the page is wider than its window. */
export const overflow = (): number => document.documentElement.scrollWidth - document.documentElement.clientWidth;

/** All rules that are on by default. None of them asks for parsed styles, which axe would prepare for each run. */
const OPTIONS: RunOptions = { resultTypes: ["violations"], preload: { assets: ["media"] } };
const WITHOUT_COLOURS: RunOptions = { ...OPTIONS, rules: { "color-contrast": { enabled: false } } };

/** Axe finds nothing, with all its rules, and nothing overflows the window. */
export async function expectNoViolations(
  where = "",
  within: Element | Document = document,
  options = OPTIONS,
): Promise<void> {
  await settled();
  const { violations } = await axe.run(within, options);
  expect(violations.map(({ id, nodes }) => `${where} ${id}: ${nodes.map(({ html }) => html).join(" | ")}`)).toEqual([]);
  expect(overflow(), `${where} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** Shows the present screen in other colours. */
export function applyScheme(scheme: string): void {
  document.documentElement.dataset["scheme"] = scheme;
}

let turn = 0;
/**
 * The same in every language, and in light and dark by turns, so that every state is seen in both. Where `within` says
 * what is new about this state, the whole page is looked at in one language, and in the others that part alone.
 */
export async function expectAccessible(
  setLanguage: (language: Language) => Promise<void>,
  where: string,
  within?: string,
): Promise<void> {
  const { lang, dataset } = document.documentElement;
  const { scheme: before } = dataset;
  turn += 1;
  const whole = turn % LANGUAGES.length;
  // Colours depend on the scheme, which the first and the last language share: they are looked at in one of the two.
  const colourless = whole === LANGUAGES.length - 1 ? 0 : LANGUAGES.length - 1;
  for (const [n, language] of LANGUAGES.entries()) {
    const scheme = SCHEMES[(turn + n) % SCHEMES.length] ?? "dark";
    await setLanguage(language);
    applyScheme(scheme);
    const part = within !== undefined && n !== whole ? document.querySelector(within) : document;
    const options = n === colourless ? WITHOUT_COLOURS : OPTIONS;
    await expectNoViolations(`${where} (${language}, ${scheme})`, part ?? document, options);
  }
  await setLanguage(lang as Language);
  applyScheme(before ?? "dark");
}
