import fc from "fast-check";
import { expect, it } from "vitest";
import { zoomed } from "./picture.ts";
import { MOST, moved, zoomAt } from "./zoom.ts";

const ROOM = { width: 400, height: 300 };
const PLACE = { left: -20, top: 40, width: 440, height: 247.5 };
const point = fc.record({
  x: fc.double({ min: 0, max: 400, noNaN: true }),
  y: fc.double({ min: 0, max: 300, noNaN: true }),
});

it("keeps what is below the finger there, as far as the picture's edges allow", () => {
  const at = { x: 200, y: 160 };
  const before = { x: (at.x - PLACE.left) / PLACE.width, y: (at.y - PLACE.top) / PLACE.height };
  const { left, top, width, height } = zoomed(PLACE, ROOM, zoomAt(PLACE, ROOM, null, at, 2));
  expect(width).toBeCloseTo(880);
  expect(left + before.x * width).toBeCloseTo(at.x);
  expect(top + before.y * height).toBeCloseTo(at.y);
});

it("never leaves bare what the picture had covered, and never grows beyond its limit", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(point, fc.double({ min: 0.2, max: 9, noNaN: true }), point), { maxLength: 5 }),
      (steps) => {
        let zoom: ReturnType<typeof zoomAt> = null;
        for (const [at, scale, by] of steps) {
          zoom = zoomAt(PLACE, ROOM, zoom, at, scale);
          zoom = moved(PLACE, ROOM, zoom, { x: by.x - 200, y: by.y - 150 });
        }
        const { left, top, width, height } = zoomed(PLACE, ROOM, zoom);
        expect(width / PLACE.width).toBeGreaterThanOrEqual(1);
        expect(width / PLACE.width).toBeLessThanOrEqual(MOST + 0.001);
        expect(left).toBeLessThanOrEqual(0.01);
        expect(left + width).toBeGreaterThanOrEqual(ROOM.width - 0.01);
        expect(top).toBeLessThanOrEqual(PLACE.top + 0.01);
        expect(top + height).toBeGreaterThanOrEqual(PLACE.top + PLACE.height - 0.01);
      },
    ),
  );
});

it("is none at its least, and only what is enlarged can be moved", () => {
  expect(zoomAt(PLACE, ROOM, { scale: 2, x: 0.5, y: 0.5 }, { x: 1, y: 1 }, 1)).toBeNull();
  expect(moved(PLACE, ROOM, null, { x: 50, y: 0 })).toBeNull();
  expect(zoomed(PLACE, ROOM, null)).toBe(PLACE);
});
