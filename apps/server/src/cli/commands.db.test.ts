import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { sql } from "kysely";
import { ErrorCode } from "@reelcast/contract";
import { ConsoleErrorCode } from "@reelcast/contract/console";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { verifyAudit } from "../audit/index.ts";
import { createMachineRequests } from "../floor/index.ts";
import type { RequestOutcome } from "../floor/index.ts";
import { HOUSE } from "../storage/roles.ts";
import { openTestHouse } from "./testing.ts";
import type { TestHouse } from "./testing.ts";

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());

const why = ["--why", "as agreed", "--by", "ayşe"];
const file = join(tmpdir(), `settings-${process.pid}.json`);

test("every change records actor, act, target, before, after and reason", async () => {
  await writeFile(file, JSON.stringify({ menuTitle: "File" }));
  const typed: [act: string, ...words: string[]][] = [
    ["player.add", "player", "add", "mehmet", "--email", "m@example.com", "--password", "uzun bir sifre"],
    ["player.add", "player", "add", "leyla", "--email", "l@example.com", "--password", "uzun bir sifre"],
    ["player.credit", "player", "credit", "mehmet", "1500.50"],
    ["player.correct", "player", "correct", "mehmet", "--take", "0.50"],
    ["player.limit", "player", "limit", "mehmet", "loss", "week", "500"],
    ["player.note", "player", "note", "mehmet", "calls in the evening"],
    ["player.pin", "player", "pin", "mehmet"],
    ["player.logout", "player", "logout", "mehmet"],
    ["player.password", "player", "password", "mehmet", "--password", "daha uzun sifre"],
    ["player.link", "player", "link", "mehmet", "--site", "https://play.example.org"],
    ["key.add", "key", "add", "crm"],
    ["key.revoke", "key", "revoke", "crm"],
    ["player.ban", "player", "ban", "mehmet"],
    ["player.unban", "player", "unban", "mehmet"],
    ["player.break", "player", "break", "mehmet", "2"],
    ["player.exclude", "player", "exclude", "mehmet", "6"],
    ["brand.add", "brand", "add", "Kuzey"],
    ["machine.add", "machine", "add", "Kuzey", "Ateş", "--skin", "polar-fire"],
    ["machine.close", "machine", "close", "1", "to be cleaned"],
    ["machine.open", "machine", "open", "1"],
    ["machine.out-of-order", "machine", "out-of-order", "1", "reel stalled"],
    ["machine.reserve", "machine", "reserve", "1", "leyla"],
    ["machine.release", "machine", "release", "1"],
    ["machine.zone", "machine", "zone", "1", "hall-2"],
    ["machine.zone", "machine", "zone", "1", "--none"],
    ["machine.least-deposit", "machine", "least-deposit", "1", "5"],
    ["machine.least-deposit", "machine", "least-deposit", "1", "--smallest-bet"],
    ["machine.retire", "machine", "retire", "1", ...why],
    ["jackpot.add", "jackpot", "add", "Mini", "Kuzey", "--percent", "0.5", "--seed", "10", "--maximum", "20"],
    ["jackpot.set", "jackpot", "set", "1", "--maximum", "30"],
    ["chat.answer", "chat", "answer", "mehmet", "Merhaba"],
    ["chat.assign", "chat", "assign", "mehmet", "Deniz"],
    ["chat.introduce", "chat", "introduce", "mehmet", "leyla"],
    ["chat.part", "chat", "part", "mehmet", "leyla"],
    ["notice.add", "notice", "add", "note", "Gala", "21.00"],
    ["notice.translate", "notice", "translate", "1", "en", "Gala", "9 p.m."],
    ["notice.remove", "notice", "remove", "1"],
    ["settings.set", "settings", "set", "menuTitle", '"Set"'],
    ["settings.import", "settings", "import", file],
  ];
  const printed = [];
  for (const [, ...words] of typed) printed.push(await house.run(...words, ...why));
  const acts = await house.acts();
  expect(acts.map(({ act }) => act)).toEqual(typed.map(([act]) => act));
  expect(new Set(acts.map(({ by }) => by))).toEqual(new Set(["ayşe"]));
  expect(acts.filter((act) => act.why !== "as agreed" || act.target === null)).toEqual([]);
  // The actual state.
  const one = (name: string) => acts.find(({ act }) => act === name);
  expect(one("player.credit")).toMatchObject({
    target: "player 1",
    before: { balance: 0 },
    after: { balance: 150_050, amount: 150_050 },
  });
  expect(one("player.correct")).toMatchObject({
    before: { balance: 150_050 },
    after: { balance: 150_000, change: -50, amount: 50 },
  });
  expect(one("player.limit")).toMatchObject({ before: { value: null }, after: { value: 50_000 } });
  expect(one("player.ban")).toMatchObject({
    before: { bannedSince: null },
    after: { bannedSince: expect.any(String) },
  });
  expect(one("player.unban")).toMatchObject({
    before: { bannedSince: expect.any(String) },
    after: { bannedSince: null },
  });
  expect(one("settings.set")).toMatchObject({ after: { menuTitle: "Set" } });
  expect(one("settings.import")).toMatchObject({ before: { menuTitle: "Set" }, after: { menuTitle: "File" } });
  expect(one("machine.out-of-order")).toMatchObject({
    before: { outOfOrder: null },
    after: { outOfOrder: "reel stalled" },
  });
  expect(one("machine.close")).toMatchObject({ after: { closedBecause: "to be cleaned" } });
  expect(one("machine.open")).toMatchObject({ before: { closedBecause: "to be cleaned" }, after: { closedAt: null } });
  // It contains no secret.
  expect(JSON.stringify(acts)).not.toMatch(/uzun bir sifre|daha uzun sifre|argon2/);
  // What is printed once, and kept nowhere.
  const secrets = printed.join("\n").match(/(?:link|operator-key)\.[\w-]{43}/g) ?? [];
  expect(secrets).toHaveLength(2);
  for (const secret of secrets) expect(JSON.stringify(acts)).not.toContain(secret);
  expect(printed.join("\n")).toContain("https://play.example.org/callback?token=link.");
  expect(await verifyAudit(house.database.db)).toMatchObject({ broken: null, rows: typed.length });
});

test("notes about a player and who takes a chat are shown, and a note is no row of the audit log", async () => {
  expect(await house.run("player", "notes", "mehmet")).toMatch(/^\S+Z {2}ayşe: calls in the evening$/);
  expect(await house.run("player", "notes", "leyla")).toBe("There are no notes about leyla.");
  expect(JSON.stringify(await house.acts())).not.toContain("calls in the evening");
  expect(await house.run("chat", "list")).toMatch(/mehmet +open +- +\S+ +Deniz +Merhaba/);
  expect(await house.run("chat", "read", "mehmet")).toMatch(/^\S+Z {2}support \(\S+\): Merhaba$/);
  expect(await house.run("chat", "assign", "mehmet", "--none")).toBe("The chat with mehmet is nobody's.");
  for (const wrong of [[], ["Deniz", "--none"]])
    await expect(house.run("chat", "assign", "mehmet", ...wrong)).rejects.toThrow("Give a name, or --none.");
});

test("a correction takes no more than there is, and goes one way", async () => {
  const correct = (...words: string[]) => house.run("player", "correct", "mehmet", ...words, ...why);
  for (const wrong of [[], ["--add", "1", "--take", "1"]])
    await expect(correct(...wrong)).rejects.toThrow("--add or --take");
  await expect(correct("--take", "1500.01")).rejects.toThrow(
    "The balance of mehmet is 1500.00: no more than that can be taken. Nothing has moved.",
  );
  expect((await house.acts()).at(-1)).toMatchObject({
    act: "player.correct",
    target: "mehmet",
    after: { outcome: "refused" },
  });
  expect(await correct("--add", "0.50")).toBe("mehmet has 1500.50.");
});

test("a machine's zone is written as that of a process, and is shown", async () => {
  const listed = async () => /^.* Buz .*$/m.exec(await house.run("machine", "list"))?.[0] ?? "";
  const added = await house.run("machine", "add", "Kuzey", "Buz", "--skin", "polar-fire", ...why);
  const id = /number (\d+)/.exec(added)?.[1] ?? "";
  for (const wrong of [[], ["Hall 2"], ["hall-2", "--none"]])
    await expect(house.run("machine", "zone", id, ...wrong, ...why)).rejects.toThrow(/zone/);
  expect(await listed()).toMatch(/ polar-fire +-/);
  await house.run("machine", "zone", id, "hall-2", ...why);
  expect(await listed()).toMatch(/ polar-fire +hall-2/);
});

test("a way to support that is set leaves the others", async () => {
  await house.run("settings", "set", "support", '{"telegram":"@casino"}', ...why);
  await house.run("settings", "set", "support", '{"chat":true}', ...why);
  expect(JSON.parse(await house.run("settings", "get", "support"))).toEqual({
    whatsapp: "",
    telegram: "@casino",
    chat: true,
  });
});

test("a closed machine is listed with its reason", async () => {
  const added = await house.run("machine", "add", "Kuzey", "Kapalı", "--skin", "polar-fire", ...why);
  const id = /number (\d+)/.exec(added)?.[1] ?? "";
  const listed = async () => /^.* Kapalı .*$/m.exec(await house.run("machine", "list"))?.[0] ?? "";
  expect(await house.run("machine", "close", id)).toBe(
    `Machine ${id} is closed to new players. Who is seated plays on.`,
  );
  expect(await listed()).toMatch(/ closed$/);
  await house.run("machine", "close", id, "to be cleaned");
  expect(await listed()).toMatch(/ closed: to be cleaned$/);
  expect(await house.run("machine", "open", id)).toBe(`Machine ${id} is open to new players.`);
  expect(await listed()).not.toContain("closed");
});

test("reads of money and messages of players are recorded", async () => {
  const count = (await house.acts()).length;
  await house.run("player", "show", "leyla", "--by", "ali");
  await house.run("chat", "read", "leyla");
  await house.run("chat", "list");
  await house.run("approvals", "list");
  expect((await house.acts()).slice(count).map(({ act, target }) => [act, target])).toEqual([
    ["player.show", "player 2"],
    ["chat.read", "player 2"],
    ["chat.list", null],
    ["approvals.list", null],
  ]);
  expect((await house.acts("player.show"))[0]?.by).toBe("ali");
});

test("a refused act about money or a ban changes nothing and is recorded as refused", async () => {
  await expect(house.run("player", "ban", "nobody", ...why)).rejects.toThrow("There is no player nobody.");
  expect((await house.acts()).at(-1)).toMatchObject({
    act: "player.ban",
    by: "ayşe",
    target: "nobody",
    after: { outcome: "refused", because: "There is no player nobody." },
  });
});

// The database ends a transaction that stands idle for two seconds, and a busy computer hashes for longer.
test.each([
  ["prepareNewPlayer", ["player", "add", "deniz", "--email", "d@example.com", "--password", "uzun bir sifre"]],
  ["prepareNewPassword", ["player", "password", "deniz", "--password", "daha uzun sifre"]],
] as const)("hashes before its transaction begins: %s", async (hash, words) => {
  const steps: string[] = [];
  house.onContext = (context) => {
    const real = { ...context };
    const prepare: (input: never) => Promise<unknown> = context.accounts[hash].bind(context.accounts);
    vi.spyOn(context.accounts, hash).mockImplementation(async (input: unknown) => {
      const prepared = await prepare(input as never);
      steps.push("hashed");
      return prepared as never;
    });
    context.inTransaction = (work) => {
      steps.push("transaction");
      return real.inTransaction(work);
    };
  };
  onTestFinished(() => void delete house.onContext);
  await house.run(...words, ...why);
  expect(steps).toEqual(["hashed", "transaction"]);
});

test("a password that is refused is recorded as refused", async () => {
  await expect(house.run("player", "password", "leyla", "--password", "password", ...why)).rejects.toMatchObject({
    code: ErrorCode.PasswordTooCommon,
  });
  expect((await house.acts()).at(-1)).toMatchObject({ act: "player.password", after: { outcome: "refused" } });
});

describe("a request to a machine", () => {
  const requests = () => createMachineRequests(house.database.db);
  /** Answers the next request to the machine as a server does. */
  async function answerNext(machineId: number, outcome: RequestOutcome): Promise<void> {
    const [request] = await vi.waitFor(async () => {
      const waiting = await requests().waiting([machineId]);
      if (waiting.length === 0) throw new Error("nothing is asked");
      return waiting;
    });
    await requests().finish(request?.id ?? "", outcome);
  }
  const outcomes = async (act: string) =>
    (await house.acts(act)).map(({ by, target, why: because, after }) => [by, target, because, after]);
  let id = 0;
  beforeAll(async () => {
    await house.run("brand", "add", "Doğu");
    const said = await house.run("machine", "add", "Doğu", "Göl", "--skin", "polar-fire");
    id = Number(/is number (\d+)/.exec(said)?.[1]);
  });

  test.each([
    ["settle", ["--pay", "0"], "0", { pay: 0, amount: 0, due: 0 }, { pay: 0, paid: 0 }],
    ["back", [], "back in play", {}, { name: "Göl", quarantined: null }],
    ["unlock", [], "unlocked", {}, {}],
  ])("is recorded before and afterwards: %s", async (name, words, answer, asked, done) => {
    const command = house.run("machine", name, String(id), ...words, ...why);
    await answerNext(id, { done: true, answer });
    await command;
    expect(await outcomes(`machine.${name}`)).toEqual([
      ["ayşe", `machine ${id}`, "as agreed", { outcome: "asked", ...asked }],
      ["ayşe", `machine ${id}`, "as agreed", expect.objectContaining({ outcome: "done", ...done })],
    ]);
  });

  test("a hand pay is first asked for its amount, which is then what is paid", async () => {
    const command = house.run("machine", "hand-pay", String(id), ...why);
    const refusal = { code: ConsoleErrorCode.OtherAmountWaits, params: { amount: 700 } };
    await answerNext(id, { done: false, answer: "7.00 wait now", refusal });
    await answerNext(id, { done: true, answer: "700" });
    await command;
    expect(await outcomes("machine.hand-pay")).toEqual([
      ["ayşe", `machine ${id}`, "as agreed", { outcome: "asked", amount: 700 }],
      ["ayşe", `machine ${id}`, "as agreed", { outcome: "done", paid: 700 }],
    ]);
  });

  test("a settlement of what is not due is refused before a second person is asked, if the machine's host refuses it", async () => {
    const command = house.run("machine", "settle", String(id), "--pay", "7", ...why);
    const refused = expect(command).rejects.toThrow("somebody is seated");
    await answerNext(id, { done: false, answer: "somebody is seated" });
    await refused;
    expect((await outcomes("machine.settle")).at(-1)?.[3]).toEqual({
      outcome: "refused",
      because: expect.stringContaining("somebody is seated"),
    });
  });

  test("a settlement of what is not due waits for a second person", async () => {
    const words = ["--pay", "7", "--player", "leyla", ...why];
    const command = house.run("machine", "settle", String(id), ...words);
    const refusal = { code: ConsoleErrorCode.OtherAmountWaits, params: { amount: 700 } };
    await answerNext(id, { done: false, answer: "7.00 wait now", refusal });
    expect(await command).toContain(`7.00 for machine ${id} need a second person, since it is nobody's money.`);
  });

  test("is recorded as refused if the machine's host refuses it", async () => {
    const command = house.run("machine", "settle", String(id), "--pay", "0", ...why);
    const refused = expect(command).rejects.toThrow("somebody is seated");
    await answerNext(id, { done: false, answer: "somebody is seated" });
    await refused;
    expect((await outcomes("machine.settle")).slice(-2).map((act) => act[3])).toEqual([
      { outcome: "asked", pay: 0, amount: 0, due: 0 },
      { outcome: "refused", amount: 0, because: expect.stringContaining("somebody is seated") },
    ]);
  });
});

test("a change whose row can't be written is not made", async () => {
  const { db } = house.database;
  // A long target would be truncated, so the row is made to fail by the name of the act.
  const before = await house.acts();
  await expect(
    house.database.db.transaction().execute(async (trx) => {
      await trx.updateTable("players").set({ name: "changed" }).where("username", "=", "leyla").execute();
      const { recordAct, SYSTEM } = await import("../audit/index.ts");
      await recordAct(trx, { ...SYSTEM, act: "NOT A NAME", target: null, before: null, after: null, why: null });
    }),
  ).rejects.toThrow("audit_log");
  expect(await house.acts()).toHaveLength(before.length);
  const { name } = await db
    .selectFrom("players")
    .select("name")
    .where("username", "=", "leyla")
    .executeTakeFirstOrThrow();
  expect(name).toBe("");
});

test("a refusal that can't be recorded still shows its reason", async () => {
  const spy = vi.spyOn(console, "error").mockImplementation(() => {});
  await sql`revoke execute on function record_act from ${sql.id(HOUSE)}`.execute(house.database.owner);
  try {
    await expect(house.run("player", "credit", "nobody", "1", ...why)).rejects.toThrow("There is no player nobody.");
    expect(spy).toHaveBeenCalledWith(expect.stringContaining("This is not recorded: "));
  } finally {
    await sql`grant execute on function record_act to ${sql.id(HOUSE)}`.execute(house.database.owner);
    spy.mockRestore();
  }
});

test("settings show what was set and how, and a wrong one is refused with one sentence and changes nothing", async () => {
  await house.run("settings", "set", "menuTitle", '"Hall"', ...why);
  const acts = (await house.acts()).length;
  for (const [words, sentence] of [
    [["set", "colour", "1"], 'There is no setting "colour".'],
    [["set", "siteId", '"x"'], '"x" is not a value for siteId: docs/contract.md says what is.'],
    [["set", "currency", '"EUR"'], "The currency is TRY for good: there are amounts of it in the ledger."],
    [["get", "colour"], 'There is no setting "colour".'],
    [["import", "/nowhere.json"], "/nowhere.json can't be read."],
  ] as const)
    await expect(house.run("settings", ...words)).rejects.toThrow(sentence);
  expect(await house.acts()).toHaveLength(acts);
  expect(await house.run("settings", "get", "menuTitle")).toBe('"Hall"');
  expect(await house.run("settings", "get", "currency")).toBe('"TRY"');
  expect(await house.run("settings", "history")).toMatch(/command +menuTitle\n.*command +menuTitle/);
});
