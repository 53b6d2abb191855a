import type { Control } from "@reelcast/contract";
import { describe, expect, it } from "vitest";
import { ASPECT, placementOf, sightOf, zoomed } from "./picture.ts";
import { hasButtons, touchedAt } from "./touch.ts";

const control = (id: string, kind: Control["kind"]): Control => ({ id, kind, label: id, lit: false });
const WIDE = {
  aspect: ASPECT,
  glass: { x: 0.1, y: 0.1, width: 0.8, height: 0.6 },
  reels: [0.1, 0.4, 0.7].map((x) => ({ x, y: 0.1, width: 0.2, height: 0.4 })),
  meters: null,
  deck: { x: 0, y: 0.8, width: 1, height: 0.2 },
  controls: [
    { control: "play", x: 0.8, y: 0.85, width: 0.15, height: 0.1 },
    { control: "bet-1", x: 0.5, y: 0.85, width: 0.05, height: 0.1 },
    { control: "bet-2", x: 0.56, y: 0.85, width: 0.05, height: 0.1 },
  ],
};
const TALL = { ...WIDE, aspect: 0.95, deck: null, controls: [] };
const machine = {
  parts: [WIDE, TALL],
  bands: [
    { controls: [control("play", "play"), control("bet-1", "bet"), control("bet-2", "bet")] },
    { controls: [control("hold-1", "hold"), control("hold-2", "hold"), control("hold-3", "hold")] },
  ],
};
const room = { width: 1600, height: 900, left: 0, top: 0, right: 0, bottom: 0 };
const whole = placementOf(room, sightOf(machine, false, ASPECT, true));
const everything = (id: string) => id !== "";
/** The control under a point of the room. */
const at = (x: number, y: number, isLit = everything, placement = whole) =>
  touchedAt(machine, ASPECT, { x, y }, placement, isLit)?.control ?? null;

describe("a tap in the picture", () => {
  it("means the button below it, or the nearest within a finger's reach", () => {
    expect(whole).toMatchObject({ left: 0, top: 0, width: 1600, height: 900 });
    expect(at(1400, 810)).toBe("play");
    expect(at(1280 - 20, 810)).toBe("play");
    expect(at(1280 - 40, 810)).toBeNull();
    // Between two: the nearer one.
    expect(at(884, 810)).toBe("bet-1");
    expect(at(894, 810)).toBe("bet-2");
  });
  it("means no button whose lamp is out", () => {
    expect(at(884, 810, (id) => id === "bet-2")).toBe("bet-2");
    expect(at(1400, 810, () => false)).toBeNull();
  });
  it("on a reel means its hold, from left to right, while it can be held", () => {
    expect([at(200, 200), at(700, 200), at(1200, 200)]).toEqual(["hold-1", "hold-2", "hold-3"]);
    expect(at(200, 200, (id) => id === "play")).toBeNull();
    expect(at(500, 700)).toBeNull();
  });
  it("follows the picture where it is enlarged, or cut to its glass", () => {
    const enlarged = zoomed(whole, room, { scale: 2, x: 0.875, y: 0.9 });
    expect(at(enlarged.left + 0.875 * enlarged.width, enlarged.top + 0.9 * enlarged.height, everything, enlarged)).toBe(
      "play",
    );
    const cut = placementOf(room, sightOf(machine, false));
    expect(at(cut.left + 0.2 * cut.width, cut.top + 0.3 * cut.height, everything, cut)).toBe("hold-1");
  });
  it("means nothing where nothing is known of the picture", () => {
    expect(touchedAt({ ...machine, parts: [] }, ASPECT, { x: 1400, y: 810 }, whole, everything)).toBeNull();
  });
});

it("the deck may be hidden where the picture shows the machine's buttons", () => {
  expect(hasButtons(machine, "desk")).toBe(true);
  expect(hasButtons(machine, "across")).toBe(true);
  expect(hasButtons(machine, "upright")).toBe(false);
  expect(hasButtons({ parts: [] }, "desk")).toBe(false);
  expect(hasButtons(null, "desk")).toBe(false);
});
