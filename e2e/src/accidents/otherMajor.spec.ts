/** A data folder of another major version of PostgreSQL: one sentence, exit code 2, and the folder stays as it is. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { run } from "./run.ts";

test("a folder of PostgreSQL 17 is refused by the server and by a command", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "reelcast-accident-"));
  // But for the file of which a server takes the lock first.
  const contents = async () =>
    (await readdir(dataDir, { recursive: true })).filter((name) => name !== "server.lock").toSorted();
  try {
    await mkdir(join(dataDir, "postgres"));
    await writeFile(join(dataDir, "postgres/PG_VERSION"), "17\n");
    await writeFile(join(dataDir, "postgres/postgresql.conf"), "");
    const before = await contents();
    for (const program of ["server", ["ledger", "check"]] as const) {
      const { code, stdout, stderr } = await run({ program, environment: { DATA_DIR: dataDir, PORT: "18189" } }).ended;
      expect({ code, stdout }, stderr).toEqual({ code: 2, stdout: "" });
      expect(stderr.trim().split("\n")).toHaveLength(1);
      expect(stderr).toMatch(/is a database of PostgreSQL 17, and this program has PostgreSQL \d+/);
      expect(stderr).toContain("docs/operating.md");
      expect(await contents()).toEqual(before);
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
