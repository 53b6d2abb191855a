/** A short click of a button, made by the browser itself: nothing is fetched, and it never waits for the stream. */
import { preferences } from "../shell/preferences.ts";

let context: AudioContext | null = null;

/** Plays it at once if the player has chosen it, or not at all where the browser allows no sound yet. */
export function playClick(): void {
  const { clickSound, volume, muted } = preferences();
  if (!clickSound || muted || volume <= 0 || typeof AudioContext === "undefined") return;
  context ??= new AudioContext({ latencyHint: "interactive" });
  if (context.state === "suspended") void context.resume().catch(() => {});
  const now = context.currentTime;
  const tone = context.createOscillator();
  const level = context.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(1_900, now);
  tone.frequency.exponentialRampToValueAtTime(700, now + 0.03);
  level.gain.setValueAtTime(0.22 * volume, now);
  level.gain.exponentialRampToValueAtTime(0.0005, now + 0.05);
  tone.connect(level).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.06);
}
