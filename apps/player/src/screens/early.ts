/** What is done for a screen before it is shown: its code is fetched when its link may be pressed, and notified of the press. */
import { loadTexts } from "../i18n/index.ts";
import { screenAt } from "./registry.ts";
import type { Screen, ScreenCode } from "./screen.ts";

const loaded = new Set<Screen>();
/** Whether the code for that address is there. */
export function isScreenLoaded(path: string): boolean {
  const screen = screenAt(path);
  return screen !== undefined && loaded.has(screen);
}

/** A fetch that fails here is repeated by the router, which shows the error. */
function withCode(path: string, use: (code: ScreenCode) => void): void {
  const screen = screenAt(path);
  if (!screen) return;
  loadTexts(...screen.texts).catch(() => {});
  screen.load().then(
    (code) => {
      loaded.add(screen);
      use(code);
    },
    () => {},
  );
}

/** The link to that address may be pressed soon. */
export const prefetchScreen = (path: string): void => withCode(path, () => {});
/** It is being pressed. */
export const prepareScreen = (path: string): void => withCode(path, ({ prepare }) => prepare?.());
/** The press turned out to be none: the page is being scrolled. */
export const dropScreen = (path: string): void => withCode(path, ({ drop }) => drop?.());

/** Where the last press leads, until the player goes elsewhere. */
let pressed: string | null = null;
let picture: { path: string; address: string | undefined } | null = null;

/** The address of the picture on the link that was pressed last and leads there: it is loaded already. */
export const pressedPicture = (path: string): string | undefined =>
  picture?.path === path ? picture.address : undefined;

/**
 * It was pressed. The code may come when the player has long turned back: then nothing is begun.
 * @param link what was pressed; null: another control, e.g. of a dialog
 */
export function beginScreen(path: string, link: Element | null = null): void {
  pressed = path;
  const shown = (link ?? document.querySelector(`a[href^="${path}/"]`))?.querySelector("img");
  picture = { path, address: shown?.currentSrc || undefined };
  withCode(path, ({ begin }) => {
    if (pressed === path) begin?.(path);
  });
}
/** Every change of the address, also one whose screen is still being fetched. */
export function followAddress(pathname: string): void {
  if (pressed !== null && pathname !== pressed && !pathname.startsWith(`${pressed}/`)) pressed = null;
}
