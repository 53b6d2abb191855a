import { TouchArea } from "@reelcast/contract/console";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { drawn, moved, resized, within } from "./areas.ts";

const BOX = { x: 0.2, y: 0.3, width: 0.4, height: 0.2 };
const number = fc.double({ min: -3, max: 3, noNaN: true });

it("is moved and resized as far as the picture goes", () => {
  expect(moved(BOX, { x: 0.1, y: -0.1 })).toEqual({ ...BOX, x: 0.3, y: 0.2 });
  expect(moved(BOX, { x: 1, y: -1 })).toEqual({ ...BOX, x: 0.6, y: 0 });
  expect(resized(BOX, { x: 0.1, y: 0.1 })).toEqual({ ...BOX, width: 0.5, height: 0.3 });
  expect(resized(BOX, { x: 1, y: -1 })).toEqual({ ...BOX, width: 0.8, height: 0.01 });
});

it("is drawn from any corner, and not by a press that does not move", () => {
  expect(drawn({ x: 0.6, y: 0.5 }, { x: 0.2, y: 0.3 })).toEqual(BOX);
  expect(drawn({ x: 0.6, y: 0.5 }, { x: 1.4, y: 2 })).toEqual({ x: 0.6, y: 0.5, width: 0.4, height: 0.5 });
  expect(drawn({ x: 0.6, y: 0.5 }, { x: 0.605, y: 0.9 })).toBeNull();
});

it("is always one that the server takes", () => {
  fc.assert(
    fc.property(number, number, number, number, number, number, (x, y, width, height, byX, byY) => {
      const box = within({ x, y, width, height });
      for (const one of [box, moved(box, { x: byX, y: byY }), resized(box, { x: byX, y: byY })])
        expect(TouchArea.safeParse({ control: "play", ...one }).success, JSON.stringify(one)).toBe(true);
    }),
  );
});
