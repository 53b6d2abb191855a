/** Names on the command line: in every spelling, and two existing players with spellings of one name. */
import { ConsoleErrorCode } from "@reelcast/contract/console";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addTestPlayer } from "../storage/testing/index.ts";
import { openTestHouse } from "./testing.ts";
import type { TestHouse } from "./testing.ts";

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const add = (name: string) =>
  house.run("player", "add", name, "--email", `${name}@example.com`, "--password", "uzun bir sifre");
const credit = (name: string) => house.run("player", "credit", name, "5.00", "--why", "deposit");
const balances = async () =>
  (
    await house.database.db
      .selectFrom("ledger_accounts")
      .select(["ref", "posted"])
      .where("kind", "=", "player")
      .execute()
  ).map(({ ref, posted }) => [ref, posted] as const);

it("money for a name in another spelling goes to its player", async () => {
  await add("Şule");
  const { id } = await house.database.db.selectFrom("players").select("id").executeTakeFirstOrThrow();
  await expect(add("ŞULE")).rejects.toThrow(`The name ŞULE is taken: player ${id} has Şule.`);
  await expect(
    house.run("player", "add", "other", "--email", "ŞULE@example.com", "--password", "uzun bir sifre"),
  ).rejects.toThrow(`The e-mail ŞULE@example.com is taken: player ${id} has Şule@example.com.`);
  await credit("ŞULE");
  await credit("şule@example.com");
  expect((await balances()).map(([, posted]) => posted)).toEqual([1_000]);
  await expect(credit("Sule")).rejects.toThrow("There is no player Sule.");
});

it("money goes to neither of two players with spellings of one name, until one is renamed", async () => {
  // As an earlier version has added them.
  const { db } = house.database;
  const ids = [await addTestPlayer(db, "ömer"), await addTestPlayer(db, "ÖMER")];
  for (const id of ids) await db.insertInto("ledger_accounts").values({ kind: "player", ref: id }).execute();
  const own = async () => (await balances()).filter(([ref]) => ids.includes(ref)).map(([, posted]) => posted);
  const [ömer = 0, ÖMER = 0] = ids;

  await expect(credit("Ömer")).rejects.toMatchObject({
    code: ConsoleErrorCode.PlayerNameShared,
    message: `Ömer may mean several players: ömer, ömer@example.com (${ömer}); ÖMER, ÖMER@example.com (${ÖMER}). Write one of these names exactly, or the number.`,
  });
  expect(await own()).toEqual([0, 0]);
  await credit("ÖMER");
  await credit(String(ömer));
  expect(await own()).toEqual([500, 500]);

  expect(await house.run("player", "shared-names")).toBe(
    `ömer (${ömer}), ÖMER (${ÖMER})\nömer@example.com (${ömer}), ÖMER@example.com (${ÖMER})`,
  );
  const rename = (...words: string[]) => house.run("player", "rename", ...words, "--why", "two of one name");
  await expect(rename("ÖMER")).rejects.toThrow("Write the new username");
  await expect(rename("ÖMER", "Ömer")).rejects.toThrow(`The name Ömer is taken: player ${ömer} has ömer.`);
  await expect(rename("ÖMER", "a b")).rejects.toThrow("is not a username");
  expect(await rename("ÖMER", "ömer.k", "--email", "omer.k@example.com")).toContain("is ömer.k, omer.k@example.com.");
  expect((await house.acts("player.rename")).at(-1)).toMatchObject({
    target: `player ${ÖMER}`,
    before: { username: "ÖMER", email: "ÖMER@example.com" },
    after: { username: "ömer.k", email: "omer.k@example.com" },
    why: "two of one name",
  });
  await credit("Ömer");
  expect(await own()).toEqual([1_000, 500]);
  expect(await house.run("player", "shared-names")).toBe("No two players have spellings of one name.");
});

it("a brand is found in every spelling", async () => {
  await house.run("brand", "add", "Işık");
  const jackpot = ["--percent", "0.5", "--seed", "10", "--maximum", "20", "--why", "a test"];
  expect(await house.run("jackpot", "add", "Mini", "IŞIK", ...jackpot)).toContain("Mini");
  await expect(house.run("jackpot", "add", "Maxi", "Isik", ...jackpot)).rejects.toThrow("Isik");
});
