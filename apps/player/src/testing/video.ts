/** The video of the game's machine. */
import { startVideoAt } from "@reelcast/testing/video";
import { onRequest } from "./scriptedServer.ts";

/** From now on it is there. Returns what ends it. @param before awaited before each request is answered */
export const startVideo = (before?: (request: Request) => Promise<void>): (() => void) =>
  startVideoAt({ onRequest, path: /^\/whep\// }, before);
