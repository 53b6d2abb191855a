import { describe, expect, it } from "vitest";
import { evaluate, lineWin } from "../engine.ts";
import { GAMES, SKINS, gameOf } from "../games/index.ts";
import { seededRandom } from "../random.ts";
import { formatMaths, mathsOf } from "./index.ts";

const KEYS = GAMES.map(({ key }) => key);
const VIDEO = gameOf("video");

describe.each(KEYS)("%s", (key) => {
  const maths = mathsOf(key, 150_000);
  const [fewest, ...more] = maths.byLines;
  const most = more.at(-1) ?? fewest;
  if (!fewest || !most) throw new Error("no choice of lines");
  it("returns between 94 % and 96.5 %, whether or not the player holds", () => {
    for (const { returnToPlayer, withoutHold } of maths.byLines) {
      expect(returnToPlayer).toBeLessThan(0.965);
      expect(returnToPlayer).toBeGreaterThanOrEqual(withoutHold);
      expect(withoutHold).toBeGreaterThan(0.94);
    }
  });
  it("returns exactly what was published: a change of a strip or a pay table must be meant", () => {
    expect(Number(fewest.returnToPlayer.toFixed(6))).toBe(gameOf(key).published);
  });
  it("is played by the engine as computed", () => {
    const { returnToPlayer, halfWidth95 } = maths.simulation;
    // Three times the half width, with a fixed seed, so that the test is deterministic.
    expect(Math.abs(returnToPlayer - most.withoutHold)).toBeLessThan(1.6 * halfWidth95);
  });
  it("is printed for the operator", () => {
    expect(formatMaths([maths])).toContain(`${(fewest.returnToPlayer * 100).toFixed(4)} %`);
  });
  it("has lines within its window and strips that contain every paying symbol", () => {
    const game = gameOf(key);
    for (const line of game.lines) {
      expect(line).toHaveLength(game.reels);
      for (const row of line) expect(row).toBeLessThan(game.rows);
    }
    const onReels = new Set(game.strips.base.flat());
    for (const symbol of Object.keys(game.pays)) expect(onReels).toContain(symbol);
  });
});

describe("the engine", () => {
  it("substitutes wilds for any symbol, and pays the better of both readings", () => {
    expect(lineWin(VIDEO, ["low1", "wild", "low1", "top", "top"])).toMatchObject({ symbol: "low1", count: 3 });
    expect(lineWin(VIDEO, ["wild", "wild", "wild", "low4", "top"])).toMatchObject({ symbol: "wild", count: 3 });
    expect(lineWin(VIDEO, ["scatter", "scatter", "scatter", "top", "top"])).toBeNull();
  });
  it("counts scatters anywhere in the window", () => {
    const strips = VIDEO.strips.base;
    const stops = strips.map((strip) => (strip.indexOf("scatter") - 1 + strip.length) % strip.length);
    const outcome = evaluate(VIDEO, "base", stops, 20);
    expect(outcome.scatters).toEqual([0, 1, 2, 3, 4].map((reel) => [reel, 1]));
    expect(outcome.scatterPay).toBe(100);
  });
  it("draws every value equally often (chi squared, fixed seed)", () => {
    const random = seededRandom(7);
    const counts = Array.from({ length: 33 }, () => 0);
    for (let n = 0; n < 330_000; n += 1) {
      const value = random.below(33);
      counts[value] = (counts[value] ?? 0) + 1;
    }
    const chi = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
    // 32 degrees of freedom: 62.5 is the 99.9th percentile.
    expect(chi).toBeLessThan(62.5);
  });
});

it("has twelve machines of three brands, and a different glyph for each symbol", () => {
  expect(SKINS).toHaveLength(12);
  expect(new Set(SKINS.map(({ brand }) => brand)).size).toBe(3);
  for (const skin of SKINS) {
    const symbols = new Set(gameOf(skin.game).strips.base.flat());
    const glyphs = [...symbols].map((symbol) => skin.theme.glyphs[symbol]);
    expect(glyphs, skin.key).not.toContain(undefined);
    expect(new Set(glyphs).size, skin.key).toBe(symbols.size);
  }
});
