/**
 * How each machine is tuned: its brand says with which instruments and in which mode it plays, the machine itself in
 * which key and at which pace, so that two of one brand sound akin and yet can be told apart.
 */
import { SKINS } from "../games/index.ts";

/** What a melody is played on. */
export type Lead = "bell" | "mallet" | "harp";

export interface Tuning {
  lead: Lead;
  /** The tonic, Hz. */
  root: number;
  /** Semitones of the scale above the tonic, within one octave. */
  scale: readonly number[];
  /** One step of the melody that plays while the reels turn, ms. */
  stepMs: number;
}

const MAJOR_PENTATONIC = [0, 2, 4, 7, 9] as const;
const BRANDS: Record<string, Pick<Tuning, "lead" | "scale">> = {
  lodestar: { lead: "bell", scale: MAJOR_PENTATONIC },
  // With a raised fourth: clear and wide.
  nordlys: { lead: "mallet", scale: [0, 2, 6, 7, 9] },
  // With a minor third and a sixth above it: warm, not sad.
  meridian: { lead: "harp", scale: [0, 3, 5, 7, 9] },
};
const C4 = 261.63;
/** Keys from A below middle C upwards, in semitones from C4. */
const KEYS = [-3, 0, 2, -1, 4, 1, -2, 3] as const;

/** A machine without a skin of its own gets the first one's tuning. */
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

/** Pitch of a degree of the scale, Hz; degrees below 0 and beyond the octave go on in the next one. */
export function pitch({ root, scale }: Tuning, degree: number): number {
  const octave = Math.floor(degree / scale.length);
  const semitones = scale[degree - octave * scale.length] ?? 0;
  return root * 2 ** (octave + semitones / 12);
}
