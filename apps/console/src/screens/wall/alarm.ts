/** The sound of a new need: two short tones. Browsers allow it after a press in the page, and a system may interrupt it. */
import { useEffect, useRef, useState } from "react";
import type { MachineTile } from "@reelcast/contract/console";
import { onActivation } from "@reelcast/whep";
import { needsOf, newNeeds } from "./order.ts";

/** A browser that allows it lets it begin within this time. */
const BEGINS_WITHIN_MS = 500;
let opened: AudioContext | null = null;
function open(): AudioContext {
  opened ??= new AudioContext();
  // Where the browser refuses, its state says so.
  if (opened.state !== "running") void opened.resume().catch(() => {});
  return opened;
}

/** Also prepares it: the press that switches the sound on is the one that allows it. */
export function ring(): void {
  const context = open();
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

/** Whether the sound is switched on but the browser does not play it. The next press in the page begins it. */
function useBlocked(on: boolean): boolean {
  const [blocked, setBlocked] = useState(false);
  useEffect(() => {
    if (!on) return;
    const context = open();
    const update = () => setBlocked(context.state !== "running");
    const timer = setTimeout(update, BEGINS_WITHIN_MS);
    const again = () => void open();
    const unlisten = onActivation(again);
    context.addEventListener("statechange", update);
    // An interruption by the system ends while the page is out of sight.
    document.addEventListener("visibilitychange", again);
    return () => {
      clearTimeout(timer);
      unlisten();
      context.removeEventListener("statechange", update);
      document.removeEventListener("visibilitychange", again);
    };
  }, [on]);
  return on && blocked;
}

/**
 * Rings when something new waits for a person. Nothing of what waited already when the wall was opened.
 * @returns whether the browser keeps it silent
 */
export function useAlarm(tiles: readonly MachineTile[] | null, on: boolean): boolean {
  const before = useRef<ReadonlyMap<number, string> | null>(null);
  useEffect(() => {
    if (!tiles) return;
    if (on && before.current && newNeeds(before.current, tiles).length > 0) ring();
    before.current = needsOf(tiles);
  }, [tiles, on]);
  return useBlocked(on);
}
