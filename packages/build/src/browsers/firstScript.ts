/**
 * The page's first script, in a file of its own, since the security policy runs no script that stands within the page: the notice for
 * browsers below the targets, then what the app does before anything is painted.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";
import { TARGETS } from "./targets.ts";

const NAME = "first.js";
const OLD_BROWSER = new URL("oldBrowser.js", import.meta.url);

/** @param own path of the app's part */
export function firstScriptCode(own: string): string {
  const notice = readFileSync(OLD_BROWSER, "utf8")
    .replaceAll("__CHROME__", TARGETS.chrome)
    .replaceAll("__SAFARI__", TARGETS.safari);
  return notice + readFileSync(own, "utf8");
}

/** @param path of the app's part, from the app's folder. The page loads it by `<script src="/first.js">`. */
export function firstScript(path: string): Plugin {
  let own = path;
  return {
    name: "reelcast:first-script",
    configResolved(config) {
      own = resolve(config.root, path);
    },
    generateBundle() {
      this.emitFile({ type: "asset", fileName: NAME, source: firstScriptCode(own) });
    },
    configureServer(server) {
      server.middlewares.use(`/${NAME}`, (_request, response) => {
        response.setHeader("Content-Type", "text/javascript; charset=utf-8");
        response.end(firstScriptCode(own));
      });
    },
  };
}
