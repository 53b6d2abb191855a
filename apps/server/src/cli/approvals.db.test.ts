import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listActs } from "../audit/index.ts";
import { createWallet } from "../wallet/index.ts";
import { openTestHouse } from "./testing.ts";
import type { TestHouse } from "./testing.ts";

let house: TestHouse;
let player: string;
let count = 0;
beforeAll(async () => {
  house = await openTestHouse({ APPROVAL_ABOVE: "1000" });
});
afterAll(() => house.close());
beforeEach(async () => {
  count += 1;
  player = `player${count}`;
  await house.run("player", "add", player, "--email", `${player}@example.com`, "--password", "uzun bir sifre");
});

const credit = (amount: string, by: string, ...more: string[]) =>
  house.run("player", "credit", player, amount, "--why", "compensation", "--by", by, ...more);
const approve = (id: number, by: string) => house.run("approvals", "approve", String(id), "--by", by);
const balance = () => createWallet({ db: house.database.db }).balance(count);
async function request(amount = "1000.01", by = "ayşe"): Promise<number> {
  const said = await credit(amount, by);
  expect(said).toContain("Nothing has moved yet");
  return Number(/Request (\d+) waits 30 minutes/.exec(said)?.[1]);
}
/** As the owner, with the guards off. */
async function asOwner(...statements: string[]): Promise<void> {
  await house.database.superuser.connection().execute(async (db) => {
    await sql`set session_replication_role = replica`.execute(db);
    for (const statement of statements) await sql.raw(statement).execute(db);
    await sql`set session_replication_role = origin`.execute(db);
  });
}

test("above the bound no money moves until a second person approves; then exactly once", async () => {
  const id = await request();
  expect(await balance()).toBe(0);
  await approve(id, "mehmet");
  expect(await balance()).toBe(100_001);
  await expect(approve(id, "leyla")).rejects.toThrow(`Request ${id} was approved by mehmet already.`);
  expect(await balance()).toBe(100_001);
  expect((await house.acts()).slice(-4).map(({ act, by, target }) => [act, by, target])).toEqual([
    ["player.add", expect.any(String), `player ${count}`],
    ["approvals.request", "ayşe", `approval ${id}`],
    ["approvals.approve", "mehmet", `approval ${id}`],
    ["approvals.approve", "leyla", String(id)],
  ]);
});

test("the audit log of a player includes requested payments, approved or refused", async () => {
  const [approved, refused] = [await request(), await request()];
  await approve(approved, "mehmet");
  await house.run("approvals", "refuse", String(refused), "--by", "mehmet");
  const acts = await listActs(house.database.db, { target: `player ${count}` }, { limit: 10 });
  expect(acts.map(({ act, target }) => [act, target])).toEqual([
    ["approvals.refuse", `approval ${refused}`],
    ["approvals.approve", `approval ${approved}`],
    ["approvals.request", `approval ${refused}`],
    ["approvals.request", `approval ${approved}`],
    ["player.add", `player ${count}`],
  ]);
});

test("at the bound one person is enough", async () => {
  await credit("1000.00", "ayşe");
  expect(await balance()).toBe(100_000);
});

test("the same person does not approve, however the name is written", async () => {
  const id = await request("5000", "Ayşe Öz");
  for (const name of ["Ayşe Öz", "ayşe öz", " AYSE  OZ ", "аyşe öz", "Ayşe\u00a0Öz", "ayse.oz", "a​yşe öz", "AYŞE 0Z"])
    await expect(approve(id, name), name).rejects.toThrow(/needs somebody else|visible/);
  expect(await balance()).toBe(0);
  const refused = (await house.acts("approvals.approve")).filter(({ target }) => target === String(id));
  expect(refused.length).toBeGreaterThanOrEqual(6);
  expect(refused[0]).toMatchObject({ after: { outcome: "refused" } });
  await approve(id, "Ayşe Özgür");
  expect(await balance()).toBe(500_000);
});

test("members whom `house staff` has added are two people at once", async () => {
  for (const name of ["Derya", "Emre"]) await house.run("staff", "add", name, "cashier", "--by", "derya");
  await approve(await request("5000", "Derya"), "Emre");
  expect(await balance()).toBe(500_000);
});

test("approved twice at the same time, money moves once", async () => {
  const id = await request();
  const answers = await Promise.allSettled(["mehmet", "leyla", "ali", "veli"].map((by) => approve(id, by)));
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await balance()).toBe(100_001);
});

test("an expired request moves nothing, and its expiry is recorded", async () => {
  const id = await request();
  await asOwner(`update approvals set expires_at = now() - interval '1 second' where id = ${id}`);
  await expect(approve(id, "mehmet")).rejects.toThrow("has expired");
  expect(await balance()).toBe(0);
  expect(await house.acts("approvals.expire")).toMatchObject([{ by: "system", target: `approval ${id}` }]);
});

test("a request that differs from its audit row is refused", async () => {
  const id = await request();
  await asOwner(`update approvals set amount = 99999999 where id = ${id}`);
  await expect(approve(id, "mehmet")).rejects.toThrow("is not what the audit log says");
  expect(await balance()).toBe(0);
  await expect(
    house.database.db.updateTable("approvals").set({ amount: 5 }).where("id", "=", id).execute(),
  ).rejects.toThrow("never changes");
});

test("a refused request moves nothing and can't be approved", async () => {
  const id = await request();
  await house.run("approvals", "refuse", String(id), "--by", "mehmet", "--why", "no receipt");
  await expect(approve(id, "leyla")).rejects.toThrow("was refused by mehmet");
  expect(await balance()).toBe(0);
  expect((await house.acts("approvals.refuse")).at(-1)).toMatchObject({ target: `approval ${id}`, why: "no receipt" });
});

test("payments of one person to one player are added up, in any spelling of the name; those of or to others are not", async () => {
  await credit("600", "ayşe");
  expect(await credit("400.01", "AYSE")).toContain("Nothing has moved yet");
  await credit("600", "mehmet");
  expect(await balance()).toBe(120_000);
  await credit("400", "ayşe");
  expect(await balance()).toBe(160_000);
});

test("payments of one person to many players are added up too, to ten times the bound", async () => {
  const names = Array.from({ length: 11 }, (_, n) => `many${n}`);
  for (const name of names)
    await house.run("player", "add", name, "--email", `${name}@example.com`, "--password", "uzun bir sifre");
  count += names.length;
  const give = (name: string, amount: string, by: string) =>
    house.run("player", "credit", name, amount, "--why", "prize", "--by", by);
  for (const name of names.slice(0, 10)) expect(await give(name, "999.99", "Fatma")).toContain("999.99");
  // Also by another spelling: 10 × 999.99 were moved, and 10,000 are the most.
  expect(await give("many10", "0.11", "fatma")).toMatch(/Nothing has moved yet.*10000\.00 to all players/);
  expect(await give("many10", "0.10", "fatma")).not.toContain("Nothing has moved yet");
  expect(await give("many10", "999.99", "zeynep")).not.toContain("Nothing has moved yet");
});

test("concurrent payments are added up too", async () => {
  await Promise.all(Array.from({ length: 6 }, () => credit("400", "ayşe")));
  const asked = (await house.acts("approvals.request")).filter(
    ({ after }) => (after as { target: string }).target === `player ${count}`,
  );
  expect(asked).toHaveLength(4);
  expect(await balance()).toBe(80_000);
});

test("the same key moves money once, before and after an approval", async () => {
  await credit("5000", "ayşe", "--key", "k1");
  expect(await credit("5000", "ayşe", "--key", "k1")).toContain("with this key waits");
  const [waiting] = await house.database.db
    .selectFrom("approvals")
    .select("id")
    .where("target", "=", `player ${count}`)
    .execute();
  await approve(waiting?.id ?? 0, "mehmet");
  expect(await credit("5000", "ayşe", "--key", "k1")).toContain("nothing more has moved");
  expect(await balance()).toBe(500_000);
  await credit("5", "ayşe", "--key", "k2");
  await credit("5", "ayşe", "--key", "k2");
  expect(await balance()).toBe(500_500);
  await expect(credit("6", "ayşe", "--key", "k2")).rejects.toThrow();
});

test("control characters of a reason can't act on the approver's terminal, nor fake a request", async () => {
  const typed = `hand pay\u001b[1A\u001b[2K\r\n9  player.credit  player 1  1.00`;
  await house.run("player", "credit", `player${count}`, "5000", "--why", "hand pay", "--by", "ayşe");
  await expect(house.run("player", "credit", `player${count}`, "5000", "--why", typed, "--by", "ayşe")).rejects.toThrow(
    "--why is one line",
  );
  // As a request of an earlier version may have it.
  await asOwner(`update approvals set why = e'${typed}' where why = 'hand pay'`);
  const shown = await house.run("approvals", "list");
  for (const control of ["\u001b", "\r"]) expect(shown).not.toContain(control);
  expect(shown.split("\n").filter((line) => line.includes("player 1  1.00"))).toEqual([
    expect.stringContaining("hand pay\ufffd[1A\ufffd[2K\ufffd\ufffd9"),
  ]);
});

test("a jackpot's seed above the bound needs a second person as well", async () => {
  const words = ["--percent", "0.5", "--maximum", "9000", "--why", "opening", "--by", "ayşe"];
  const name = `Maxi${count}`;
  await house.run("brand", "add", name);
  const said = await house.run("jackpot", "add", name, name, "--seed", "1000.01", ...words);
  const id = Number(/Request (\d+)/.exec(said)?.[1]);
  expect(await house.run("jackpot", "list")).not.toContain(name);
  expect(await approve(id, "mehmet")).toContain(`Jackpot ${name} is number`);
  expect(await house.run("jackpot", "list")).toContain(name);
});

test("a jackpot that would be won with every bet is refused", async () => {
  const name = `Tap${count}`;
  await house.run("brand", "add", name);
  const words = ["--percent", "10", "--why", "opening", "--by", "ayşe"];
  await expect(
    house.run("jackpot", "add", name, name, "--seed", "999.99", "--maximum", "1000", ...words),
  ).rejects.toThrow("twice the seed");
  const said = await house.run("jackpot", "add", name, name, "--seed", "10", "--maximum", "20", ...words);
  const id = /number (\d+)/.exec(said)?.[1] ?? "";
  const set = ["jackpot", "set", id, "--seed", "10.01", "--why", "more", "--by", "ayşe"];
  await expect(house.run(...set)).rejects.toThrow("twice the seed");
  expect(await house.run("jackpot", "list")).toMatch(new RegExp(`${name} .* 10\\.00 +20\\.00 `));
});

test("an environment variable of a command can't raise the bound of the running server", async () => {
  const { recordAct, HOUSE_START, SYSTEM } = await import("../audit/index.ts");
  const after = { version: "1.0.0", approvalAbove: 10_000 };
  await recordAct(house.database.db, { ...SYSTEM, act: HOUSE_START, target: null, before: null, after, why: null });
  expect(await credit("100.01", "ayşe")).toContain("Nothing has moved yet");
});

test("an operator's key can't equal the key of an approval", async () => {
  const id = await request();
  await expect(credit("1", "ayşe", "--key", `approval ${id}`)).rejects.toThrow("--key");
  await approve(id, "mehmet");
  expect(await balance()).toBe(100_001);
});
