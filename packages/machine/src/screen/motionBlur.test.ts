import { describe, expect, it } from "vitest";
import { displayOf } from "../simulated/displayState.ts";
import { freshMemory } from "../simulated/memory.ts";
import { createScreen } from "./index.ts";
import { layoutOf } from "./layout.ts";
import { reelPosition } from "./motion.ts";
import { EXPOSURE_S, blurOf } from "./motionBlur.ts";

const SPIN = { from: 3, stop: 11, startedAt: 0, stopsAt: 1_740 };
const FRAME_MS = EXPOSURE_S * 1_000;

describe("the blur of a turning reel", () => {
  it("is as long as the way of one frame, while the reel gathers speed, runs and brakes", () => {
    const gaps: string[] = [];
    // Wherever its frames begin.
    for (let first = 0; first < FRAME_MS; first += 5)
      for (let at = first; at + FRAME_MS < SPIN.stopsAt; at += FRAME_MS) {
        const way = reelPosition(SPIN, at + FRAME_MS).travelled - reelPosition(SPIN, at).travelled;
        const { speed } = reelPosition(SPIN, at + FRAME_MS / 2);
        const length = blurOf(speed)?.length ?? 0;
        // So little is not seen as a gap.
        if (way - length > 0.06) gaps.push(`${at} ms: ${way.toFixed(2)} of which ${length.toFixed(2)} are blurred`);
      }
    expect(gaps).toEqual([]);
  });

  it("is never much longer than that: a slow reel can be read", () => {
    for (const speed of [0, 1]) expect(blurOf(speed)).toBeNull();
    for (let speed = 4; speed <= 26; speed += 0.5)
      expect(blurOf(speed)?.length, String(speed)).toBeLessThan(2 * speed * EXPOSURE_S);
  });

  it("leaves no edge across a fast reel", () => {
    const skin = "polar-fire";
    const display = displayOf(freshMemory(skin), {
      machineId: 1,
      name: "Machine",
      brand: "Brand",
      skin,
      seq: 1,
      presses: 0,
      locked: false,
      lastPress: null,
      now: 0,
    });
    display.reels.spin = { startedAt: 1_000, stopsAt: [2_700, 2_700, 2_700, 2_700, 2_700] };
    const screen = createScreen({ width: 640, height: 360, timecode: false });
    const { reels } = layoutOf(display.cabinet);
    /** The greatest difference of brightness between two lines within the reels, of all frames at that time. */
    const edge = (now: number) => {
      screen.draw(display, now);
      const pixels = screen.pixels();
      const brightness = (x: number, y: number) =>
        [0, 1, 2].reduce((sum, channel) => sum + (pixels[(y * 640 + x) * 4 + channel] ?? 0), 0) / 3;
      let most = 0;
      for (let x = Math.ceil(reels.x) + 8; x < reels.x + reels.w - 8; x += 3)
        for (let y = Math.ceil(reels.y) + 12; y < reels.y + reels.h - 12; y += 1)
          most = Math.max(most, Math.abs(brightness(x, y + 2) - brightness(x, y)));
      return most;
    };
    const sharp = edge(0);
    for (const now of [1_400, 1_440, 1_480, 1_520]) expect(edge(now) / sharp, String(now)).toBeLessThan(0.25);
  });
});
