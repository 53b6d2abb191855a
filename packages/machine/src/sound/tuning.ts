/**
 * The tuning of each machine: the brand defines instrument and scale, the skin defines key and tempo. So machines of
 * one brand sound similar and can still be distinguished.
 */
import { SKINS } from "../games/index.ts";

/** The instrument of a melody. */
export type Lead = "bell" | "mallet" | "harp";

export interface Tuning {
  lead: Lead;
  /** The tonic, Hz. */
  root: number;
  /** Semitones of the scale above the tonic, within one octave. */
  scale: readonly number[];
  /** Duration of a note of the melody that plays while the reels turn, ms. */
  stepMs: number;
}

const MAJOR_PENTATONIC = [0, 2, 4, 7, 9] as const;
const BRANDS: Record<string, Pick<Tuning, "lead" | "scale">> = {
  lodestar: { lead: "bell", scale: MAJOR_PENTATONIC },
  // Raised fourth (Lydian).
  nordlys: { lead: "mallet", scale: [0, 2, 6, 7, 9] },
  // Minor third and major sixth (Dorian).
  meridian: { lead: "harp", scale: [0, 3, 5, 7, 9] },
};
const C4 = 261.63;
/** Tonics of the skins, in semitones from C4. */
const KEYS = [-3, 0, 2, -1, 4, 1, -2, 3] as const;

/** An unknown skin has the tuning of the first one. */
export function tuningOf(skinKey: string): Tuning {
  const index = Math.max(
    0,
    SKINS.findIndex(({ key }) => key === skinKey),
  );
  const brand = BRANDS[SKINS[index]?.brand ?? ""] ?? { lead: "bell" as const, scale: MAJOR_PENTATONIC };
  return {
    ...brand,
    root: C4 * 2 ** ((KEYS[index % KEYS.length] ?? 0) / 12),
    stepMs: 130 + (index % 3) * 10,
  };
}

/** Pitch of a degree of the scale, Hz; degrees below 0 or above the octave are in the next octave. */
export function pitch({ root, scale }: Tuning, degree: number): number {
  const octave = Math.floor(degree / scale.length);
  const semitones = scale[degree - octave * scale.length] ?? 0;
  return root * 2 ** (octave + semitones / 12);
}
