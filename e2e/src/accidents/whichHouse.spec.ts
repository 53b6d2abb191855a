/** A command says of which house it speaks, and makes none: of a wrong folder it says that there is no house. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { TestServer } from "../testServer.ts";
import { run } from "./run.ts";
import { expectRefused } from "./startsTable.ts";

const NO_HOUSE = "a wrong, empty or missing folder is no house: exit code 2, one sentence, and nothing is made";

test(NO_HOUSE, async () => {
  const folder = await mkdtemp(join(tmpdir(), "reelcast-accident-"));
  try {
    await mkdir(join(folder, "empty"));
    await writeFile(join(folder, "file"), "");
    // The first start was killed while it made the database.
    await mkdir(join(folder, "begun/postgres.new/data"), { recursive: true });
    await writeFile(join(folder, "begun/postgres.password"), "x", { mode: 0o600 });
    const before = await readdir(folder, { recursive: true });
    const check = (name: string) => ({ words: ["ledger", "check"], name });
    const commands = [
      ...["missing", "missing/below", "empty", "file", "begun", "."].map(check),
      { words: ["player", "add", "ayse", "--email", "ayse@example.org"], name: "empty" },
    ];
    const ends = commands.map(async ({ words, name }) => {
      const ended = await run({ program: words, environment: { DATA_DIR: join(folder, name) } }).ended;
      expectRefused(name === "file" ? "DATA_DIR is a file" : NO_HOUSE, ended);
      expect(ended.stderr).toContain(folder);
    });
    await Promise.all(ends);
    expect(await readdir(folder, { recursive: true })).toEqual(before);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("each command says on stderr which house it is, and prints nothing else there", async () => {
  const house = await TestServer.open({}, { menuTitle: "Lodestar" });
  try {
    for (const [words, code] of [
      [["settings", "export"], 0],
      [["ledger", "check"], 0],
      [["player", "show", "nobody"], 2],
    ] as const) {
      const ended = await run({ program: words, environment: { DATA_DIR: house.dataDir } }).ended;
      expect(ended.code, ended.stderr).toBe(code);
      const [line, ...others] = ended.stderr.trim().split("\n");
      expect(line).toBe(`House "Lodestar" in ${house.dataDir}`);
      expect(others).toHaveLength(code === 0 ? 0 : 1);
      if (words[0] === "settings") expect(JSON.parse(ended.stdout)).toMatchObject({ menuTitle: "Lodestar" });
    }
  } finally {
    await house.close();
  }
});
