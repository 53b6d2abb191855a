import { expect, it } from "vitest";
import { externalDepositUrl } from "./links.ts";
import { ASPECT, WHOLE, clipOf, heightOf, isArea, placementOf, sightOf } from "./picture.ts";

const GLASS = { x: 0.1, y: 0.1, width: 0.8, height: 0.6 };
const room = (width: number, height: number, covered = 0) => ({
  width,
  height,
  left: covered,
  right: covered,
  top: covered / 2,
  bottom: covered / 2,
});

it.each([
  ["a narrow room", room(390, 600)],
  ["a room as wide as the glass", room(390, 164)],
  ["a wide room", room(1400, 500)],
  ["a room whose sides are covered", room(844, 390, 100)],
])("shows the glass as large as it can be in %s, and more of the picture where there is room", (_, place) => {
  const { left, top, width, height } = placementOf(place, { area: GLASS, shown: WHOLE });
  // No side is stretched.
  expect(width / height).toBeCloseTo(ASPECT);
  const glass = {
    left: left + GLASS.x * width,
    right: left + (GLASS.x + GLASS.width) * width,
    top: top + GLASS.y * height,
    bottom: top + (GLASS.y + GLASS.height) * height,
  };
  expect(glass.left).toBeGreaterThanOrEqual(place.left - 0.01);
  expect(glass.right).toBeLessThanOrEqual(place.width - place.right + 0.01);
  expect(glass.top).toBeGreaterThanOrEqual(place.top - 0.01);
  expect(glass.bottom).toBeLessThanOrEqual(place.height - place.bottom + 0.01);
  const spare = {
    width: place.width - place.left - place.right - GLASS.width * width,
    height: place.height - place.top - place.bottom - GLASS.height * height,
  };
  expect(Math.min(spare.width, spare.height)).toBeCloseTo(0);
  if (place.left > 0) return;
  // No edge of the room is bare while the picture goes on at the other.
  if (width >= place.width) expect(left <= 0.01 && left + width >= place.width - 0.01).toBe(true);
  if (height >= place.height) expect(top <= 0.01 && top + height >= place.height - 0.01).toBe(true);
});

it("has the glass in sight, the reels alone if that is asked for, and all of it where the machine says nothing", () => {
  const crop = { x: 0.2, y: 0.2, width: 0.6, height: 0.4 };
  expect(sightOf({ crop, glass: GLASS }, false)).toEqual({ area: GLASS, shown: WHOLE });
  expect(sightOf({ crop, glass: GLASS }, true)).toEqual({ area: crop, shown: WHOLE });
  expect(sightOf({ crop }, false)).toEqual({ area: WHOLE, shown: WHOLE });
  expect(sightOf({ crop: null, glass: null }, true)).toEqual({ area: WHOLE, shown: WHOLE });
  expect(sightOf(null, true)).toEqual({ area: WHOLE, shown: WHOLE });
});

const WIDE = {
  aspect: ASPECT,
  glass: GLASS,
  reels: [{ x: 0.2, y: 0.2, width: 0.6, height: 0.3 }],
  meters: { x: 0.1, y: 0.6, width: 0.8, height: 0.1 },
  deck: { x: 0, y: 0.85, width: 1, height: 0.1 },
  controls: [],
};
const TALL = { ...WIDE, aspect: 0.95, glass: { x: 0.05, y: 0.2, width: 0.9, height: 0.6 }, meters: null, deck: null };

it("cuts off the machine's own figures and buttons, which the app shows itself, in the picture of the shape that is there", () => {
  const machine = { parts: [WIDE, TALL] };
  const wide = sightOf(machine, false);
  expect(wide.shown).toEqual({ ...WHOLE, height: 0.6 });
  expect(wide.area).toEqual({ ...GLASS, height: 0.5 });
  expect(clipOf(wide.shown)).toBe("inset(0% 0% 40% 0%)");
  expect(sightOf(machine, false, 0.947)).toEqual({ area: TALL.glass, shown: WHOLE });
  // Another shape than is described is still the nearest one.
  expect(sightOf(machine, false, 1.2).area).toEqual(TALL.glass);
});

it("cuts nothing off where the figures stand above the reels, or over them", () => {
  const meters = { x: 0.1, y: 0.05, width: 0.8, height: 0.1 };
  expect(sightOf({ parts: [{ ...WIDE, meters, deck: null }] }, false).shown).toEqual(WHOLE);
});

it("has room for the tallest picture in which the machine may come", () => {
  expect(heightOf({})).toBeCloseTo(1 / ASPECT);
  expect(heightOf({ parts: [WIDE] })).toBeCloseTo(0.6 / (ASPECT * 0.8));
  expect(heightOf({ parts: [WIDE, TALL] })).toBeCloseTo(1 / (0.95 * 0.9));
});

it.each([
  ["a narrow room", room(390, 600)],
  ["a wide room", room(1400, 500)],
  ["a room whose sides are covered", room(844, 390, 100)],
])("shows what is left of a picture as large as it can be in %s", (_, place) => {
  const sight = sightOf({ parts: [WIDE] }, false);
  const { left, top, width, height } = placementOf(place, sight);
  expect(width / height).toBeCloseTo(ASPECT);
  const { area } = sight;
  const free = { width: place.width - place.left - place.right, height: place.height - place.top - place.bottom };
  expect(Math.min(free.width - area.width * width, free.height - area.height * height)).toBeCloseTo(0);
  expect(left + area.x * width).toBeGreaterThanOrEqual(place.left - 0.01);
  expect(top + area.y * height).toBeGreaterThanOrEqual(place.top - 0.01);
  expect(top + (area.y + area.height) * height).toBeLessThanOrEqual(place.height - place.bottom + 0.01);
});

it("stands on the controls that lie below it, where its width leaves height free", () => {
  const { area, shown } = sightOf({ parts: [WIDE] }, false);
  const place = { width: 667, height: 375, left: 100, right: 100, top: 44, bottom: 48 };
  const { top, height } = placementOf(place, { area, shown });
  expect(top + (area.y + area.height) * height).toBeCloseTo(place.height - place.bottom);
});

it.each([
  [null],
  [{ x: 0, y: 0, width: 1, height: 1 }],
  [{ x: 0.5, y: 0, width: 0.6, height: 1 }],
  [{ x: 40, y: 20, width: 400, height: 200 }],
  [{ x: 0, y: 0, width: 0, height: 0.5 }],
  [{ x: Number.NaN, y: 0, width: 0.5, height: 0.5 }],
])("shows no area like %j alone", (area) => expect(isArea(area)).toBe(false));

it.each([
  ["https://pay.example.org/in?x=1", "https://pay.example.org/in?x=1"],
  ["http://pay.example.org/", null],
  ["javascript:alert(1)", null],
  ["https://bank@evil.example/", null],
  ["/deposit", null],
  ["", null],
])("opens %j as %j", (url, opened) => expect(externalDepositUrl({ enabled: true, url })).toBe(opened));
it("opens nothing while outside deposits are off", () =>
  expect(externalDepositUrl({ enabled: false, url: "https://pay.example.org/" })).toBeNull());
