/**
 * The instruments, computed sample by sample. A tone is a sum of decaying sine waves, each a two-pole resonator (two
 * multiplications for each sample); noise is filtered and comes from a generator with a seed. Every voice begins and
 * ends with zero, so that there are no clicks.
 */
import type { MachineNote } from "@reelcast/contract";
import type { Lead } from "./tuning.ts";

export const SAMPLE_RATE = 48_000;
export type Instrument = Lead | "bass" | "chime" | "alarm" | "button" | "stop" | "roll" | "card";

interface Partial {
  /** Multiple of the tone's pitch. */
  ratio: number;
  gain: number;
  /** Time to fall to 1/e, seconds. */
  decay: number;
}
interface Noise {
  gain: number;
  /** Passband of the filter, Hz. */
  band: readonly [number, number];
  /** Length of its envelope, seconds. */
  seconds: number;
}
interface Design {
  /** Time to full loudness, seconds. */
  attack: number;
  partials: readonly Partial[];
  noise: Noise | null;
}
const tone = (attack: number, ...partials: (readonly [ratio: number, gain: number, decay: number])[]): Design => ({
  attack,
  partials: partials.map(([ratio, gain, decay]) => ({ ratio, gain, decay })),
  noise: null,
});

const DESIGNS: Record<Instrument, Design> = {
  bell: tone(0.004, [1, 0.7, 0.42], [2, 0.3, 0.26], [3.01, 0.1, 0.12], [4.18, 0.04, 0.06]),
  mallet: tone(0.003, [1, 0.9, 0.2], [3.93, 0.12, 0.05], [9.2, 0.02, 0.015]),
  harp: tone(0.003, [1, 0.7, 0.34], [2, 0.32, 0.22], [3, 0.14, 0.14], [4, 0.06, 0.09], [5, 0.03, 0.06]),
  bass: tone(0.006, [1, 0.8, 0.24], [2, 0.25, 0.14], [3, 0.06, 0.08]),
  chime: tone(0.006, [1, 0.6, 0.5], [1.002, 0.3, 0.55], [2.76, 0.12, 0.2], [5.4, 0.02, 0.07]),
  alarm: tone(0.003, [1, 0.6, 0.22], [1.5, 0.28, 0.16], [2.66, 0.16, 0.08]),
  button: {
    ...tone(0.002, [1, 0.6, 0.022], [2.3, 0.2, 0.012]),
    noise: { gain: 0.5, band: [300, 1_800], seconds: 0.014 },
  },
  stop: {
    ...tone(0.002, [1, 0.9, 0.055], [1.62, 0.4, 0.03]),
    noise: { gain: 0.9, band: [120, 1_100], seconds: 0.045 },
  },
  roll: { attack: 0, partials: [], noise: { gain: 1, band: [180, 900], seconds: 0.09 } },
  card: { attack: 0, partials: [], noise: { gain: 1, band: [500, 2_600], seconds: 0.11 } },
};
/** A tone ends after a decay of 60 dB: the remaining step is inaudible. In units of its decay time. */
const END = Math.log(1_000);

export interface Voice {
  /** Adds the voice to `out`, from the sample `from`. Returns false once it has ended. */
  render(out: Float32Array, from: number): boolean;
}

/** Higher partials would only sound shrill after encoding. */
const audible = (partials: readonly Partial[], hz: number) => partials.filter(({ ratio }) => ratio * hz < 7_000);

const rounded = (value: number, digits: number) => Number(value.toFixed(digits));
/** The same voice for what computes its waves itself. @param hz pitch of the tone; not used by noise */
export function describeVoice(instrument: Instrument, hz: number, gain: number): MachineNote {
  const { attack, partials, noise } = DESIGNS[instrument];
  return {
    attack,
    tones: audible(partials, hz).map(({ ratio, gain: own, decay }) => [
      rounded(ratio * hz, 1),
      rounded(own * gain, 4),
      decay,
    ]),
    noise: noise && { gain: rounded(noise.gain * gain, 4), band: [...noise.band], seconds: noise.seconds },
  };
}

/** @param hz pitch of the tone; not used by noise. @param seed of the noise: the same seed gives the same sound */
export function createVoice(instrument: Instrument, hz: number, gain: number, seed: number): Voice {
  const { attack, partials, noise } = DESIGNS[instrument];
  const parts = [
    ...audible(partials, hz).map((partial) => resonator(partial, hz, gain, attack)),
    ...(noise ? [noiseBurst(noise, gain, seed)] : []),
  ];
  return {
    render(out, from) {
      let sounds = false;
      for (const part of parts) sounds = part(out, from) || sounds;
      return sounds;
    },
  };
}
type Part = (out: Float32Array, from: number) => boolean;

function resonator(partial: Partial, hz: number, gain: number, attack: number): Part {
  const angle = (2 * Math.PI * partial.ratio * hz) / SAMPLE_RATE;
  const fall = Math.exp(-1 / (partial.decay * SAMPLE_RATE));
  const c1 = 2 * fall * Math.cos(angle);
  const c2 = -fall * fall;
  const end = Math.ceil(partial.decay * END * SAMPLE_RATE);
  const rise = Math.max(1, Math.round(attack * SAMPLE_RATE));
  // gain · fall^n · sin(n · angle): begins with 0.
  const memory = { at: 0, value: 0, last: (-gain * partial.gain * Math.sin(angle)) / fall };
  return (out, from) => {
    // Local variables: writing those of the closure would allocate memory for each sample.
    let { at, value, last } = memory;
    const to = Math.min(out.length, from + end - at);
    for (let n = from; n < to; n += 1) {
      out[n] = (out[n] ?? 0) + (at < rise ? (value * at) / rise : value);
      const next = c1 * value + c2 * last;
      last = value;
      value = next;
      at += 1;
    }
    Object.assign(memory, { at, value, last });
    return at < end;
  };
}

/** Noise with an envelope that rises and falls. */
function noiseBurst({ gain: own, band, seconds }: Noise, gain: number, seed: number): Part {
  const end = Math.round(seconds * SAMPLE_RATE);
  const low = 1 - Math.exp((-2 * Math.PI * band[1]) / SAMPLE_RATE);
  const high = 1 - Math.exp((-2 * Math.PI * band[0]) / SAMPLE_RATE);
  // The filter removes most of the noise: this restores its level, so that gains are comparable.
  const level = (gain * own) / Math.sqrt(low);
  const memory = { at: 0, random: (seed ^ 0x9e3779b9) | 0, once: 0, smooth: 0, slow: 0 };
  return (out, from) => {
    let { at, random, once, smooth, slow } = memory;
    const to = Math.min(out.length, from + end - at);
    for (let n = from; n < to; n += 1) {
      random = (Math.imul(random, 1_664_525) + 1_013_904_223) | 0;
      once += low * (random / 2 ** 31 - once);
      smooth += low * (once - smooth);
      slow += high * (smooth - slow);
      // A squared parabola is smooth at both ends.
      const envelope = (4 * at * (end - at)) / (end * end);
      out[n] = (out[n] ?? 0) + level * envelope * envelope * (smooth - slow);
      at += 1;
    }
    Object.assign(memory, { at, random, once, smooth, slow });
    return at < end;
  };
}
