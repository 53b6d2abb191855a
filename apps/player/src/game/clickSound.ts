/** The click of a button, synthesised by the browser: nothing is fetched, and it does not depend on the stream. */
import { preferences } from "../shell/preferences.ts";

let context: AudioContext | null = null;

/** Plays it if the player has switched it on and the browser already allows sound. */
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
