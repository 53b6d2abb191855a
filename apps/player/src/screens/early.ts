/** What is done for a screen before it is shown: its code is fetched when its link may be pressed, and notified of the press. */
import { loadTexts } from "../i18n/index.ts";
import { screenAt } from "./registry.ts";
import type { ScreenCode } from "./screen.ts";

/** A fetch that fails here is repeated by the router, which shows the error. */
function withCode(path: string, use: (code: ScreenCode) => void): void {
  const screen = screenAt(path);
  if (!screen) return;
  loadTexts(...screen.texts).catch(() => {});
  screen.load().then(use, () => {});
}

/** The link to that address may be pressed soon. */
export const prefetchScreen = (path: string): void => withCode(path, () => {});
/** It is being pressed. */
export const prepareScreen = (path: string): void => withCode(path, ({ prepare }) => prepare?.());
/** It was pressed. */
export const beginScreen = (path: string): void => withCode(path, ({ begin }) => begin?.(path));
