/** The sound of a machine as notes: for those who have no stream of its sound. */
import type { MachineNote } from "@reelcast/contract";
import type { DisplayState } from "../display.ts";
import { notesBetween } from "./score.ts";
import { tuningOf } from "./tuning.ts";
import { describeVoice } from "./voices.ts";

export interface DescribedNote extends MachineNote {
  /** ms since the epoch. */
  at: number;
}

/** Notes that begin from `from` up to, not including, `to`, ms since the epoch. */
export function notesOf(display: DisplayState, from: number, to: number): DescribedNote[] {
  const notes = notesBetween(display, tuningOf(display.theme), from, to);
  return notes.map(({ at, instrument, hz, gain }) => ({ at, ...describeVoice(instrument, hz, gain) }));
}
