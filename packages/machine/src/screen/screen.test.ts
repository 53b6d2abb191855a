import { loadImage } from "@napi-rs/canvas";
import { describe, expect, it } from "vitest";
import type { DisplayState } from "../display.ts";
import { SKINS } from "../games/index.ts";
import { displayOf } from "../simulated/displayState.ts";
import { freshMemory } from "../simulated/memory.ts";
import { createScreen, machinePicture, readTimecode, resizedPicture, timecodeAge } from "./index.ts";

const NOW = 1_800_000_000_000;
function testDisplay(skin: string, change: (state: DisplayState) => void = () => {}): DisplayState {
  const state = displayOf(freshMemory(skin), {
    machineId: 1,
    name: "Machine",
    brand: "Brand",
    skin,
    seq: 1,
    presses: 7,
    locked: false,
    lastPress: null,
    now: NOW,
  });
  change(state);
  return state;
}
const newScreen = (timecode = false) => createScreen({ width: 640, height: 360, timecode });
/** RGBA of what a screen shows. */
function frame(state: DisplayState, now = NOW, screen = newScreen()): Uint8ClampedArray {
  screen.draw(state, now);
  return screen.pixels().slice();
}
const differs = (a: Uint8ClampedArray, b: Uint8ClampedArray) => Buffer.compare(Buffer.from(a), Buffer.from(b)) !== 0;

describe("the screen", () => {
  it.each(SKINS.map(({ key }) => key))("draws every scene of %s", (skin) => {
    // One screen shows all of them, as in a machine: static parts are drawn once.
    const screen = newScreen();
    const show = (change?: (state: DisplayState) => void) => frame(testDisplay(skin, change), NOW, screen);
    const base = show();
    expect(new Set(base).size).toBeGreaterThan(50);
    const bonus = show((state) =>
      Object.assign(state, { scene: "bonus", freeSpins: { left: 4, total: 10, won: 500 } }),
    );
    expect(differs(base, bonus)).toBe(true);
    const gamble = show((state) =>
      Object.assign(state, {
        scene: "gamble",
        gamble: {
          stake: 500,
          card: { colour: "red", rank: "A", suit: "hearts", shownAt: NOW },
          history: ["red", "black"],
          round: 1,
        },
      }),
    );
    expect(differs(base, gamble)).toBe(true);
    for (const kind of ["bonusStart", "bonusEnd", "bigWin", "handPay", "gambleWon", "gambleLost", "jackpot"] as const) {
      const banner = show((state) =>
        Object.assign(state, { banner: { kind, amount: 500, startedAt: NOW - 500, endsAt: NOW + 500 } }),
      );
      expect(differs(base, banner), kind).toBe(true);
    }
    expect(differs(base, show())).toBe(false);
  });

  it("draws the same picture for the same state and time, and a different one for a different state", () => {
    const state = testDisplay("polar-fire");
    expect(differs(frame(state), frame(state))).toBe(false);
    expect(differs(frame(state), frame(testDisplay("polar-fire", (next) => (next.meters.credit = 12_345))))).toBe(true);
  });

  it("draws the lit lamps of a cabinet", () => {
    const lit = testDisplay("copper-canyon");
    const dark = testDisplay("copper-canyon", (state) => (state.lamps = {}));
    expect(differs(frame(lit), frame(dark))).toBe(true);
  });

  it("is animated while reels spin, and not afterwards", () => {
    const screen = createScreen({ width: 640, height: 360, timecode: false });
    const spinning = testDisplay(
      "polar-fire",
      (state) => (state.reels.spin = { startedAt: NOW, stopsAt: [700, 960, 1220, 1480, 1740].map((ms) => NOW + ms) }),
    );
    expect(screen.isAnimating(spinning, NOW + 100)).toBe(true);
    expect(screen.isAnimating(spinning, NOW + 5_000)).toBe(false);
  });

  it("carries draw time and presses in the picture", () => {
    const pixels = frame(testDisplay("polar-fire"), NOW + 123, newScreen(true));
    const { time, presses } = readTimecode(pixels, 640, 360);
    expect(presses).toBe(7);
    expect(timecodeAge(time, NOW + 163)).toBe(40);
  });

  it("draws pictures for the lobby", () => {
    const png = machinePicture("velvet-mask", 480, 360);
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([480, 360]);
  });

  it("copies pictures in the width that is shown, and never wider", async () => {
    const png = machinePicture("velvet-mask", 480, 360);
    for (const [wanted, width, height] of [
      [240, 240, 180],
      [960, 480, 360],
    ] as const)
      expect(await loadImage(await resizedPicture(png, wanted))).toMatchObject({ width, height });
  });
});
