/** Writes a `.br` and a `.gz` for every built file that gets smaller, so that the server only has to pick one. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = new Set([".js", ".css", ".html", ".svg", ".json", ".webmanifest", ".txt"]);
const LEAST_BYTES = 600;
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

export function precompress(): Plugin {
  let outDir = "dist";
  return {
    name: "reelcast:precompress",
    apply: "build",
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      sequential: true,
      order: "post",
      async handler() {
        for (const name of await readdir(outDir, { recursive: true })) {
          if (!TEXT.has(extname(name))) continue;
          const path = join(outDir, name);
          const raw = await readFile(path);
          if (raw.length < LEAST_BYTES) continue;
          const brotli = await toBrotli(raw, {
            params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length },
          });
          await Promise.all([
            writeFile(`${path}.br`, brotli),
            writeFile(`${path}.gz`, await toGzip(raw, { level: 9 })),
          ]);
        }
      },
    },
  };
}
