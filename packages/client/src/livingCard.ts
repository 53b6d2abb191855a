/**
 * The picture of one machine, five times a second, while its card is held: each answer has the pictures and the notes of a
 * second, which are shown and played at their times while the next ones are made.
 */
import type { CallAnswer, LivingNote } from "@reelcast/contract";

/** A server that answers at once is not asked more often; nor one whose machine stands still. */
const LEAST_BETWEEN_MS = 700;
const STILL_BETWEEN_MS = 2_000;
/** Nobody looks at a card for longer: a pointer that was left on it asks for nothing more. */
const LIVES_MS = 30_000;

/** With sound, all comes so much later, ms: the last notes of a second are in the next answer. */
const NOTES_WAIT_MS = 300;

export interface AskedSecond {
  machine: number;
  /** Of the picture that is shown; 0: none. */
  version: number;
  /** Of the answer before; 0: there was none; absent: no notes are wanted. */
  notesUntil?: number;
}
export interface LivingCardParts {
  ask: (asked: AskedSecond, signal: AbortSignal) => Promise<CallAnswer<"livingCard">>;
  /** Whether pictures may be asked for now. */
  mayAsk: () => boolean;
  /** @param image an address */
  show: (image: string) => void;
  /** Plays notes so many ms from now; null: the player wants no sound. */
  sound: ((notes: readonly LivingNote[], inMs: number) => void) | null;
  /** No more pictures come: the server gives none, the player wants none now, or it has lasted long. */
  onEnd: () => void;
}

/** Returns the function that ends it. */
export function startLivingCard(machineId: number, { ask, mayAsk, show, sound, onEnd }: LivingCardParts): () => void {
  const ended = new AbortController();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const after = (ms: number, run: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, ms);
    timers.add(timer);
  };
  let version = 0;
  let notesUntil = 0;
  const waits = sound ? NOTES_WAIT_MS : 0;
  const begun = performance.now();
  async function next(): Promise<void> {
    if (!mayAsk() || performance.now() - begun > LIVES_MS) return onEnd();
    const asked = performance.now();
    const wanted = { machine: machineId, version, ...(sound && { notesUntil }) };
    const { hasPicture, frames, notes = [], ...next } = await ask(wanted, ended.signal);
    if (ended.signal.aborted) return;
    for (const { afterMs, image } of frames) after(waits + afterMs, () => show(image));
    if (notes.length > 0) sound?.(notes, waits);
    version = frames.at(-1)?.version ?? version;
    notesUntil = next.notesUntil ?? 0;
    if (!hasPicture) return after(waits + (frames.at(-1)?.afterMs ?? 0), onEnd);
    const between = frames.length + notes.length > 0 ? LEAST_BETWEEN_MS : STILL_BETWEEN_MS;
    after(Math.max(0, between - (performance.now() - asked)), run);
  }
  const run = () => void next().catch(() => ended.signal.aborted || onEnd());
  run();
  return () => {
    ended.abort();
    for (const timer of timers) clearTimeout(timer);
  };
}
