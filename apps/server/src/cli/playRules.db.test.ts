/** The rules of play on the command line: the act of the console, with its reason, its refusals and its row of the audit log. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConsoleErrorCode } from "@reelcast/contract/console";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { openTestHouse } from "./testing.ts";
import type { TestHouse } from "./testing.ts";

let house: TestHouse;
let folder: string;
beforeAll(async () => {
  house = await openTestHouse();
  folder = await mkdtemp(join(tmpdir(), "play-rules-"));
});
afterAll(async () => {
  await house.close();
  await rm(folder, { recursive: true });
});
const set = (value: unknown, ...more: string[]) =>
  house.run("settings", "set", "playRules", JSON.stringify(value), ...more);
const why = ["--why", "as the licence says", "--by", "leyla"];
const rows = async () => (await house.acts("settings.play-rules")).filter(({ by }) => by === "leyla");
beforeEach(() => set("none", "--why", "to begin with"));

it("has one row, that of the console's act, and none of a changed setting", async () => {
  const before = (await rows()).length;
  const others = (await house.acts("settings.set")).length;
  expect(await set({ profile: "ukgc", maxStake: 100 }, ...why)).toContain("Changed: playRules.");
  expect((await rows()).slice(before)).toMatchObject([
    {
      target: "playRules",
      before: { playRules: "none" },
      after: { playRules: { profile: "ukgc", maxStake: 100 }, version: expect.any(Number) },
      why: "as the licence says",
    },
  ]);
  expect(await house.acts("settings.set")).toHaveLength(others);
  expect(JSON.parse((await house.run("settings", "get", "playRules")) ?? "")).toEqual({
    profile: "ukgc",
    maxStake: 100,
  });
  expect(await set({ profile: "ukgc", maxStake: 100 }, ...why)).toContain("Nothing has changed.");
});

it("needs a reason, and a refusal is recorded", async () => {
  await expect(set("ukgc", "--by", "leyla")).rejects.toMatchObject({ code: ConsoleErrorCode.ReasonMissing });
  await expect(set({ profile: "ukgc", autoplay: true }, ...why)).rejects.toThrow(
    "does not permit this value of autoplay",
  );
  await expect(set("ukcg", ...why)).rejects.toThrow("is not a value for playRules");
  expect(await house.run("settings", "get", "playRules")).toBe('"none"');
  const refused = (await rows()).filter(({ after }) => (after as { outcome?: string }).outcome === "refused");
  expect(refused.length).toBeGreaterThanOrEqual(3);
});

it("so does a file that changes them, with the same row next to that of the import", async () => {
  const file = join(folder, "rules.json");
  await writeFile(file, JSON.stringify({ playRules: "mga", menuTitle: "Hall" }));
  const run = (...more: string[]) => house.run("settings", "import", file, ...more);
  await expect(run("--by", "leyla")).rejects.toMatchObject({ code: ConsoleErrorCode.ReasonMissing });
  expect(await house.run("settings", "get", "playRules")).toBe('"none"');
  await run(...why);
  expect((await rows()).at(-1)).toMatchObject({ before: { playRules: "none" }, after: { playRules: "mga" } });
  expect((await house.acts("settings.import")).at(-1)).toMatchObject({ by: "leyla" });
  // A file that leaves them as they are needs no reason.
  await writeFile(file, JSON.stringify({ playRules: "mga", menuTitle: "House" }));
  await run("--by", "leyla");
  // As an editor of Windows saves it.
  await writeFile(file, `\ufeff${JSON.stringify({ playRules: "mga", menuTitle: "Kumarhane Işık" })}`);
  await run("--by", "leyla");
  expect(await house.run("settings", "get", "menuTitle")).toBe('"Kumarhane Işık"');
  for (const text of ["a\0b", "half \ud83c"]) {
    await writeFile(file, JSON.stringify({ playRules: "mga", menuTitle: text }));
    await expect(run("--by", "leyla")).rejects.toThrow("null character, or half of a character");
    await expect(house.run("settings", "set", "menuTitle", JSON.stringify(text))).rejects.toThrow("null character");
  }
});
