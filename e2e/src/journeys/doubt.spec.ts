/** A machine loses its memory: its player sees what is being checked and plays elsewhere, an operator decides, and all ends. */
import { randomUUID } from "node:crypto";
import { type Page, expect, test } from "@playwright/test";
import { ErrorCode } from "@reelcast/contract";
import { PlayerClient, Refused } from "../client.ts";
import { clearMemory, leaveSent, withDatabase } from "../database.ts";
import { TestServer } from "../testServer.ts";
import { PlayerPage } from "../playerPage.ts";

let house: TestServer;
test.beforeAll(async () => {
  house = await TestServer.open({ HAND_PAY_SECONDS: "0" });
});
test.afterAll(async () => {
  await house.close();
});

const note = (page: Page) => page.getByRole("status").filter({ hasText: "₺500 kontrol ediliyor." });
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof Refused ? error.code : error),
  );
const UNKNOWN = "00000000-0000-4000-8000-000000000000";

/** Everything that an operator's mistake must not change. */
async function ledger(): Promise<unknown> {
  const { stdout } = await house.cli("ledger", "check", "--json");
  const { sums, broken, pending } = JSON.parse(stdout) as Record<string, unknown>;
  const rows = await withDatabase(house, async (client) => {
    const one = async (text: string) => (await client.query<{ of: unknown }>(text)).rows;
    return [
      await one("select count(*)::int as of from journals"),
      await one("select to_jsonb(t) as of from transfers t order by id"),
      await one("select to_jsonb(s) as of from suspensions s order by id"),
      await one("select jsonb_build_array(id, out_of_order, quarantined, retired_at) as of from machines order by id"),
    ];
  });
  return { sums, broken, pending, rows };
}
type Mistake = readonly [words: RegExp, ...args: string[]];
/** Each is one sentence on stderr and exit code 2. */
async function mistakes(...all: readonly Mistake[]): Promise<void> {
  const waiting = [...all];
  async function worker(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) await mistake(...next);
  }
  await Promise.all([worker(), worker(), worker()]);
}
async function mistake(...[words, ...args]: Mistake): Promise<void> {
  const { code, stdout, stderr } = await house.cli(...args);
  expect([code, stdout], `${args.join(" ")}: ${stderr}`).toEqual([2, ""]);
  expect(stderr.trim().split("\n"), args.join(" ")).toHaveLength(1);
  expect(stderr, args.join(" ")).toMatch(words);
}

test("what machines that lost their memory had is checked, settled by an operator once, and nobody is stuck meanwhile", async ({
  page,
}) => {
  const account = await house.addPlayer();
  const player = new PlayerPage(page, house.url);
  await player.logIn(account);
  const seated = PlayerClient.of(house.url, account);
  await player.sit(1, "500");
  const client = PlayerClient.of(house.url, await house.addPlayer());
  const game = await client.game();
  await game.init(3);
  await game.cashIn(300_00);
  await game.cashOut();
  await house.stop();
  await clearMemory(house, 1);
  // A deposit whose outcome is unknown.
  const clientTransferId = randomUUID();
  const id = await leaveSent(house, { machineId: 3, amount: 200_00, clientTransferId });
  await clearMemory(house, 3);
  await house.start();

  await expect(page).toHaveURL(/\/lobby/, { timeout: 30_000 });
  await expect(note(page)).toBeVisible();
  // The machine itself is refused in words, another one plays.
  await player.go("/game/1/x");
  await expect(page.getByText("Bu makineye oturamadınız").first()).toBeVisible();
  await expect(page).toHaveURL(/\/lobby/);
  const another = await seated.game();
  await another.init(2);
  await another.cashIn(100_00);
  await another.cashOut();
  await another.request("leave", {});
  await expect(note(page)).toBeVisible();

  const list = async () => (await house.cli("transfer", "list")).stdout;
  await expect.poll(list).toMatch(new RegExp(`${id}\\s+cashin\\s+manual\\s.*200\\.00`));
  const checked = await house.cli("ledger", "check");
  expect(checked.code, checked.stderr).toBe(1);
  expect(checked.stdout).toMatch(/machine 1 is quarantined: .*credit 0/);
  const shown = (await house.cli("transfer", "show", id)).stdout;
  for (const words of [
    /state +manual/,
    new RegExp(clientTransferId),
    /"answered"/,
    /"meters"/,
    /"ledger"/,
    /manual +since 20/,
  ])
    expect(shown).toMatch(words);
  expect(await client.balance()).toBe(9_800_00);
  const elsewhere = await client.game();
  await elsewhere.init(4);
  await elsewhere.cashIn(10_00);
  expect(await codeOf(elsewhere.cashIn(200_00, clientTransferId))).toBe(ErrorCode.AmountUnderReview);
  expect(await codeOf(elsewhere.cashIn(201_00, clientTransferId))).toBe(ErrorCode.TransferIdReused);

  const before = await ledger();
  await mistakes(
    [/not settled/, "machine", "back", "1"],
    [/--why/, "machine", "settle", "1"],
    [/--why/, "machine", "settle", "1", "--why", "  "],
    [/500\.00/, "machine", "settle", "1", "--pay", "500.01", "--why", "counted"],
    [/not an amount/, "machine", "settle", "1", "--pay", "-1", "--why", "counted"],
    [/belongs to/, "machine", "settle", "1", "--player", "demo2", "--why", "counted"],
    [/no player/, "machine", "settle", "1", "--player", "nobody", "--why", "counted"],
    [/--by/, "machine", "settle", "1", "--why", "counted", "--by", " "],
    [/no machine 999/, "machine", "settle", "999", "--why", "counted"],
    [/number of a machine/, "machine", "settle", "one", "--why", "counted"],
    [/not settled/, "machine", "retire", "1", "--why", "worn out"],
    [/no transfer/, "transfer", "show", UNKNOWN],
    [/no transfer/, "transfer", "resolve", UNKNOWN, "done", "--why", "counted"],
    [/no transfer/, "transfer", "resolve", "x", "done", "--why", "counted"],
    [/--why/, "transfer", "resolve", id, "done"],
    [/--why/, "transfer", "resolve", id, "done", "--why", ""],
    [/--by/, "transfer", "resolve", id, "done", "--why", "counted", "--by", ""],
    [/not done or failed/, "transfer", "resolve", id, "maybe", "--why", "counted"],
    [/leave --amount out/, "transfer", "resolve", id, "failed", "--amount", "1", "--why", "counted"],
    [/more than 200\.00/, "transfer", "resolve", id, "done", "--amount", "200.01", "--why", "counted"],
    [/resolve it first/, "machine", "settle", "3", "--why", "counted"],
    [/is not resolved/, "machine", "back", "3"],
    [/not settled/, "machine", "retire", "3", "--why", "worn out"],
  );
  expect(await ledger()).toEqual(before);

  expect((await house.cli("machine", "settle", "1", "--why", "counted by hand")).stdout).toContain(
    "Machine 1 is settled: 500.00 were paid.",
  );
  await expect(page.getByText("Kontrol bitti. Bakiyeniz: ₺10.000.").first()).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "kontrol ediliyor" })).toHaveCount(0);
  expect((await house.cli("ledger", "check")).code).toBe(1);
  // Nobody is paid twice.
  const { username } = account;
  await mistake(/no more than 0\.00/, "machine", "settle", "1", "--pay", "500", "--player", username, "--why", "again");
  expect((await house.cli("machine", "back", "1", "--why", "counted")).stdout).toContain("Machine 1 is back.");

  // Two operators at once, of different minds: one decides, the other gets one sentence.
  const both = await Promise.all([
    house.cli("transfer", "resolve", id, "failed", "--why", "the machine was empty", "--by", "ayse"),
    house.cli("transfer", "resolve", id, "done", "--why", "the machine had it", "--by", "ali"),
  ]);
  expect(
    both.map(({ code }) => code).toSorted((a, b) => a - b),
    JSON.stringify(both),
  ).toEqual([0, 2]);
  const late = both.find(({ code }) => code === 2);
  expect(late?.stderr.trim()).toMatch(/^Transfer \S+ is (done|failed), not manual\.$/);
  await mistake(/not manual/, "transfer", "resolve", id, "failed", "--why", "once more");
  await mistake(/meters|not settled/, "machine", "back", "3", "--why", "counted");
  expect((await house.cli("machine", "settle", "3", "--why", "begun anew")).code).toBe(0);
  expect(await client.balance()).toBe(9_990_00);
  expect((await house.cli("machine", "back", "3", "--why", "counted")).code).toBe(0);
  await elsewhere.cashOut();

  const again = await seated.game();
  await again.init(1);
  await again.cashIn(50_00);
  await again.press("play");
  await again.until(({ method, params }) => method === "meters" && params["phase"] === "spinning");
  const check = await house.cli("ledger", "check");
  expect(check.code, check.stdout).toBe(0);
});
