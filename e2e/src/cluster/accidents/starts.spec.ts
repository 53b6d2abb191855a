/** Starts that need root: file systems and networks of their own. Each test is a row of the table "Starts and ends". */
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { run } from "../../accidents/run.ts";
import { expectRefused } from "../../accidents/startsTable.ts";

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "reelcast-starts-"));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

/** Words that run a program after a script of a shell, in namespaces of its own. */
const within = (namespaces: readonly string[], script: string) => [
  "unshare",
  ...namespaces,
  "sh",
  "-ec",
  `${script}; exec "$@"`,
  "sh",
];

test("DATA_DIR is mounted read-only", async () => {
  const dataDir = join(folder, "data");
  await mkdir(dataDir);
  const prefix = within(["--mount"], `mount -t tmpfs -o ro none '${dataDir}'`);
  for (const environment of [{ DATA_DIR: dataDir }, { DATA_DIR: join(dataDir, "new") }]) {
    const { stderr, ...ended } = await run({ program: "server", environment, prefix }).ended;
    // A folder that is missing is made in the one above.
    const sentence = stderr.replace(`DATA_DIR ${dataDir}/new: ${dataDir} is`, `DATA_DIR ${dataDir}: it is`);
    expectRefused("DATA_DIR is mounted read-only", { ...ended, stderr: sentence });
  }
  expect(await readdir(dataDir)).toEqual([]);
});
