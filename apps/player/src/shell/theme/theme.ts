/** The theme of the current user, for components. What owns it needs no framework: themeStore.ts. */
import { useSyncExternalStore } from "react";
import { onThemeChange, presentTheme } from "./themeStore.ts";
import type { Theme } from "./themeStore.ts";

export * from "./themeStore.ts";

export function useTheme(): Theme {
  return useSyncExternalStore(onThemeChange, presentTheme);
}
