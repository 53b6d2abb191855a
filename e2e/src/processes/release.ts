/** The release before, from the history: its files in a folder of their own, with the packages that are installed here. */
import { execFile, execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readlink, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const OWN_PACKAGES = "@reelcast";
const run = promisify(execFile);

/**
 * The newest tag `v…` before the present commit; null where the history has none, as in an archive of the sources.
 * `RELEASE_BEFORE` names any other commit.
 */
export function releaseBefore(): string | null {
  const configured = process.env["RELEASE_BEFORE"];
  if (configured) return configured;
  try {
    const git = ["tag", "--list", "v*", "--merged", "HEAD", "--no-contains", "HEAD", "--sort=-version:refname"];
    return execFileSync("git", git, { cwd: ROOT, encoding: "utf8", stdio: "pipe" }).split("\n")[0] || null;
  } catch {
    return null;
  }
}

async function link(folder: string, path: string): Promise<void> {
  if (!existsSync(join(ROOT, path))) return;
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await symlink(join(ROOT, path), join(folder, path));
}

/** `root`: the folder, with a slash at the end. */
export async function checkOut(release: string): Promise<{ root: string; remove: () => Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), "reelcast-release-"));
  const remove = () => rm(root, { recursive: true, force: true });
  try {
    const archive = join(root, "release.tar");
    await run("git", ["archive", `--output=${archive}`, release], { cwd: ROOT });
    await run("tar", ["-xf", archive, "-C", root]);
    for (const name of await readdir(join(ROOT, "node_modules")))
      if (name !== OWN_PACKAGES && name !== ".cache") await link(root, `node_modules/${name}`);
    // Relative links: its own packages are those of the release.
    const own = join("node_modules", OWN_PACKAGES);
    await mkdir(join(root, own), { recursive: true });
    for (const name of await readdir(join(ROOT, own)))
      await symlink(await readlink(join(ROOT, own, name)), join(root, own, name));
    for (const path of ["apps/server/node_modules", "apps/player/dist"]) await link(root, path);
  } catch (error) {
    await remove();
    throw error;
  }
  return { root: `${root}/`, remove };
}
