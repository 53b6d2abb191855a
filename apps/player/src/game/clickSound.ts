/** The app's own sounds, synthesised by the browser: nothing is fetched, and they do not depend on the stream. */
import { preferences } from "../shell/preferences.ts";

let opened: AudioContext | null = null;

/** Null: the player has not switched these sounds on, or plays in the quiet mode. `volume` is above 0 and at most 1. */
export function soundContext(): { context: AudioContext; volume: number } | null {
  const { clickSound, volume, muted, quiet } = preferences();
  if (!clickSound || quiet || muted || volume <= 0 || typeof AudioContext === "undefined") return null;
  opened ??= new AudioContext({ latencyHint: "interactive" });
  // Not allowed yet, or interrupted by a call: until the browser lets it go on, there is none.
  if (opened.state !== "running") void opened.resume().catch(() => {});
  return { context: opened, volume };
}

/** The click of a button. */
export function playClick(): void {
  const sound = soundContext();
  if (!sound) return;
  const { context, volume } = sound;
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
