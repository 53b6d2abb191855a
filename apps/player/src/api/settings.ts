/**
 * The settings in force: the defaults until startup has loaded Settings.json. What the house changes later takes their place
 * (startup/newSettings.ts); components read them by `useSettings`.
 */
import { DEFAULT_SETTINGS } from "@reelcast/contract";
import type { Settings } from "@reelcast/contract";

let current: Readonly<Settings> = DEFAULT_SETTINGS;
const listeners = new Set<() => void>();

export function setSettings(settings: Settings): void {
  current = Object.freeze({ ...settings });
  for (const listener of listeners) listener();
}
export function settings(): Readonly<Settings> {
  return current;
}
/** Returns the function that stops it. */
export function onSettingsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
