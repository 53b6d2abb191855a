/** A short fanfare of each tier, synthesised by the browser. One of the app's own sounds: the player switches them on. */
import { soundContext } from "../clickSound.ts";

/** Semitones above the root, and the seconds between two notes. */
const FANFARES = {
  1: { notes: [0, 4, 7], step: 0.11 },
  2: { notes: [0, 4, 7, 12, 7, 12], step: 0.1 },
  3: { notes: [0, 4, 7, 12, 16, 12, 16, 19], step: 0.1 },
} as const;
const ROOT_HZ = 392;
const RING_S = 0.5;
const LOUDNESS = 0.12;

/** @returns what ends it at once */
export function playFanfare(tier: 1 | 2 | 3): () => void {
  const sound = soundContext();
  // Not allowed yet: it would be late.
  if (sound?.context.state !== "running") return () => {};
  const { context, volume } = sound;
  const { notes, step } = FANFARES[tier];
  const all = context.createGain();
  all.gain.value = LOUDNESS * volume;
  all.connect(context.destination);
  for (const [n, semitones] of notes.entries()) {
    const at = context.currentTime + n * step;
    const ring = n === notes.length - 1 ? RING_S * 2 : RING_S;
    const tone = context.createOscillator();
    const level = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = ROOT_HZ * 2 ** (semitones / 12);
    level.gain.setValueAtTime(0, at);
    level.gain.linearRampToValueAtTime(1, at + 0.012);
    level.gain.exponentialRampToValueAtTime(0.001, at + ring);
    tone.connect(level).connect(all);
    tone.start(at);
    tone.stop(at + ring);
  }
  return () => {
    // Faded out: a sudden end clicks.
    all.gain.setTargetAtTime(0, context.currentTime, 0.03);
  };
}

const COUNT_STEP_S = 0.075;
const COUNT_LOUDNESS = 0.05;

/** Short tones that rise while a win is counted. @returns what ends them at once */
export function playCount(seconds: number): () => void {
  const sound = soundContext();
  if (sound?.context.state !== "running") return () => {};
  const { context, volume } = sound;
  const all = context.createGain();
  all.gain.value = COUNT_LOUDNESS * volume;
  all.connect(context.destination);
  const tone = context.createOscillator();
  const level = context.createGain();
  tone.type = "sine";
  level.gain.value = 0;
  const steps = Math.floor(seconds / COUNT_STEP_S);
  for (let n = 0; n < steps; n += 1) {
    const at = context.currentTime + n * COUNT_STEP_S;
    tone.frequency.setValueAtTime(ROOT_HZ * 2 ** (1 + n / steps), at);
    level.gain.setValueAtTime(1, at);
    level.gain.linearRampToValueAtTime(0, at + COUNT_STEP_S * 0.6);
  }
  tone.connect(level).connect(all);
  tone.start();
  tone.stop(context.currentTime + seconds);
  return () => {
    all.gain.setTargetAtTime(0, context.currentTime, 0.03);
  };
}
