/** Builds the apps whose `dist` was built from other sources than the current ones. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { glob, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT, run, seconds } from "./run.ts";

const APPS = ["player", "console"] as const;
type App = (typeof APPS)[number];

const sourcesOf = (app: App) => [
  `apps/${app}/{build,public,src}/**/*`,
  `apps/${app}/{index.html,package.json,vite.config.ts}`,
  "packages/{build,client,contract,ui,whep}/src/**/*",
  "package-lock.json",
];

async function fingerprint(app: App): Promise<string> {
  const files: string[] = [];
  for await (const entry of glob(sourcesOf(app), { cwd: ROOT, withFileTypes: true })) {
    if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name)) files.push(join(entry.parentPath, entry.name));
  }
  const hash = createHash("sha256");
  for (const file of files.toSorted()) hash.update(file.slice(ROOT.length)).update(await readFile(file));
  return hash.digest("hex");
}

async function ensureBuilt(app: App): Promise<void> {
  const folder = join(ROOT, "apps", app);
  const stamp = join(folder, "dist/.sources");
  const wanted = await fingerprint(app);
  const built = existsSync(join(folder, "dist/index.html")) ? await readFile(stamp, "utf8").catch(() => "") : "";
  if (built === wanted) return;
  console.log(`Building the ${app === "player" ? "app" : "console"} …`);
  const build = await run("vite", ["build", "--logLevel", "warn"], { cwd: folder, quiet: true });
  if (build.code !== 0) throw new Error(`apps/${app} could not be built:\n${build.output}`);
  await writeFile(stamp, wanted);
  console.log(`Built in ${seconds(build.ms)}.`);
}

/** One after the other: each uses all cores. @throws Error with the build's output */
export async function ensureAppBuilt(): Promise<void> {
  for (const app of APPS) await ensureBuilt(app);
}
