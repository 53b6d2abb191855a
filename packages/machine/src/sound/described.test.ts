import { expect, it } from "vitest";
import { displayOf } from "../simulated/displayState.ts";
import { freshMemory } from "../simulated/memory.ts";
import { notesOf } from "./described.ts";
import { SAMPLE_RATE, createVoice, describeVoice } from "./voices.ts";

const NOW = 1_800_000_000_000;

it("notes of a state are given once over adjoining times, with all that is needed to play them", () => {
  const memory = freshMemory("royal-sevens");
  const rest = displayOf(memory, {
    machineId: 1,
    name: "Machine",
    brand: "Brand",
    skin: "royal-sevens",
    seq: 1,
    presses: 1,
    locked: false,
    lastPress: null,
    now: NOW,
  });
  expect(notesOf(rest, NOW, NOW + 10_000)).toEqual([]);
  const turning = { ...rest, reels: { ...rest.reels, spin: { startedAt: NOW, stopsAt: [NOW + 1_000, NOW + 2_000] } } };
  const whole = notesOf(turning, NOW, NOW + 3_000);
  const parts = Array.from({ length: 15 }, (_, n) => notesOf(turning, NOW + n * 200, NOW + (n + 1) * 200));
  expect(parts.flat().length).toBe(whole.length);
  expect(whole.some(({ noise }) => noise !== null)).toBe(true);
  for (const { at, tones, noise } of whole) {
    expect(at).toBeGreaterThanOrEqual(NOW);
    expect(tones.length > 0 || noise !== null).toBe(true);
    for (const [hz, gain, decay] of tones) {
      expect(hz).toBeLessThan(7_000);
      expect(gain).toBeLessThan(1);
      expect(decay).toBeGreaterThan(0);
    }
  }
});

it("a voice that is described is the voice that is computed", () => {
  const hz = 440;
  const samples = new Float32Array(SAMPLE_RATE / 10);
  createVoice("mallet", hz, 0.5, 1).render(samples, 0);
  const { attack, tones } = describeVoice("mallet", hz, 0.5);
  const described = samples.map((_, n) => {
    const at = n / SAMPLE_RATE;
    const rise = Math.min(1, at / attack);
    return tones.reduce(
      (sum, [pitch, gain, decay]) => sum + rise * gain * Math.exp(-at / decay) * Math.sin(2 * Math.PI * pitch * at),
      0,
    );
  });
  const differences = samples.map((sample, n) => Math.abs(sample - (described[n] ?? 0)));
  expect(Math.max(...samples)).toBeGreaterThan(0.1);
  expect(Math.max(...differences)).toBeLessThan(0.01);
});
