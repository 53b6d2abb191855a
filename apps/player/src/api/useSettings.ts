/** The settings for components: what the house changes reaches the screen without a reload. */
import { useSyncExternalStore } from "react";
import type { Settings } from "@reelcast/contract";
import { onSettingsChange, settings } from "./settings.ts";

export function useSettings(): Readonly<Settings> {
  return useSyncExternalStore(onSettingsChange, settings);
}
