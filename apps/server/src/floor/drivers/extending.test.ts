/**
 * Follows the page "A driver" of docs/extending.md in a copy of the server: its driver passes the conformance suite.
 */
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { followPage } from "../../../../../packages/machine/src/testing/extending.ts";

/** Runs the suite over machines of the driver; prints the name of each test, and what failed. */
const PROGRAM = `
  const [root] = process.argv.slice(1);
  const { createDrivers } = await import(root + "apps/server/src/floor/drivers/index.ts");
  const { testMachineDriver } = await import(root + "node_modules/@reelcast/machine/src/testing/conformance.ts");
  const drivers = createDrivers({ db: null });
  const parts = { currency: "TRY", video: { width: 640, height: 360 }, epoch: 1 };
  let id = 0;
  const tests = [];
  const settle = async (machine) => {
    // pause: in another process, which asks until the game is over
    while (machine.state().phase !== "idle") await new Promise((resolve) => setTimeout(resolve, 5));
  };
  async function open() {
    const row = { id: (id += 1), name: "Room", brand: "Brand", skin: "royal-sevens", serial: "S" + id, video_type: "screen", driver: "room" };
    const again = () => drivers(row, parts);
    const machine = await again();
    return { machine, again, settle: () => settle(machine), loseNext: (when) => machine.faults.loseNext(when) };
  }
  testMachineDriver({ it: (name, test) => tests.push({ name, test }), open });
  const results = [];
  for (const { name, test } of tests) results.push(await test().then(() => name, (error) => "FAILED " + name + ": " + error.stack));
  console.log(JSON.stringify(results));
  process.exit(0);`;

it("a driver made as docs/extending.md says is found by its row, and passes the conformance suite", async () => {
  const page = await followPage("A driver", ["apps/server/src", "apps/server/package.json"]);
  try {
    expect(page.written).toEqual(["apps/server/src/floor/drivers/room/index.ts"]);
    const [imported = "", row = ""] = page.pieces;
    const registry = join(page.copy, "apps/server/src/floor/drivers/index.ts");
    const text = await readFile(registry, "utf8");
    const known = "  simulated: simulatedDriver,";
    expect(text).toContain(known);
    await writeFile(registry, `${imported}\n${text.replace(known, `${known}\n${row}`)}`);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--input-type=module", "-e", PROGRAM, pathToFileURL(`${page.copy}/`).href],
      { env: { ...process.env, TMPDIR: page.copy } },
    );
    const results = JSON.parse(stdout) as string[];
    expect(results.length).toBeGreaterThan(10);
    expect(results.filter((result) => result.startsWith("FAILED"))).toEqual([]);
  } finally {
    await page.remove();
  }
}, 60_000);
