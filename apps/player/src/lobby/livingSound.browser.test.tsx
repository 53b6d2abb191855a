/** Notes that the browser plays itself: their pitch, their times, and when there are none. */
import type { LivingNote } from "@reelcast/contract";
import { afterEach, expect, it } from "vitest";
import { prefer } from "../shell/preferences.ts";
import { openSound, playNotes } from "./livingSound.ts";

const RATE = 8_000;
const TONE: LivingNote = { afterMs: 0, attack: 0.003, tones: [[1_000, 0.5, 0.1]], noise: null };
const NOISE: LivingNote = { afterMs: 0, attack: 0, tones: [], noise: { gain: 1, band: [180, 900], seconds: 0.1 } };

afterEach(() => prefer({ muted: false, volume: 1 }));

/** The samples of a second, with the first picture at `at` seconds. */
async function render(notes: readonly LivingNote[], at = 0): Promise<Float32Array> {
  const context = new OfflineAudioContext(1, RATE, RATE);
  playNotes(context, context.destination, notes, at);
  return (await context.startRendering()).getChannelData(0);
}
const loudness = (samples: Float32Array, fromS: number, toS: number) =>
  Math.max(...samples.subarray(fromS * RATE, toS * RATE).map(Math.abs));

it("a tone has its pitch, begins at its time, and falls off", async () => {
  const samples = await render([{ ...TONE, afterMs: 300 }], 0.2);
  expect(loudness(samples, 0, 0.49)).toBe(0);
  expect(loudness(samples, 0.5, 0.55)).toBeGreaterThan(0.3);
  expect(loudness(samples, 0.9, 0.95)).toBeLessThan(0.05);
  const early = samples.subarray(0.5 * RATE, 0.6 * RATE);
  const crossings = early.filter((sample, n) => n > 0 && sample >= 0 && (early[n - 1] ?? 0) < 0).length;
  // 100 ms of 1 kHz.
  expect(crossings).toBeGreaterThan(96);
  expect(crossings).toBeLessThan(104);
});

it("noise sounds for its time alone", async () => {
  const samples = await render([{ ...NOISE, afterMs: 100 }]);
  expect(loudness(samples, 0, 0.09)).toBe(0);
  expect(loudness(samples, 0.1, 0.2)).toBeGreaterThan(0.01);
  expect(loudness(samples, 0.25, 1)).toBeLessThan(0.001);
});

it("a note that is long over is left out, and one that is a little late is played at once", async () => {
  expect(loudness(await render([{ ...TONE, afterMs: -500 }]), 0, 1)).toBe(0);
  expect(loudness(await render([{ ...TONE, afterMs: -50 }]), 0, 0.05)).toBeGreaterThan(0.3);
});

it("there is none for a player who has muted it, or turned it down", () => {
  expect(openSound()).not.toBeNull();
  prefer({ muted: true });
  expect(openSound()).toBeNull();
  prefer({ muted: false, volume: 0 });
  expect(openSound()).toBeNull();
});
