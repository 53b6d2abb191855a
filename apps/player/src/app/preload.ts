/** Loads the code and the texts of the first screen in parallel with the startup steps. */
import { loadTexts } from "../i18n/index.ts";
import { SCREENS, screenAt } from "../screens/registry.ts";

/** A load that fails here is repeated by the router, which shows the error. */
const ignoreErrors = (...parts: Promise<unknown>[]) => void Promise.allSettled(parts);

/** @param path of the screen that will be the first */
export function preloadFirstScreen({ path, loggedIn }: { path: string; loggedIn: boolean }): void {
  const here = screenAt(path);
  const first = SCREENS.filter((screen) => screen.preload?.({ path, loggedIn }) ?? (loggedIn && screen === here));
  for (const { load, texts } of first) ignoreErrors(load(), loadTexts(...texts));
  if (!loggedIn) return;
  ignoreErrors(import("./PlayerRoot.tsx"));
  if (first.every(({ fullScreen }) => fullScreen !== true)) ignoreErrors(import("../shell/Shell.tsx"));
}
