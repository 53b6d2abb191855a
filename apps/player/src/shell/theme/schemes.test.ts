import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SCHEMES } from "./schemes.ts";

const css = (file: string) => readFileSync(new URL(`../../styles/${file}`, import.meta.url), "utf8");
type Colours = Record<string, string>;
const coloursIn = (block: string): Colours =>
  Object.fromEntries(
    [...block.matchAll(/--color-([\w-]+): ([^;]+);/g)].map(([, name = "", value = ""]) => [name, value]),
  );
function schemeOf(name: string): Colours {
  const block = new RegExp(`\\[data-scheme="${name}"\\] \\{([^}]+)\\}`).exec(css("schemes.css"))?.[1];
  if (block === undefined) throw new Error(`schemes.css has no ${name}`);
  return coloursIn(block);
}

type Rgb = readonly [number, number, number];
function rgbOf(hex: string | undefined): Rgb {
  const [, red = "", green = "", blue = ""] = /^#(..)(..)(..)$/.exec(hex ?? "") ?? [];
  return [red, green, blue].map((part) => Number.parseInt(part, 16)) as unknown as Rgb;
}
/** `part` of the first colour over the second. */
const over = (upper: Rgb, part: number, lower: Rgb) =>
  upper.map((value, at) => value * part + (lower[at] ?? 0) * (1 - part)) as unknown as Rgb;
/** WCAG 2.2, relative luminance. */
function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) =>
    value / 255 <= 0.040_45 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const WORDS =
  "text muted gold discount bonus credit cash success warning error info hot chip-blue chip-green chip-purple chip-yellow chip-red";
const GROUNDS = ["surface", "sunken", "raised", "lifted"];
/** Words on a tint of their own colour: how strong it is at most. */
const TINTS: Record<string, number> = { gold: 0.15, warning: 0.15, success: 0.15, error: 0.15, info: 0.1 };

/** Every pair of colours that stands somewhere on a screen, with the least contrast that it needs. */
function pairs(colours: Colours): { pair: string; least: number; is: number }[] {
  const of = (name: string) => rgbOf(colours[name]);
  const found: { pair: string; least: number; is: number }[] = [];
  const add = (pair: string, least: number, one: Rgb, other: Rgb) =>
    found.push({ pair, least, is: contrast(one, other) });
  for (const ground of GROUNDS) {
    for (const word of WORDS.split(" ")) add(`${word} on ${ground}`, 4.5, of(word), of(ground));
    for (const mark of ["edge", "gold", "error", "success", "warning"])
      add(`${mark} against ${ground}`, 3, of(mark), of(ground));
    for (const [word, part] of Object.entries(TINTS)) {
      if (ground === "sunken") continue;
      const tinted = over(of(word), part, of(ground));
      add(`${word} on its tint over ${ground}`, 4.5, of(word), tinted);
      add(`text on a tint of ${word} over ${ground}`, 4.5, of("text"), tinted);
    }
  }
  // Where the pointer is, and on light that falls into the room.
  for (const word of ["text", "gold", "muted"])
    for (const ground of ["line", "glow", "glow-deep", "shine"]) add(`${word} on ${ground}`, 4.5, of(word), of(ground));
  // What is on, over what is off: the number of free machines on the chosen brand.
  add(
    "success on its tint on the chosen",
    4.5,
    of("success"),
    over(of("success"), 0.15, over(of("gold"), 0.12, of("surface"))),
  );
  for (const ground of ["gold", "gold-bright", "warning", "bonus"])
    add(`on-gold on ${ground}`, 4.5, of("on-gold"), of(ground));
  return found;
}

describe.each(SCHEMES)("the scheme %s", (name) => {
  const colours = schemeOf(name);
  it("gives every token a colour", () => {
    const named = Object.keys(coloursIn(css("tokens.css"))).filter(
      (token) => !["black", "white", "transparent", "current"].includes(token),
    );
    expect(Object.keys(colours).toSorted()).toEqual(named.toSorted());
  });
  it("can be read: 4.5 to 1 for words, 3 to 1 for controls", () => {
    const faint = pairs(colours).filter(({ least, is }) => !(is >= least));
    expect(faint.map(({ pair, is }) => `${pair}: ${is.toFixed(2)}`)).toEqual([]);
  });
});

it("is dark where nothing was chosen", () => {
  expect(coloursIn(css("tokens.css"))).toMatchObject(schemeOf("dark"));
});
it("is clearer than it must be in the scheme for those who need it", () => {
  const faint = pairs(schemeOf("contrast")).filter(({ pair, is }) => !/(tint|line|against)/.test(pair) && !(is >= 7));
  expect(faint).toEqual([]);
});
