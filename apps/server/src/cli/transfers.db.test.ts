import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createWallet } from "../wallet/index.ts";
import type { Wallet } from "../wallet/index.ts";
import { OPENING, newTable, request } from "../wallet/testing.ts";
import type { Table } from "../wallet/testing.ts";
import { openTestHouse } from "./testing.ts";
import type { TestHouse } from "./testing.ts";

let house: TestHouse;
let wallet: Wallet;
let at: Table;
let id = "";
beforeAll(async () => {
  house = await openTestHouse({ APPROVAL_ABOVE: "10" });
  wallet = createWallet({ db: house.database.db });
});
afterAll(() => house.close());
beforeEach(async () => {
  at = await newTable(house.database.db, wallet);
  const { transfer } = await wallet.begin(request(at, "cashin", 5_000));
  ({ id } = transfer);
  await wallet.markSent(id, at.fence);
  await wallet.markUnknown(id, {}, at.fence);
  await wallet.makeManual(id, { reason: "the meters differ", evidence: { said: "notFound" } }, at.fence);
});

const resolve = (...words: string[]) =>
  house.run("transfer", "resolve", id, ...words, "--why", "the machine is empty", "--by", "ayşe");
const balance = () => wallet.balance(at.playerId);

test("a decision above the bound says that it waits, and where; its evidence shows it until another person approves", async () => {
  const said = await resolve("failed");
  expect(said).toContain(`Nothing has moved yet: 50.00 for transfer ${id} need a second person, since above 10.00.`);
  expect(said).toContain(`The evidence: house transfer show ${id}`);
  const number = /house approvals approve (\d+)/.exec(said)?.[1] ?? "";
  expect(await balance()).toBe(OPENING - 5_000);
  expect(await house.run("transfer", "show", id)).toMatch(
    new RegExp(`request +${number} of ayşe \\(failed, moved 0\\.00\\) waits for a second person until 20`),
  );
  expect(await house.run("approvals", "list")).toMatch(
    new RegExp(`${number} +transfer\\.resolve +transfer ${id} +50\\.00 +ayşe`),
  );
  await expect(house.run("approvals", "approve", number, "--by", "Ayse")).rejects.toThrow("ayşe");
  expect(await house.run("approvals", "approve", number, "--by", "mehmet")).toBe(
    `Request ${number} of ayşe is approved. Transfer ${id} is failed.`,
  );
  expect(await balance()).toBe(OPENING);
  expect(await house.run("transfer", "show", id)).not.toMatch(/waits for a second person/);
});

test("one that pays its player nothing is made at once, and says what waits", async () => {
  expect(await resolve("done")).toBe(
    `Transfer ${id} is done, with 50.00.\n50.00 wait until the machine is settled: house machine settle ${at.machineId}`,
  );
});
