/**
 * The theme of the current user. A guest's theme stays in this browser; a player's are kept at the server, with a copy
 * here so that the next start shows them at once. Owns the document's scheme, direction and text size.
 */
import type { PlayerTheme } from "@reelcast/contract";
import { STORAGE } from "../../api/index.ts";
import { browserStore } from "../../api/token.ts";
import { setDirection } from "../../i18n/catalogue.ts";

/** A theme with every part set. */
export type Theme = { [Part in keyof PlayerTheme]-?: NonNullable<PlayerTheme[Part]> };

/** Options of a layout. Another layout resets them. */
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

/** All changes that `part` causes: another layout resets its options, except those in `part`. */
export function changeOf({ layout }: Theme, part: PlayerTheme): PlayerTheme {
  return part.layout && part.layout !== layout
    ? { ...OPTIONS, ...(part.layout === "layout1" && { width: "full" }), ...part }
    : part;
}

const ownKey = () => STORAGE.theme + (browserStore.get(STORAGE.player) ?? "");
/** Without a schema, which is not in the first bundle: a part of a wrong type is left out. */
export function completed(stored: unknown): Theme {
  const known: Record<string, unknown> = { ...(typeof stored === "object" ? stored : null) };
  return Object.fromEntries(
    Object.entries(DEFAULTS).map(([part, usual]) => [part, typeof known[part] === typeof usual ? known[part] : usual]),
  ) as Theme;
}
function read(): Theme {
  try {
    // A player who has chosen nothing yet sees the guest's theme.
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
  // The page comes with the colour of the default scheme. To ask for a colour makes the browser lay out the page: only where it is another one.
  const bar = document.querySelector<HTMLMetaElement>("meta[name=theme-color]");
  if (bar && theme.scheme !== (bar.dataset["scheme"] ?? DEFAULTS.scheme)) {
    bar.dataset["scheme"] = theme.scheme;
    bar.content = getComputedStyle(root).getPropertyValue("--color-surface");
  }
  for (const listener of listeners) listener();
}

/** What this browser keeps for the current user now, as it is stored; null: nothing. Other tabs change it too. */
export const storedTheme = (): string | null => browserStore.get(ownKey());

/** What is shown now. */
export const presentTheme = (): Theme => theme;

/** Keeps a whole theme in this browser and shows it; null: none is kept. */
export function keepTheme(next: PlayerTheme | null): void {
  if (next) browserStore.set(ownKey(), JSON.stringify(next));
  else browserStore.remove(ownKey());
  applyTheme();
}

/** Returns the function that stops it. */
export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
