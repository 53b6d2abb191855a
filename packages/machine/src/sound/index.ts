/**
 * The sound of a simulated machine: synthesised from its display states, without recordings. It is silent at rest. The
 * same states at the same times give the same samples.
 */
import type { DisplayState } from "../display.ts";
import { notesBetween, lastNoteAt } from "./score.ts";
import { tuningOf } from "./tuning.ts";
import type { Tuning } from "./tuning.ts";
import { SAMPLE_RATE, createVoice } from "./voices.ts";
import type { Voice } from "./voices.ts";

export { notesOf } from "./described.ts";
export { SAMPLE_RATE };
/** Length of one piece of sound, ms, and its samples (one channel). */
export const FRAME_MS = 20;
export const FRAME_SAMPLES = (SAMPLE_RATE * FRAME_MS) / 1_000;
/** Notes of a late state up to this age are played at once. */
const LATE_MS = 120;
const MAX_VOICES = 48;
/** Above this level the mix is compressed, so that it never exceeds 1. */
const KNEE = 0.6;

export interface Sound {
  /** Sets the current display state. */
  show(display: DisplayState): void;
  /**
   * The piece of `FRAME_MS` that begins at `at` (ms since the epoch), −1 … 1; null in silence. Call it for
   * one piece after the other: the array is used again for the next one.
   */
  read(at: number): Float32Array<ArrayBuffer> | null;
  /** Whether there is sound at `at`, or later without a new state. */
  isPlaying(at: number): boolean;
}

/** @param since no notes from before this time are played, ms since the epoch */
export function createSound(first: DisplayState, since: number): Sound {
  const frame = new Float32Array(FRAME_SAMPLES);
  /** Notes that have begun, and their times: deleted once they can't be returned any more. */
  const played = new Map<string, number>();
  let voices: Voice[] = [];
  let display = first;
  let tuning: Tuning = tuningOf(first.theme);

  function begin(from: number): { voice: Voice; offset: number }[] {
    const begun: { voice: Voice; offset: number }[] = [];
    for (const note of notesBetween(display, tuning, Math.max(since, from - LATE_MS), from + FRAME_MS)) {
      if (played.has(note.key)) continue;
      played.set(note.key, note.at);
      if (voices.length + begun.length >= MAX_VOICES) continue;
      // Several late ones would sound at the same time.
      if (note.at < from && note.instrument === "roll") continue;
      const offset = Math.min(FRAME_SAMPLES - 1, Math.max(0, Math.round(((note.at - from) * SAMPLE_RATE) / 1_000)));
      begun.push({ voice: createVoice(note.instrument, note.hz, note.gain, Math.floor(note.at)), offset });
    }
    for (const [key, at] of played) if (at < from - 2 * LATE_MS) played.delete(key);
    return begun;
  }

  return {
    show(next) {
      if (next.theme !== display.theme) tuning = tuningOf(next.theme);
      display = next;
    },
    read(at) {
      const begun = begin(at);
      if (voices.length === 0 && begun.length === 0) return null;
      frame.fill(0);
      voices = voices.filter((voice) => voice.render(frame, 0));
      for (const { voice, offset } of begun) if (voice.render(frame, offset)) voices.push(voice);
      for (let n = 0; n < FRAME_SAMPLES; n += 1) frame[n] = compressed(frame[n] ?? 0);
      return frame;
    },
    isPlaying: (at) => voices.length > 0 || lastNoteAt(display) > at - LATE_MS,
  };
}

function compressed(x: number): number {
  if (x <= KNEE && x >= -KNEE) return x;
  const over = (Math.abs(x) - KNEE) / (1 - KNEE);
  return Math.sign(x) * (KNEE + (1 - KNEE) * Math.tanh(over));
}
