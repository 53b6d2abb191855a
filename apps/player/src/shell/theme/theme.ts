/**
 * The theme of the current user. A guest's theme stays in this browser; a player's are kept at the server, with a copy
 * here so that the next start shows them at once. Owns the document's scheme, direction and text size.
 */
import type { PlayerTheme } from "@reelcast/contract";
import { useSyncExternalStore } from "react";
import { STORAGE } from "../../api/index.ts";
import { browserStore } from "../../api/token.ts";
import { setDirection } from "../../i18n/index.ts";

/** Every part of it decided. */
export type Theme = { [Part in keyof PlayerTheme]-?: NonNullable<PlayerTheme[Part]> };

/** What belongs to a layout, and is new when the layout is. */
const OPTIONS = {
  navbarPosition: "left",
  navbarFolded: false,
  navbarHidden: false,
  toolbarHidden: false,
  footerHidden: false,
  width: "container",
} as const;
export const DEFAULTS: Theme = {
  layout: "layout3",
  scheme: "dark",
  direction: "auto",
  textSize: 16,
  ...OPTIONS,
};

/** What changes with `part`: another layout brings its own options, unless they are named, too. */
export function changeOf({ layout }: Theme, part: PlayerTheme): PlayerTheme {
  return part.layout && part.layout !== layout
    ? { ...OPTIONS, ...(part.layout === "layout1" && { width: "full" }), ...part }
    : part;
}

const ownKey = () => STORAGE.theme + (browserStore.get(STORAGE.player) ?? "");
/** Its schema is not of the first bundle: a part that is of another kind than it should be is left out. */
export function completed(stored: unknown): Theme {
  const known: Record<string, unknown> = { ...(typeof stored === "object" ? stored : null) };
  return Object.fromEntries(
    Object.entries(DEFAULTS).map(([part, usual]) => [part, typeof known[part] === typeof usual ? known[part] : usual]),
  ) as Theme;
}
function read(): Theme {
  try {
    // A player who has chosen nothing yet sees what was chosen in this browser.
    return completed(JSON.parse(browserStore.get(ownKey()) ?? browserStore.get(STORAGE.theme) ?? "{}"));
  } catch {
    return DEFAULTS;
  }
}

let theme: Theme = read();
const listeners = new Set<() => void>();

/** Applies the theme that this browser has stored for the current user. */
export function applyTheme(): void {
  theme = read();
  const root = document.documentElement;
  root.dataset["scheme"] = theme.scheme;
  // A part of what the browser is set to: so that a larger size in the browser is kept.
  root.style.fontSize = `${theme.textSize / 0.16}%`;
  setDirection(theme.direction);
  document
    .querySelector("meta[name=theme-color]")
    ?.setAttribute("content", getComputedStyle(root).getPropertyValue("--color-surface"));
  for (const listener of listeners) listener();
}

/** What is shown now. */
export const presentTheme = (): Theme => theme;

/** Keeps a whole theme in this browser and shows it; null: none is kept. */
export function keepTheme(next: PlayerTheme | null): void {
  if (next) browserStore.set(ownKey(), JSON.stringify(next));
  else browserStore.remove(ownKey());
  applyTheme();
}

export function useTheme(): Theme {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => theme,
  );
}
