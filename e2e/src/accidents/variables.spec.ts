/** Variables with a wrong value: one sentence that names the variable, exit code 2, and nothing is made. */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { run } from "./run.ts";

test("a wrong variable is named in one sentence, by the server and by a command", async () => {
  const folder = await mkdtemp(join(tmpdir(), "reelcast-accident-"));
  try {
    const environment = { DATA_DIR: join(folder, "data"), PORT: "eighty" };
    for (const program of ["server", ["ledger", "check"]] as const) {
      const { code, stdout, stderr } = await run({ program, environment }).ended;
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr.trim().split("\n")).toHaveLength(1);
      expect(stderr).toContain('PORT "eighty"');
    }
    expect(existsSync(environment.DATA_DIR)).toBe(false);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
