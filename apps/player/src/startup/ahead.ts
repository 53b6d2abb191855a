/** Fetches the code and the texts of the first screen while the server is still asked, so that they wait for nothing. */
import { readToken } from "../api/index.ts";
import { loadTexts } from "../i18n/index.ts";
import { SCREENS, screenAt } from "../screens/registry.ts";

/** What fails here is asked for again by the router, which says so where it fails again. */
const quietly = (...parts: Promise<unknown>[]) => void Promise.allSettled(parts);

/** @param token from the address @param path of it */
export function fetchAhead(token: string | null, path: string): void {
  const loggedIn = readToken() !== null || token !== null;
  const here = screenAt(path);
  const first = SCREENS.filter((screen) => screen.preload?.({ path, loggedIn }) ?? (loggedIn && screen === here));
  for (const { load, texts } of first) quietly(load(), loadTexts(...texts));
  if (!loggedIn) return;
  quietly(import("../app/PlayerRoot.tsx"));
  if (first.every(({ fullScreen }) => fullScreen !== true)) quietly(import("../shell/Shell.tsx"));
}
