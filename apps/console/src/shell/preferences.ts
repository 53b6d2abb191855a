/** What this browser keeps of how the console looks: language, light or dark, and whether single keys do something. */
import { useSyncExternalStore } from "react";
import type { Language } from "@reelcast/contract";
import { setLanguage } from "../i18n/index.ts";

export const SCHEMES = ["system", "dark", "light"] as const;
export type Scheme = (typeof SCHEMES)[number];
export const LANGUAGES = ["tr", "en", "ar"] as const satisfies readonly Language[];
/** Each in its own words. */
export const LANGUAGE_NAMES: Readonly<Record<(typeof LANGUAGES)[number], string>> = {
  tr: "Türkçe",
  en: "English",
  ar: "العربية",
};

const KEYS = { scheme: "console.scheme", language: "console.language", shortcuts: "console.shortcuts" } as const;
const listeners = new Set<() => void>();

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage may be forbidden by the browser: then the page begins as it is made.
    return null;
  }
}
function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // As above: the choice counts until the page is loaded again.
  }
  for (const listener of listeners) listener();
}
const isScheme = (value: string | null): value is Scheme => SCHEMES.some((scheme) => scheme === value);
const isLanguage = (value: string | undefined): value is (typeof LANGUAGES)[number] =>
  LANGUAGES.some((language) => language === value);
const lightDevice = () => matchMedia("(prefers-color-scheme: light)");

function scheme(): Scheme {
  const kept = read(KEYS.scheme);
  return isScheme(kept) ? kept : "system";
}
function applyScheme(): void {
  const chosen = scheme();
  const light = chosen === "light" || (chosen === "system" && lightDevice().matches);
  document.documentElement.dataset["scheme"] = light ? "light" : "dark";
}
if (typeof matchMedia === "function") lightDevice().addEventListener("change", applyScheme);

export const preferences = {
  scheme,
  applyScheme,
  setScheme(next: Scheme): void {
    keep(KEYS.scheme, next);
    applyScheme();
  },
  /** The chosen language, else the browser's, else Turkish. */
  language(): Language {
    const kept = read(KEYS.language) ?? undefined;
    if (isLanguage(kept)) return kept;
    return navigator.languages.map((one) => one.slice(0, 2)).find(isLanguage) ?? "tr";
  },
  async setLanguage(next: Language): Promise<void> {
    await setLanguage(next);
    keep(KEYS.language, next);
  },
  shortcuts: (): boolean => read(KEYS.shortcuts) !== "off",
  setShortcuts: (on: boolean): void => keep(KEYS.shortcuts, on ? "on" : "off"),
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const useScheme = (): Scheme => useSyncExternalStore(subscribe, scheme);
export const useShortcutsOn = (): boolean => useSyncExternalStore(subscribe, preferences.shortcuts);
