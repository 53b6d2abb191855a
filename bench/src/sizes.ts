/** Brotli size of the JavaScript that a player's browser fetches: for the login, and for login, lobby and game together. */
import { readFile, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import * as z from "zod";
import { ensureAppBuilt } from "../../scripts/lib/appBuild.ts";

const DIST = fileURLToPath(new URL("../../apps/player/dist/", import.meta.url));
const LANGUAGE = "tr";
const LOGIN = ["index.html", ...texts("shell", "errors", "login")];
const PLAY = [
  ...LOGIN,
  "src/app/start.tsx",
  "src/app/PlayerRoot.tsx",
  "src/shell/Shell.tsx",
  "src/lobby/index.tsx",
  "src/game/index.tsx",
  ...texts("lobby", "game"),
];
/** Most kilobytes (1,000 bytes) that each may need. */
const JOURNEYS = [
  { name: "login", sources: LOGIN, bar: 85 },
  { name: "login, lobby and game", sources: PLAY, bar: 190 },
];

const Manifest = z.record(z.string(), z.object({ file: z.string(), imports: z.array(z.string()).default([]) }));

function texts(...subjects: string[]): string[] {
  return subjects.map((subject) => `src/i18n/${LANGUAGE}/${subject}.json`);
}

await ensureAppBuilt();
const manifest = Manifest.parse(JSON.parse(await readFile(`${DIST}.vite/manifest.json`, "utf8")));

/** The files behind the sources and all that they import, each once. What is imported on demand is named as a source. */
function filesOf(sources: readonly string[]): Set<string> {
  const files = new Set<string>();
  const open = [...sources];
  for (let source = open.pop(); source !== undefined; source = open.pop()) {
    const chunk = manifest[source];
    if (!chunk) throw new Error(`The build has no ${source}.`);
    if (files.has(chunk.file)) continue;
    files.add(chunk.file);
    open.push(...chunk.imports);
  }
  return files;
}

/** As it is served: the file that the build compressed, else compressed here. */
async function brotliBytes(file: string): Promise<number> {
  const built = await stat(`${DIST}${file}.br`).catch(() => null);
  return built?.size ?? (await promisify(brotliCompress)(await readFile(DIST + file))).length;
}

for (const { name, sources, bar } of JOURNEYS) {
  const files = [...filesOf(sources)].filter((file) => file.endsWith(".js"));
  const sizes = await Promise.all(files.map(async (file) => ({ file, bytes: await brotliBytes(file) })));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  console.log(`${name}: ${total.toFixed(1)} kB of JavaScript in ${files.length} files (bar: at most ${bar} kB)`);
  console.table(
    sizes
      .toSorted((a, b) => b.bytes - a.bytes)
      .slice(0, 8)
      .map(({ file, bytes }) => ({ file, kB: Number((bytes / 1000).toFixed(1)) })),
  );
}
