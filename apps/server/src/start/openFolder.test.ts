import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readConfig } from "../config.ts";
import { readOpenFolderWarning } from "./openFolder.ts";

it("names a folder that others may use, with the secrets that they may read in it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "open-folder-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const warn = async (mode: number) => {
    await chmod(folder, mode);
    return readOpenFolderWarning(readConfig({ DATA_DIR: folder }));
  };
  expect(await warn(0o700)).toBeNull();
  expect(await warn(0o750)).toBeNull();
  const sentence = (mode: string) =>
    `DATA_DIR ${folder} is open to other users of this computer (mode ${mode}): chmod 700 ${folder}`;
  expect(await warn(0o755)).toBe(`${sentence("755")}.`);
  expect(await warn(0o770)).toBe(`${sentence("770")}.`);

  const [password, key] = [join(folder, "postgres.password"), join(folder, "staff.key")];
  await writeFile(password, "", { mode: 0o600 });
  await writeFile(key, "", { mode: 0o640 });
  expect(await warn(0o701)).toBe(`${sentence("701")} and chmod 600 ${key}.`);
  // Nobody else can reach them.
  expect(await warn(0o700)).toBeNull();
});
