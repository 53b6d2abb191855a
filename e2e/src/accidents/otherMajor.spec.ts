/** A data folder of another major version of PostgreSQL: one sentence, exit code 2, and the folder stays as it is. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { run } from "./run.ts";
import { expectRefused } from "./startsTable.ts";

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
      const ended = await run({ program, environment: { DATA_DIR: dataDir, PORT: "18189" } }).ended;
      expectRefused("a folder of PostgreSQL 17 is refused by the server and by a command", ended);
      expect(ended.stderr).toContain("is a database of PostgreSQL 17, and");
      expect(await contents()).toEqual(before);
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
