import { spawnSync } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { ROOT } from "./run.ts";

/** An npm script of a repository that needs this Node. */
async function runIn({ needed, isInstalled }: { needed: string; isInstalled: boolean }) {
  const root = await mkdtemp(join(tmpdir(), "node-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  await mkdir(join(root, "scripts"));
  if (isInstalled) await mkdir(join(root, "node_modules"));
  await copyFile(join(ROOT, "scripts/checkNode.cjs"), join(root, "scripts/checkNode.cjs"));
  await writeFile(join(root, "package.json"), JSON.stringify({ devDependencies: { node: needed } }));
  await writeFile(join(root, "program.js"), "console.log('it runs')");
  const { status, stdout, stderr } = spawnSync(process.execPath, ["-r", "./scripts/checkNode.cjs", "program.js"], {
    cwd: root,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}
const { version, versions } = process;

it("names a Node that is too old, and packages that are missing, before the program is read", async () => {
  expect(await runIn({ needed: versions.node, isInstalled: true })).toEqual({
    status: 0,
    stdout: "it runs\n",
    stderr: "",
  });
  expect(await runIn({ needed: "99.1.0", isInstalled: true })).toEqual({
    status: 2,
    stdout: "",
    stderr: `Node ${version.slice(1)} is too old: run "npm ci", which brings Node 99.\n`,
  });
  expect(await runIn({ needed: versions.node, isInstalled: false })).toEqual({
    status: 2,
    stdout: "",
    stderr: `The packages are not installed: run "npm ci", which brings Node ${Number.parseInt(versions.node, 10)}.\n`,
  });
});

it("comes first in each npm script of an operator", async () => {
  const { scripts } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  for (const name of ["start", "dev", "house"]) expect(scripts[name]).toMatch(/^node -r \.\/scripts\/checkNode\.cjs /);
});
