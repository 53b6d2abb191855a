/** The sound of a machine whose card is held: notes that the browser plays itself, as loud as the player has chosen. */
import type { LivingNote } from "@reelcast/contract";
import { loudnessOf, preferences } from "../shell/preferences.ts";

/** Next to a game's own: it comes without a press. */
const QUIETER = 0.6;
/** A note that is over by now would sound together with others of its kind. */
const LATE_S = 0.1;
/** A tone ends after so many times of its decay: what is left is too soft. */
const DECAYS = 7;

export interface LivingSound {
  play: (notes: readonly LivingNote[], inMs: number) => void;
  /** At once, without a click. */
  end: () => void;
}

/** A browser that plays nothing any more rests, and so does a phone's loudspeaker. */
const RESTS_AFTER_MS = 1_000;

let opened: AudioContext | null = null;
let open = 0;
/** One noise for all: filters make the difference. */
let hiss: AudioBuffer | null = null;

function noiseOf(context: BaseAudioContext): AudioBuffer {
  if (hiss?.sampleRate === context.sampleRate) return hiss;
  hiss = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = hiss.getChannelData(0);
  for (let n = 0; n < samples.length; n += 1) samples[n] = Math.random() * 2 - 1;
  return hiss;
}

/** @param at the context's time of the first picture, seconds */
export function playNotes(context: BaseAudioContext, to: AudioNode, notes: readonly LivingNote[], at: number): void {
  for (const { afterMs, attack, tones, noise } of notes) {
    const due = at + afterMs / 1_000;
    if (due < context.currentTime - LATE_S) continue;
    const begin = Math.max(due, context.currentTime);
    for (const [hz, gain, decay] of tones) {
      const tone = context.createOscillator();
      const level = context.createGain();
      tone.frequency.value = hz;
      level.gain.setValueAtTime(0, begin);
      level.gain.linearRampToValueAtTime(gain, begin + attack);
      level.gain.setTargetAtTime(0, begin + attack, decay);
      tone.connect(level).connect(to);
      tone.start(begin);
      tone.stop(begin + attack + decay * DECAYS);
    }
    if (!noise) continue;
    const [low, high] = noise.band;
    const source = context.createBufferSource();
    const filter = context.createBiquadFilter();
    const level = context.createGain();
    source.buffer = noiseOf(context);
    filter.type = "bandpass";
    filter.frequency.value = Math.sqrt(low * high);
    filter.Q.value = filter.frequency.value / (high - low);
    level.gain.setValueAtTime(0, begin);
    level.gain.linearRampToValueAtTime(noise.gain, begin + noise.seconds / 2);
    level.gain.linearRampToValueAtTime(0, begin + noise.seconds);
    source.connect(filter).connect(level).connect(to);
    source.start(begin, Math.random() / 2, noise.seconds);
  }
}

/** Null: the player wants no sound, or the browser has none. */
export function openSound(): LivingSound | null {
  const chosen = preferences();
  if (chosen.muted || chosen.volume === 0 || typeof AudioContext === "undefined") return null;
  opened ??= new AudioContext();
  const context = opened;
  open += 1;
  // Before the first press on the page the browser allows none.
  if (context.state !== "running") void context.resume().catch(() => {});
  const level = context.createGain();
  level.gain.value = loudnessOf(chosen) * QUIETER;
  level.connect(context.destination);
  return {
    play(notes, inMs) {
      // What is scheduled while it stands still would be played all at once.
      if (context.state === "running") playNotes(context, level, notes, context.currentTime + inMs / 1_000);
    },
    end() {
      level.gain.setTargetAtTime(0, context.currentTime, 0.02);
      setTimeout(() => level.disconnect(), 200);
      open -= 1;
      setTimeout(() => void (open === 0 && context.suspend().catch(() => {})), RESTS_AFTER_MS);
    },
  };
}
