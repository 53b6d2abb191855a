import { describe, expect, it } from "vitest";
import type { BannerKind, DisplayState } from "../display.ts";
import { SKINS } from "../games/index.ts";
import { displayOf } from "../simulated/displayState.ts";
import { freshMemory } from "../simulated/memory.ts";
import { FRAME_MS, FRAME_SAMPLES, SAMPLE_RATE, createSound } from "./index.ts";

const NOW = 1_800_000_000_000;
type Change = (state: DisplayState) => unknown;
function displayFor(skin: string, change: Change = () => {}): DisplayState {
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
/** The sound from `NOW` on while this is on the glass. */
function listen(display: DisplayState, ms: number, since = NOW): Float32Array {
  const sound = createSound(display, since);
  const all = new Float32Array((ms / FRAME_MS) * FRAME_SAMPLES);
  for (let n = 0; n * FRAME_MS < ms; n += 1) {
    const frame = sound.read(NOW + n * FRAME_MS);
    if (frame) all.set(frame, n * FRAME_SAMPLES);
  }
  return all;
}
const part = (pcm: Float32Array, fromMs: number, toMs: number) =>
  pcm.subarray((fromMs * SAMPLE_RATE) / 1_000, (toMs * SAMPLE_RATE) / 1_000);
function measure(pcm: Float32Array): { loudness: number; peak: number; step: number } {
  let [squares, peak, step, last] = [0, 0, 0, pcm[0] ?? 0];
  for (const x of pcm) {
    squares += x * x;
    peak = Math.max(peak, Math.abs(x));
    step = Math.max(step, Math.abs(x - last));
    last = x;
  }
  return { loudness: Math.sqrt(squares / pcm.length), peak, step };
}
const loudness = (pcm: Float32Array) => measure(pcm).loudness;
const peak = (pcm: Float32Array) => measure(pcm).peak;
/** The greatest step from one sample to the next: what a click is made of. */
const step = (pcm: Float32Array) => measure(pcm).step;

const spinning: Change = (state) => {
  state.reels.spin = { startedAt: NOW, stopsAt: [900, 1_320, 1_740].map((ms) => NOW + ms) };
  state.lastPress = { control: "play", at: NOW };
};
const counting =
  (win: number, ms: number): Change =>
  (state) => {
    Object.assign(state.meters, { win, bet: 100, count: { from: 0, startedAt: NOW, endsAt: NOW + ms } });
  };
const showing =
  (kind: BannerKind, ms = 2_500): Change =>
  (state) => {
    state.banner = { kind, amount: 5_000, startedAt: NOW, endsAt: NOW + ms };
    if (kind === "handPay") state.phase = "handPay";
  };
const SCENES: [string, Change][] = [
  ["a spin", spinning],
  ["a press", (state) => (state.lastPress = { control: "bet-2", at: NOW })],
  ["a small win", counting(200, 410)],
  ["a big win", counting(5_000, 2_500)],
  ["a card", (state) => (state.gamble = { stake: 1, card: { ...CARD, shownAt: NOW }, history: [], round: 1 })],
  ...(["bonusStart", "bonusEnd", "bigWin", "handPay", "gambleWon", "gambleLost", "jackpot"] as const).map(
    (kind): [string, Change] => [kind, showing(kind)],
  ),
];
const CARD = { colour: "red", rank: "A", suit: "hearts" } as const;

describe("the sound of a machine", () => {
  it.each(SKINS.map(({ key }) => key))("%s is silent at rest, and audible while its reels turn", (skin) => {
    const rest = createSound(displayFor(skin), NOW);
    for (let n = 0; n < 50; n += 1) expect(rest.read(NOW + n * FRAME_MS)).toBeNull();
    expect(rest.isPlaying(NOW)).toBe(false);
    const spin = part(listen(displayFor(skin, spinning), 2_000), 100, 1_740);
    expect(loudness(spin)).toBeGreaterThan(0.03);
    expect(loudness(spin)).toBeLessThan(0.3);
  });

  it.each(SCENES)("%s is audible, never clipped, without clicks, and over in time", (what, change) => {
    for (const key of ["royal-sevens", "polar-fire", "velvet-mask"]) {
      const pcm = listen(displayFor(key, change), 12_000);
      expect(loudness(part(pcm, 0, 200))).toBeGreaterThan(0.005);
      expect(peak(pcm)).toBeLessThanOrEqual(1);
      // A full sine wave of 3 kHz makes steps of 0.39; what is played is lower and softer.
      expect(step(pcm)).toBeLessThan(0.15);
      if (what !== "handPay") expect(peak(part(pcm, 11_000, 12_000))).toBe(0);
    }
  });

  it("frames join without a seam: steps between them are no greater than within", () => {
    const pcm = listen(displayFor("polar-fire", spinning), 2_000);
    const joins = Array.from({ length: pcm.length / FRAME_SAMPLES - 1 }, (_, n) => (n + 1) * FRAME_SAMPLES);
    const across = Math.max(...joins.map((at) => Math.abs((pcm[at] ?? 0) - (pcm[at - 1] ?? 0))));
    expect(across).toBeLessThanOrEqual(step(pcm));
    expect(across).toBeLessThan(0.1);
  });

  it("is the same for the same states at the same times, and another on another machine", () => {
    const one = listen(displayFor("polar-fire", spinning), 2_000);
    expect(listen(displayFor("polar-fire", spinning), 2_000)).toEqual(one);
    expect(listen(displayFor("desert-eye", spinning), 2_000)).not.toEqual(one);
  });

  it("falls in with the picture: each reel knocks when it stops, and then there is quiet", () => {
    const pcm = listen(
      displayFor("copper-canyon", (state) => {
        spinning(state);
        state.lastPress = null;
        state.reels.spin = { startedAt: NOW, stopsAt: [NOW + 900, NOW, NOW] };
      }),
      3_000,
    );
    const before = loudness(part(pcm, 840, 895));
    expect(loudness(part(pcm, 900, 955))).toBeGreaterThan(before * 1.4);
    expect(loudness(part(pcm, 2_900, 3_000))).toBeLessThan(0.003);
  });

  it("a big win is longer and louder than a small one", () => {
    const small = listen(displayFor("royal-sevens", counting(200, 410)), 4_000);
    const big = listen(displayFor("royal-sevens", counting(5_000, 2_500)), 4_000);
    expect(loudness(big)).toBeGreaterThan(loudness(small) * 1.5);
  });

  it("a stop that the player brings forward is audible then, and not again later", () => {
    const turning = displayFor("royal-sevens", spinning);
    const sound = createSound(turning, NOW);
    const stopped = structuredClone(turning);
    stopped.reels.spin = { startedAt: NOW, stopsAt: [NOW + 400, NOW + 400, NOW + 400] };
    let last = 0;
    for (let ms = 0; ms < 8_000; ms += FRAME_MS) {
      if (ms === 400) sound.show(stopped);
      if (sound.read(NOW + ms)) last = ms;
      if (ms === 400) expect(sound.isPlaying(NOW + ms)).toBe(true);
    }
    expect(last).toBeLessThan(5_000);
  });

  it("a state that comes late still sounds, one from before the listener came does not", () => {
    const pressed = displayFor("royal-sevens", (state) => (state.lastPress = { control: "play", at: NOW }));
    const late = createSound(displayFor("royal-sevens"), NOW - 1_000);
    late.show(pressed);
    expect(late.read(NOW + 60)).not.toBeNull();
    expect(createSound(pressed, NOW + 40).read(NOW + 60)).toBeNull();
  });

  it("the bell of a hand pay rings on now and then until the attendant comes", () => {
    const pcm = listen(displayFor("night-bazaar", showing("handPay")), 30_000);
    expect(loudness(part(pcm, 0, 2_500))).toBeGreaterThan(0.05);
    for (let at = 4_000; at + 4_100 < 30_000; at += 4_000)
      expect(peak(part(pcm, at, at + 4_100))).toBeGreaterThan(0.05);
  });

  it("is cheap: a second of a big win under a free spin takes a small part of a second", () => {
    const busy = displayFor("velvet-mask", (state) => {
      spinning(state);
      counting(5_000, 2_500)(state);
      showing("jackpot", 8_000)(state);
      state.freeSpins = { left: 3, total: 10, won: 100 };
    });
    listen(busy, 4_000);
    const began = process.cpuUsage();
    listen(busy, 4_000);
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 4_000_000).toBeLessThan(0.1);
  });
});
