import { createScreen } from "./index.ts";
import { expect, it } from "vitest";
import type { PictureArea } from "../driver.ts";
import { SKINS, gameOf } from "../games/index.ts";
import { bandsOf, lampsOf } from "../simulated/deck.ts";
import { displayOf } from "../simulated/displayState.ts";
import { freshMemory } from "../simulated/memory.ts";
import type { DisplayState } from "../display.ts";
import { partsOf } from "./parts.ts";

const NOW = 1_800_000_000_000;
const PIXELS = { wide: { width: 640, height: 360 }, tall: { width: 540, height: 570 } };

function machineOf(key: string) {
  const skin = SKINS.find((one) => one.key === key) ?? SKINS[0];
  if (!skin) throw new Error("no skin");
  const memory = freshMemory(key);
  const bands = bandsOf(skin, lampsOf(skin, { memory, locked: false }));
  return { skin, memory, bands, parts: partsOf(skin.videoType === "camera", gameOf(skin.game), bands) };
}
function frameOf(key: string, size: { width: number; height: number }, change: Partial<DisplayState>) {
  const context = {
    machineId: 1,
    name: "M",
    brand: "B",
    skin: key,
    seq: 1,
    presses: 0,
    locked: false,
    lastPress: null,
    now: NOW,
  };
  const screen = createScreen({ ...size, timecode: false });
  screen.draw({ ...displayOf(machineOf(key).memory, context), ...change }, NOW);
  return screen.pixels().slice();
}
/** The smallest area, in parts, that holds everything in which two pictures differ. */
function difference(
  one: Uint8ClampedArray,
  other: Uint8ClampedArray,
  { width, height }: { width: number; height: number },
) {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let at = 0; at < one.length; at += 4) {
    if (one[at] === other[at] && one[at + 1] === other[at + 1] && one[at + 2] === other[at + 2]) continue;
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  return { x: left / width, y: top / height, width: (right + 1 - left) / width, height: (bottom + 1 - top) / height };
}
const SLACK = 0.012;
const isWithin = (inner: PictureArea, outer: PictureArea) =>
  inner.width > 0 &&
  inner.x > outer.x - SLACK &&
  inner.y > outer.y - SLACK &&
  inner.x + inner.width < outer.x + outer.width + SLACK &&
  inner.y + inner.height < outer.y + outer.height + SLACK;

it.each(SKINS.map(({ key }) => key))("the reels, the figures and the buttons of %s are where they are drawn", (key) => {
  const { parts } = machineOf(key);
  expect(parts.map(({ aspect }) => aspect)).toEqual([1.7778, 0.9474]);
  for (const [n, size] of [PIXELS.wide, PIXELS.tall].entries()) {
    const described = parts[n];
    if (!described) throw new Error("not described");
    const still = frameOf(key, size, {});
    const changed = (change: Partial<DisplayState>) => difference(still, frameOf(key, size, change), size);
    const { reels } = displayOf(machineOf(key).memory, {
      machineId: 1,
      name: "M",
      brand: "B",
      skin: key,
      seq: 1,
      presses: 0,
      locked: false,
      lastPress: null,
      now: NOW,
    });
    for (const [reel, area] of described.reels.entries()) {
      const stops = reels.stops.map((stop, at) => (at === reel ? stop + 2 : stop));
      expect(isWithin(changed({ reels: { ...reels, stops } }), area), `reel ${reel + 1}`).toBe(true);
      expect(isWithin(area, described.glass)).toBe(true);
    }
    const credit = changed({
      meters: { credit: 98_765, bet: 100, win: 0, count: { from: 0, startedAt: 0, endsAt: 0 } },
    });
    if (described.meters) expect(isWithin(credit, described.meters)).toBe(true);
    else expect(credit.width).toBeLessThan(0);
    for (const { control, ...area } of described.deck ? described.controls : []) {
      expect(isWithin(area, { x: 0, y: 0, width: 1, height: 1 })).toBe(true);
      if (!isWithin(area, described.deck ?? area)) continue;
      const pressed = changed({ lastPress: { control, at: NOW } });
      // Its shadow is around it.
      const middle = {
        x: pressed.x + pressed.width / 2,
        y: pressed.y + pressed.height / 2,
        width: 0.001,
        height: 0.001,
      };
      expect(isWithin(middle, area), control).toBe(true);
      expect(pressed.width, control).toBeLessThan(area.width + 0.05);
    }
  }
});

it("red and black of a gamble are where they are drawn", () => {
  const { parts } = machineOf("orchard-gold");
  for (const { controls, glass } of parts) {
    const [red, black] = ["red", "black"].map((name) => controls.find(({ control }) => control === name));
    if (!red || !black) throw new Error("not described");
    expect(red.x + red.width).toBeLessThan(black.x);
    for (const area of [red, black]) expect(isWithin(area, glass)).toBe(true);
  }
  expect(machineOf("lantern-street").parts.flatMap(({ controls }) => controls)).toEqual([]);
});
