/** Attacks of somebody who may type commands: to move money alone, and to leave no trace. */
import { expect, test } from "@playwright/test";
import { PlayerClient } from "../client.ts";
import { TestServer } from "../testServer.ts";

// The house and each command read it: a test may change it for the commands.
const environment: Record<string, string> = { APPROVAL_ABOVE: "1000" };
let house: TestServer;
test.beforeAll(async () => {
  house = await TestServer.open(environment);
});
test.afterAll(async () => {
  await house.close();
});
const balance = async (username: string) => (await PlayerClient.login(house.url, username)).balance();

test("money without a reason moves nothing", async () => {
  const before = await balance("demo1");
  const { code, stderr } = await house.cli("player", "credit", "demo1", "500");
  expect([code, stderr]).toEqual([2, "Say why, with --why.\n"]);
  expect(await balance("demo1")).toBe(before);
});

test("nobody approves their own money, under no spelling, and not twice at once", async () => {
  const before = await balance("demo2");
  const asked = await house.cli("player", "credit", "demo2", "1000.01", "--why", "friend", "--by", "Ayşe");
  expect(asked).toMatchObject({ code: 0, stdout: expect.stringContaining("Nothing has moved yet") });
  const id = /Request (\d+)/.exec(asked.stdout)?.[1] ?? "";
  const approve = (by: string) => house.cli("approvals", "approve", id, "--by", by);
  expect((await approve("аyse ")).stderr).toContain("needs somebody else");
  expect(await balance("demo2")).toBe(before);
  const both = await Promise.all([approve("mehmet"), approve("leyla")]);
  expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 2]);
  expect(await balance("demo2")).toBe(before + 100_001);
});

test("an amount in parts is as large as its sum, and the bound can't be lifted by typing", async () => {
  const before = await balance("demo3");
  const credit = () => house.cli("player", "credit", "demo3", "600", "--why", "split", "--by", "ayse");
  expect((await credit()).stdout).toContain("demo3 has");
  environment["APPROVAL_ABOVE"] = "999999";
  expect((await credit()).stdout).toContain("Nothing has moved yet");
  expect(await balance("demo3")).toBe(before + 60_000);
});

test("every act has its row, and the log is whole", async () => {
  const { stdout } = await house.cli("audit", "list", "--by", "ayse", "--json");
  const acts = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { act: string; why: string });
  expect(acts.map(({ act, why }) => [act, why])).toEqual([
    ["approvals.request", "split"],
    ["player.credit", "split"],
  ]);
  expect(await house.cli("audit", "verify")).toMatchObject({ code: 0, stdout: expect.stringContaining("is whole") });
  const csv = (await house.cli("audit", "export", "--of", "system")).stdout;
  expect(csv).toContain("house.start");
});
