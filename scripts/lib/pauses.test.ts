import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { pauses, pausesIn } from "./pauses.ts";

const PAUSE = "  await new Promise((resolve) => setTimeout(resolve, 50));";
const REASON = "// pause: nothing may come";

describe("finds", () => {
  it.each([
    ["a pause of the page", "await page.waitForTimeout(50);"],
    ["a timer", PAUSE],
    ["Node's timer", 'import { setTimeout as pause } from "node:timers/promises";'],
    ["a pause of the database", "await sql`select pg_sleep(1)`.execute(db);"],
    ["the next turn of the event loop", "await new Promise((resolve) => setTimeout(resolve));"],
  ])("%s", (_, source) => expect(pausesIn(`const a = 1;\n${source}\n`)).toEqual(["line 2"]));
  it("a reason's line that gives none, one that is too far away, and any where none is allowed", () => {
    expect(pausesIn(`// pause:\n${PAUSE}`, { allowReasons: true })).toEqual(["line 2"]);
    expect(pausesIn(`${REASON}\n\n${PAUSE}`, { allowReasons: true })).toEqual(["line 3"]);
    expect(pausesIn(`${REASON}\n${PAUSE}`)).toEqual(["line 2"]);
  });
});
describe("finds nothing in", () => {
  it.each([
    ["a test's own limit", "test.setTimeout(60_000);"],
    ["a socket's own limit", "socket.setTimeout(20_000, () => socket.destroy());"],
    ["a reason above", `${REASON}\n${PAUSE}`],
    ["a reason next to it", `${PAUSE} ${REASON}`],
    ["the next turn of the event loop", "await new Promise((resolve) => setTimeout(resolve));"],
  ])("%s", (_, source) => expect(pausesIn(source, { allowReasons: true })).toEqual([]));
});
it("reads journeys, attacks, the tests that Vitest runs and their helpers, and takes reasons in all but journeys", async () => {
  const root = await mkdtemp(join(tmpdir(), "pauses-"));
  onTestFinished(() => rm(root, { recursive: true }));
  const planted = async (path: string, source: string) => {
    await mkdir(join(root, dirname(path)), { recursive: true });
    await writeFile(join(root, path), source);
  };
  for (const folder of ["journeys", "console", "cluster", "attacks", "soak"]) {
    await planted(`e2e/src/${folder}/bare.ts`, PAUSE);
    await planted(`e2e/src/${folder}/reason.ts`, `${REASON}\n${PAUSE}`);
  }
  await planted("e2e/src/processes/player.ts", PAUSE);
  await planted("e2e/src/processes/bus.nats.test.ts", PAUSE);
  await planted("e2e/src/processes/reason.nats.test.ts", `${REASON}\n${PAUSE}`);
  const tests = [
    "apps/server/src/wallet/a.db.test.ts",
    "apps/server/src/wallet/testing.ts",
    "apps/console/src/testing/b.tsx",
    "apps/player/src/c.browser.test.tsx",
    "packages/client/src/d.test.ts",
    "packages/machine/src/testing/e.ts",
    "e2e/src/f.test.ts",
    "scripts/lib/g.test.ts",
  ];
  for (const path of tests) {
    await planted(path, PAUSE);
    await planted(path.replace(/(?=[.]|\/testing)/, "WithReason"), `${REASON}\n${PAUSE}`);
  }
  await planted("apps/server/src/wallet/wallet.ts", PAUSE);
  await planted("scripts/lib/pauses.test.ts", PAUSE);
  expect(pauses(root)).toEqual([
    "e2e/src/cluster/bare.ts line 1",
    "e2e/src/cluster/reason.ts line 2",
    "e2e/src/console/bare.ts line 1",
    "e2e/src/console/reason.ts line 2",
    "e2e/src/journeys/bare.ts line 1",
    "e2e/src/journeys/reason.ts line 2",
    ...["e2e/src/attacks/bare.ts", "e2e/src/processes/bus.nats.test.ts", ...tests]
      .toSorted()
      .map((path) => `${path} line 1`),
  ]);
});
