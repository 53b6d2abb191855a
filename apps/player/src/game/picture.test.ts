import { expect, it } from "vitest";
import { externalDepositUrl } from "./links.ts";
import { isCrop, placementOf } from "./picture.ts";

it("shows the machine's rectangle and nothing else, in its own proportions", () => {
  const crop = { x: 0.1, y: 0.2, width: 0.8, height: 0.5 };
  const placed = placementOf(crop, true, 16 / 9);
  // The rectangle's corners fall onto the corners of what is shown.
  expect(placed.left + crop.x * placed.width).toBeCloseTo(0);
  expect(placed.left + (crop.x + crop.width) * placed.width).toBeCloseTo(100);
  expect(placed.top + crop.y * placed.height).toBeCloseTo(0);
  expect(placed.top + (crop.y + crop.height) * placed.height).toBeCloseTo(100);
  // And no side is stretched: a percent of width and of height are in the picture's own proportions.
  expect((placed.aspect * placed.width) / placed.height).toBeCloseTo(16 / 9);
  expect(placementOf(crop, false)).toMatchObject({ width: 100, left: 0 });
});

it.each([
  [null],
  [{ x: 0, y: 0, width: 1, height: 1 }],
  [{ x: 0.5, y: 0, width: 0.6, height: 1 }],
  [{ x: 40, y: 20, width: 400, height: 200 }],
  [{ x: 0, y: 0, width: 0, height: 0.5 }],
  [{ x: Number.NaN, y: 0, width: 0.5, height: 0.5 }],
])("crops to no %j", (crop) => expect(isCrop(crop)).toBe(false));

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
