/** The operator's command line next to a running house: what it changes reaches those who play at once. */
import { expect, test } from "@playwright/test";
import { ErrorCode } from "@reelcast/contract";
import { PlayerClient, Refused } from "../client.ts";
import { TestServer } from "../testServer.ts";

let house: TestServer;
test.beforeAll(async () => {
  house = await TestServer.open();
});
test.afterAll(async () => {
  await house.close();
});
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof Refused ? error.code : error),
  );

test("a player is added, funded, plays, is banned in mid-session, and gets every unit back", async () => {
  const added = await house.cli("player", "add", "ayse", "--email", "ayse@example.com", "--password", "uzun bir sifre");
  expect(added, added.stderr).toMatchObject({ code: 0 });
  expect(
    (await house.cli("player", "credit", "ayse", "1500.50", "--key", "first", "--why", "deposit")).stdout,
  ).toContain("1500.50");
  // The same key again is the same payment.
  expect(
    (await house.cli("player", "credit", "ayse", "1500.50", "--key", "first", "--why", "deposit")).stdout,
  ).toContain("1500.50");
  const player = await PlayerClient.login(house.url, "ayse", "uzun bir sifre");
  const game = await player.game();
  await game.init(4);
  await game.cashIn(50_000);
  expect((await house.cli("player", "ban", "ayse", "--why", "asked for")).code).toBe(0);
  await expect.poll(() => game.closeCode).toBe(4401);
  expect(await codeOf(PlayerClient.login(house.url, "ayse", "uzun bir sifre"))).toBe(ErrorCode.PlayerBanned);
  expect((await house.cli("player", "unban", "ayse", "--why", "talked to")).code).toBe(0);
  const again = await PlayerClient.login(house.url, "ayse", "uzun bir sifre");
  await expect.poll(() => again.balance()).toBe(150_050);
});

test("a player asks for an exclusion by telephone: paid, shown, and nothing lets them back in", async () => {
  const player = await PlayerClient.login(house.url, "demo4");
  const before = await player.balance();
  const game = await player.game();
  await game.init(6);
  await game.cashIn(20_000);
  expect((await house.cli("player", "exclude", "demo4", "5", "--why", "wish of the player")).code).toBe(2);
  expect((await house.cli("player", "exclude", "demo4", "6", "--why", "wish of the player")).stdout).toContain(
    "demo4 is excluded until 20",
  );
  await expect.poll(() => game.closeCode).toBe(4401);
  expect(await codeOf(PlayerClient.login(house.url, "demo4"))).toBe(ErrorCode.SelfExcluded);
  expect((await house.cli("player", "unban", "demo4", "--why", "talked to")).code).toBe(0);
  expect(await codeOf(PlayerClient.login(house.url, "demo4"))).toBe(ErrorCode.SelfExcluded);
  const shown = async () => (await house.cli("player", "show", "demo4")).stdout;
  await expect.poll(shown).toMatch(new RegExp(`^balance +${(before / 100).toFixed(2)}$`, "m"));
  expect(await shown()).toMatch(/^self-exclusion +until 20/m);
});

test("a machine goes out of order under a player, who is paid, and comes back", async () => {
  const player = await PlayerClient.login(house.url, "demo1");
  const game = await player.game();
  await game.init(5);
  await game.cashIn(20_000);
  await game.press("play");
  const before = await player.balance();
  expect((await house.cli("machine", "out-of-order", "5", "reel stalled")).code).toBe(0);
  await game.until(({ method, params }) => method === "info" && params["action"] === "OUT_OF_ORDER");
  await expect.poll(async () => (await player.balance()) > before, { timeout: 90_000 }).toBe(true);
  const status = async () => (await player.machines()).find(({ id }) => id === 5)?.status;
  expect(await status()).toBe("error");
  expect((await house.cli("machine", "back", "5")).code).toBe(0);
  await expect.poll(status).toBe("available");
});

test("brands and machines are added while the house is open; a wrong word is one sentence", async () => {
  expect((await house.cli("brand", "add", "Kuzey")).code).toBe(0);
  const added = await house.cli("machine", "add", "Kuzey", "Kutup Ateşi 2", "--skin", "polar-fire");
  expect(added, added.stderr).toMatchObject({ code: 0 });
  const player = await PlayerClient.login(house.url, "demo2");
  await expect
    .poll(async () => (await player.machines()).find(({ name }) => name === "Kutup Ateşi 2")?.status)
    .toBe("available");
  for (const wrong of [
    ["player", "credit", "demo1", "1e3", "--why", "deposit"],
    ["player", "ban", "nobody", "--why", "asked for"],
    ["machine", "add", "Nowhere", "X", "--skin", "polar-fire"],
    ["player", "add", "demo1", "--email", "other@example.com"],
  ]) {
    const { code, stderr } = await house.cli(...wrong);
    expect(code).toBe(2);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  }
});

test("a jackpot is added, is won by the game whose bet takes it there, and is in the wallet at once", async () => {
  const rules = ["--percent", "10", "--seed", "0.01", "--maximum", "0.02"];
  const added = await house.cli("jackpot", "add", "House Wide", "Lodestar", "nordlys", ...rules, "--why", "opening");
  expect(added, added.stderr).toMatchObject({ code: 0 });
  const player = await PlayerClient.login(house.url, "demo3");
  const pot = async () => (await player.jackpots()).find(({ name }) => name === "House Wide")?.amount;
  expect(await pot()).toBe(1);
  const game = await player.game();
  await game.init(1);
  await game.cashIn(20_000);
  await game.press("play");
  const { params } = await game.until(({ method, params: { action } }) => method === "info" && action === "JACKPOT");
  expect(params["params"]).toEqual({ amount: 2, name: "House Wide" });
  expect(await player.balance()).toBe(1_000_000 - 20_000 + 2);
  expect((await house.cli("jackpot", "list")).stdout).toMatch(/House Wide\s+Lodestar, Nordlys\s.*\s1\s+0\.02$/m);
  expect((await house.cli("jackpot", "set", "7", "--maximum", "0.01", "--why", "lower")).stderr).toContain(
    "above the seed",
  );
});

test("a bonus is claimed once, and the operator sees what promotions have cost", async () => {
  await house.cli("player", "add", "mehmet", "--email", "mehmet@example.com", "--password", "play1234");
  await house.cli("player", "credit", "mehmet", "10000", "--why", "deposit");
  const player = await PlayerClient.login(house.url, "mehmet");
  expect(await player.claimBonus()).toMatchObject({ status: 1, Params: { amount: 50_000 } });
  expect(await codeOf(player.claimBonus())).toBe(ErrorCode.PromotionCooldown);
  expect(await player.balance()).toBe(1_050_000);
  expect((await house.cli("promotions", "show")).stdout).toMatch(/bonus\s+5\.00\s+1\.00\s+1000\.00\s+1\s+500\.00/);
});

test("meters are read, a lock is released, and a machine is retired once nobody sits there", async () => {
  const player = await PlayerClient.login(house.url, "demo1");
  const game = await player.game();
  await game.init(11);
  await game.cashIn(30_000);
  const house11 = (...words: string[]) => house.cli("machine", ...words);
  expect((await house11("meters", "11")).stdout).toBe("credit 300.00, 300.00 in, 0.00 out\n");
  expect((await house11("unlock", "11")).stdout).toBe("Machine 11 is unlocked.\n");
  const seated = await house11("retire", "11", "--why", "worn out");
  expect([seated.code, seated.stderr]).toEqual([2, "Machine 11 can't be retired: somebody is seated at machine 11.\n"]);
  await game.request("leave", {});
  expect((await house11("retire", "11", "--why", "worn out")).stdout).toBe("Machine 11 is retired.\n");
  await expect.poll(async () => (await player.machines()).some(({ id }) => id === 11)).toBe(false);
  await expect.poll(async () => codeOf((await player.game()).init(11))).toBe(ErrorCode.NotFound);
  expect((await house11("list")).stdout).not.toMatch(/^\s*11 /m);
  for (const words of [["meters"], ["unlock"], ["back"], ["retire", "--why", "x"], ["settle", "--why", "x"]]) {
    const [name = "", ...rest] = words;
    const { code, stderr } = await house11(name, "11", ...rest);
    expect([code, stderr]).toEqual([2, "There is no machine 11.\n"]);
  }
});

test("the ledger adds up, and the maths of the games is printed", async () => {
  const check = await house.cli("ledger", "check");
  expect(check, check.stdout + check.stderr).toMatchObject({ code: 0 });
  // In a process of its own, as an operator's shell runs it.
  expect(await house.command("transfer", "show", "x")).toMatchObject({ code: 2, stdout: "" });
  expect(check.stdout).toMatch(/Pending transfers: 0/);
  expect((await house.cli("transfers")).stdout).toContain("Every transfer is settled");
  expect((await house.cli("machine", "maths")).stdout).toMatch(/return to player\s+9[456]\.\d+ %/);
});
