import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestHouse } from "./testing.ts";
import type { TestHouse } from "./testing.ts";

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse({ APPROVAL_ABOVE: "1000000" });
  await house.run("player", "add", "ayse", "--email", "a@example.com", "--password", "uzun bir sifre");
  await house.run("brand", "add", "Kuzey");
  await house.run("machine", "add", "Kuzey", "Ateş", "--skin", "polar-fire");
});
afterAll(() => house.close());

const list = (...words: string[]) => house.run("events", "list", ...words);

it("lists what happened with its facts, and marks it as seen by a person, once", async () => {
  await house.run("player", "credit", "ayse", "9000", "--why", "paid at the desk");
  await house.run("player", "credit", "ayse", "10000", "--why", "paid at the desk");
  const text = await list();
  expect(text).toMatch(/^event +at +kind +machine +player +facts +seen$/m);
  expect(text).toMatch(/machineAdded +1 +name Ateş, serial /);
  expect(text.match(/largeTransfer/g)).toHaveLength(1);
  expect(text).toMatch(/largeTransfer +1 +key \S+, amount 10000\.00, direction deposit/);
  const { events } = JSON.parse(await list("--kind", "machineAdded", "--json")) as { events: { id: number }[] };
  const id = String(events[0]?.id);
  expect(await house.run("events", "seen", id, "--by", "leyla")).toBe(`Seen: ${id}.`);
  expect(await house.run("events", "seen", id, "--by", "boran")).toMatch(/^Nothing has changed/);
  expect(await list("--kind", "machineAdded")).toMatch(/ leyla, 20/);
  expect(await list("--unseen")).not.toMatch(/machineAdded/);
  expect(await list("--player", "ayse")).not.toMatch(/machineAdded/);
  expect(await list("--machine", "1")).toMatch(/machineAdded/);
  expect(await house.acts("events.see")).toMatchObject([{ by: "leyla" }, { by: "boran" }]);
  expect((await house.acts("events.list")).length).toBeGreaterThan(0);
});

it("has pages, and refuses what is no kind and no number", async () => {
  const first = await list("--count", "1");
  const next = /--before (\d+)$/.exec(first)?.[1] ?? "";
  expect(next).not.toBe("");
  expect(await list("--count", "1", "--before", next)).not.toBe(first);
  await expect(list("--kind", "earthquake")).rejects.toThrow("is no kind of event: machineAdded");
  await expect(list("--before", "x")).rejects.toThrow('"x" is not the number of an event.');
  await expect(house.run("events", "seen", "0")).rejects.toThrow('"0" is not the number of an event.');
});

it("a check of the ledger that fails is an event", async () => {
  const { superuser } = house.database;
  const before = process.exitCode;
  await superuser.transaction().execute(async (trx) => {
    await trx.executeQuery({ sql: "set local session_replication_role = replica", parameters: [] } as never);
    await trx
      .updateTable("ledger_accounts")
      .set({ posted: 1 } as never)
      .where("kind", "=", "house")
      .execute();
  });
  await house.run("ledger", "check", "--full");
  process.exitCode = before;
  expect(await list("--kind", "ledgerCheckFailed")).toMatch(/ledgerCheckFailed +first \[".*\], broken \d/);
});
