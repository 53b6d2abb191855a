/** Builds the app if `dist` was built from other sources than the current ones. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { glob, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT, run, seconds } from "./run.ts";

const APP = join(ROOT, "apps/player");
const STAMP = join(APP, "dist/.sources");
const SOURCES = [
  "apps/player/{build,public,src}/**/*",
  "apps/player/{index.html,package.json,vite.config.ts}",
  "packages/{build,client,contract,ui,whep}/src/**/*",
  "package-lock.json",
];

async function fingerprint(): Promise<string> {
  const files: string[] = [];
  for await (const entry of glob(SOURCES, { cwd: ROOT, withFileTypes: true })) {
    if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name)) files.push(join(entry.parentPath, entry.name));
  }
  const hash = createHash("sha256");
  for (const file of files.toSorted()) hash.update(file.slice(ROOT.length)).update(await readFile(file));
  return hash.digest("hex");
}

/** @throws Error with the build's output */
export async function ensureAppBuilt(): Promise<void> {
  const wanted = await fingerprint();
  const built = existsSync(join(APP, "dist/index.html")) ? await readFile(STAMP, "utf8").catch(() => "") : "";
  if (built === wanted) return;
  console.log("Building the app …");
  const build = await run("vite", ["build", "--logLevel", "warn"], { cwd: APP, quiet: true });
  if (build.code !== 0) throw new Error(`The app could not be built:\n${build.output}`);
  await writeFile(STAMP, wanted);
  console.log(`Built in ${seconds(build.ms)}.`);
}
