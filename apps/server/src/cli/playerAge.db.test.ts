import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestHouse } from "./testing.ts";
import type { TestHouse } from "./testing.ts";

let house: TestHouse;
const file = join(tmpdir(), `ages-${process.pid}.csv`);
beforeAll(async () => {
  house = await openTestHouse();
  for (const name of ["ayse", "boran", "cemal"])
    await house.run("player", "add", name, "--email", `${name}@example.com`, "--password", "uzun bir sifre");
});
afterAll(async () => {
  await house.close();
  await rm(file, { force: true });
});

const why = ["--why", "passport seen", "--by", "leyla"];
const shown = async (name: string) =>
  (await house.run("player", "show", name)).split("\n").filter((line) => /^(age|born) /.test(line));
const age = (...words: string[]) => house.run("player", "age", ...words, ...why);

it("a verified age and a date of birth are kept, recorded, and taken back", async () => {
  expect(await shown("ayse")).toEqual([expect.stringMatching(/not verified$/), expect.stringMatching(/not known$/)]);
  expect(await age("verified", "ayse", "--born", "1990-01-31")).toBe("The age of ayse is verified.");
  expect(await shown("ayse")).toEqual([expect.stringMatching(/verified 20/), expect.stringMatching(/1990-01-31$/)]);
  expect(await house.acts("player.age-verified")).toMatchObject([
    { by: "leyla", before: { ageVerifiedAt: null, bornOn: null }, after: { bornOn: "1990-01-31" } },
  ]);
  // Without a date, the known one stays.
  await age("verified", "ayse");
  await age("unverified", "ayse");
  expect(await shown("ayse")).toEqual([expect.stringMatching(/not verified$/), expect.stringMatching(/1990-01-31$/)]);
});

it("nobody who is too young is verified, and no date that is none is taken", async () => {
  const young = `${new Date().getUTCFullYear() - 17}-01-01`;
  await expect(age("verified", "boran", "--born", young)).rejects.toThrow("Who is younger than 18");
  await expect(age("verified", "boran", "--born", "31.01.1990")).rejects.toThrow("not a date of birth");
  await expect(house.run("player", "age", "verified", "boran")).rejects.toThrow("Say why, with --why.");
  expect(await shown("boran")).toEqual([expect.stringMatching(/not verified$/), expect.stringMatching(/not known$/)]);
});

it("a file verifies all of its players, or none", async () => {
  await writeFile(file, "# from the register\nboran,1985-05-05\nnobody\n");
  await expect(age("import", file)).rejects.toThrow("There is no player nobody.");
  expect((await shown("boran"))[0]).toMatch(/not verified$/);
  await writeFile(file, "# from the register\nboran,1985-05-05\r\n\ncemal\n");
  expect(await age("import", file)).toBe("The age of 2 players is verified.");
  expect(await shown("boran")).toEqual([expect.stringMatching(/verified 20/), expect.stringMatching(/1985-05-05$/)]);
  expect((await shown("cemal"))[1]).toMatch(/not known$/);
  // As a Turkish spreadsheet saves it.
  await writeFile(file, "\ufeffBORAN;06.05.1985\r\ncemal;\r\n");
  expect(await age("import", file)).toBe("The age of 2 players is verified.");
  expect((await shown("boran"))[1]).toMatch(/1985-05-06$/);
  await writeFile(file, "boran,1985-05-05,x");
  await expect(age("import", file)).rejects.toThrow("is not a player");
});

it("a payment that would pass the player's deposit limit is refused, and moves nothing", async () => {
  const { db } = house.database;
  await db
    .insertInto("player_limits")
    .values({ player_id: 1, kind: "account", period: "day", value: 10_000, pending_value: null, pending_from: null })
    .execute();
  await house.run("player", "credit", "ayse", "60", "--key", "a", ...why);
  await expect(house.run("player", "credit", "ayse", "60", ...why)).rejects.toThrow("40.00 is left of it");
  // The same key again moves nothing, and is no second payment.
  await house.run("player", "credit", "ayse", "60", "--key", "a", ...why);
  expect(await house.run("player", "show", "ayse")).toMatch(/^deposit a day +100\.00 +60\.00/m);
});

it("a rule that is weaker than the profile permits is refused", async () => {
  const set = (value: object) => house.run("settings", "set", "playRules", JSON.stringify(value), ...why);
  await expect(set({ profile: "ukgc", autoplay: true, maxStake: 1_000 })).rejects.toThrow(
    "The profile ukgc does not permit this value of autoplay, maxStake",
  );
  expect(await house.run("settings", "get", "playRules")).toBe('"none"');
  await set({ profile: "ukgc", maxStake: 100 });
  await set({ profile: "tr-demo", autoplay: true, minGameSeconds: 1 });
});
