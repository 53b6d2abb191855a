/** The sound of a new need: two short tones. Browsers allow it after a press in the page. */
import { useEffect, useRef } from "react";
import type { MachineTile } from "@reelcast/contract/console";
import { needsOf, newNeeds } from "./order.ts";

let context: AudioContext | null = null;

/** Also prepares it: the press that switches the sound on is the one that allows it. */
export function ring(): void {
  context ??= new AudioContext();
  void context.resume();
  const start = context.currentTime;
  const volume = context.createGain();
  volume.connect(context.destination);
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(0.2, start + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.5);
  for (const [index, pitch] of [880, 1175].entries()) {
    const tone = context.createOscillator();
    tone.frequency.value = pitch;
    tone.connect(volume);
    tone.start(start + index * 0.16);
    tone.stop(start + 0.5);
  }
}

/** Rings when something new waits for a person. Nothing of what waited already when the wall was opened. */
export function useAlarm(tiles: readonly MachineTile[] | null, on: boolean): void {
  const before = useRef<ReadonlyMap<number, string> | null>(null);
  useEffect(() => {
    if (!tiles) return;
    if (on && before.current && newNeeds(before.current, tiles).length > 0) ring();
    before.current = needsOf(tiles);
  }, [tiles, on]);
}
