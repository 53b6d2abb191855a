/**
 * Brotli size of the JavaScript that a browser fetches: a player's for the login, and for login, lobby and game together; a member
 * of staff's for the console's sign-in and floor wall. Counted is what each of these screens imports, for its first drawing and its
 * first press; parts that it fetches afterwards are not. More than a bar permits makes the run fail.
 */
import { readFile, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import * as z from "zod";
import { ensureAppBuilt } from "../../scripts/lib/appBuild.ts";

const APPS = fileURLToPath(new URL("../../apps/", import.meta.url));
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
const CONSOLE = [
  "index.html",
  "src/signIn/SignInScreen.tsx",
  "src/screens/wall/index.tsx",
  ...texts("shell", "errors", "signIn", "floor", "wall"),
  `src/i18n/${LANGUAGE}/titles.ts`,
];
/** Most kilobytes (1,000 bytes) that each may need. */
const JOURNEYS = [
  { app: "player", name: "login", sources: LOGIN, bar: 30 },
  { app: "player", name: "login, lobby and game", sources: PLAY, bar: 195 },
  { app: "console", name: "console: sign-in, frame and floor wall", sources: CONSOLE, bar: 220 },
];

const Manifest = z.record(z.string(), z.object({ file: z.string(), imports: z.array(z.string()).default([]) }));

function texts(...subjects: string[]): string[] {
  return subjects.map((subject) => `src/i18n/${LANGUAGE}/${subject}.json`);
}

await ensureAppBuilt();
const distOf = (app: string) => `${APPS}${app}/dist/`;
const readManifest = async (app: string) =>
  Manifest.parse(JSON.parse(await readFile(`${distOf(app)}.vite/manifest.json`, "utf8")));

/** The files behind the sources and all that they import, each once. What is imported on demand is named as a source. */
function filesOf(manifest: z.infer<typeof Manifest>, sources: readonly string[]): Set<string> {
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
async function brotliBytes(path: string): Promise<number> {
  const built = await stat(`${path}.br`).catch(() => null);
  return built?.size ?? (await promisify(brotliCompress)(await readFile(path))).length;
}

for (const { app, name, sources, bar } of JOURNEYS) {
  const files = [...filesOf(await readManifest(app), sources)].filter((file) => file.endsWith(".js"));
  const sizes = await Promise.all(files.map(async (file) => ({ file, bytes: await brotliBytes(distOf(app) + file) })));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  console.log(`${name}: ${total.toFixed(1)} kB of JavaScript in ${files.length} files (bar: at most ${bar} kB)`);
  console.table(
    sizes
      .toSorted((a, b) => b.bytes - a.bytes)
      .slice(0, 8)
      .map(({ file, bytes }) => ({ file, kB: Number((bytes / 1000).toFixed(1)) })),
  );
  if (total > bar) {
    console.error(`${name}: ${(total - bar).toFixed(1)} kB above the bar`);
    process.exitCode = 1;
  }
}
