/** The settings in force: the defaults until startup has loaded Settings.json, and unchanged afterwards. */
import { DEFAULT_SETTINGS } from "@reelcast/contract";
import type { Settings } from "@reelcast/contract";

let current: Readonly<Settings> = DEFAULT_SETTINGS;
export function setSettings(settings: Settings): void {
  current = Object.freeze({ ...settings });
}
export function settings(): Readonly<Settings> {
  return current;
}
