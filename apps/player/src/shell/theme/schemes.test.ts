import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contrastOn, over } from "./contrast.ts";
import type { Rgba } from "./contrast.ts";
import { SCHEMES } from "./schemes.ts";

const css = (file: string) =>
  readFileSync(new URL(`../../../../../packages/ui/src/styles/${file}`, import.meta.url), "utf8");
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

function rgbaOf(hex: string | undefined): Rgba {
  const [, red = "", green = "", blue = ""] = /^#(..)(..)(..)$/.exec(hex ?? "") ?? [];
  const part = (digits: string) => Number.parseInt(digits, 16);
  return [part(red), part(green), part(blue), 1];
}
/** `part` of the first colour over the second. */
const mixed = ([red, green, blue]: Rgba, part: number, lower: Rgba): Rgba => over([red, green, blue, part], lower);

const WORDS =
  "text muted gold discount bonus credit cash success warning error info hot chip-blue chip-green chip-purple chip-yellow chip-red";
const GROUNDS = ["surface", "sunken", "raised", "lifted"];
/** Words on a tint of their own colour: how strong it is at most. */
const TINTS: Record<string, number> = { gold: 0.15, warning: 0.15, success: 0.15, error: 0.15, info: 0.1 };

/** Every pair of colours that stands somewhere on a screen, with the least contrast that it needs. */
function pairs(colours: Colours): { pair: string; least: number; is: number }[] {
  const of = (name: string) => rgbaOf(colours[name]);
  const found: { pair: string; least: number; is: number }[] = [];
  const add = (pair: string, least: number, colour: Rgba, ground: Rgba) =>
    found.push({ pair, least, is: contrastOn(ground, colour) });
  for (const ground of GROUNDS) {
    for (const word of WORDS.split(" ")) add(`${word} on ${ground}`, 4.5, of(word), of(ground));
    for (const mark of ["edge", "gold", "error", "success", "warning"])
      add(`${mark} against ${ground}`, 3, of(mark), of(ground));
    for (const [word, part] of Object.entries(TINTS)) {
      if (ground === "sunken") continue;
      const tinted = mixed(of(word), part, of(ground));
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
    mixed(of("success"), 0.15, mixed(of("gold"), 0.12, of("surface"))),
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
