/** Fetches the code and the texts of the first screen while the server is still asked, so that they wait for nothing. */
import { readToken } from "../api/index.ts";
import { loadTexts } from "../i18n/index.ts";

/** What fails here is asked for again by the router, which says so where it fails again. */
const quietly = (...parts: Promise<unknown>[]) => void Promise.allSettled(parts);

/** @param token from the address @param path of it */
export function fetchAhead(token: string | null, path: string): void {
  if (readToken() === null && token === null) {
    quietly(loadTexts("login"), import("../auth/LoginScreen.tsx"));
    return;
  }
  quietly(import("../app/PlayerRoot.tsx"));
  if (path.startsWith("/game/")) quietly(loadTexts("game"), import("../game/index.tsx"));
  else quietly(import("../shell/Shell.tsx"));
  if (path === "/" || path.startsWith("/lobby")) quietly(loadTexts("lobby"), import("../lobby/index.tsx"));
}
