/** Loads the code and the texts of the first screen in parallel with the startup steps. */
import { readToken } from "../api/index.ts";
import { loadTexts } from "../i18n/index.ts";
import { SCREENS, screenAt } from "../screens/registry.ts";

/** A load that fails here is repeated by the router, which shows the error. */
const ignoreErrors = (...parts: Promise<unknown>[]) => void Promise.allSettled(parts);

/** @param token from the address @param path of it */
export function preloadFirstScreen(token: string | null, path: string): void {
  const loggedIn = readToken() !== null || token !== null;
  const here = screenAt(path);
  const first = SCREENS.filter((screen) => screen.preload?.({ path, loggedIn }) ?? (loggedIn && screen === here));
  for (const { load, texts } of first) ignoreErrors(load(), loadTexts(...texts));
  if (!loggedIn) return;
  ignoreErrors(import("../app/PlayerRoot.tsx"));
  if (first.every(({ fullScreen }) => fullScreen !== true)) ignoreErrors(import("../shell/Shell.tsx"));
}
