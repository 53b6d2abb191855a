/** Starts next to a running house, starts after an orderly end, and settings. */
import { rm } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { ErrorCode } from "@reelcast/contract";
import { type GameClient, PlayerClient } from "../client.ts";
import { House } from "../house.ts";

const MACHINE = 3;
const statuses = async (player: PlayerClient) => (await player.machines()).map(({ status }) => status);

/** Sits down again as the app does: asked anew until the house answers. */
async function comeBack(player: PlayerClient, machineId: number): Promise<GameClient> {
  let game: GameClient | undefined;
  await expect(async () => {
    game = await player.game();
    expect((await game.init(machineId)).session.resumed).toBe(true);
  }).toPass({ timeout: 20_000, intervals: [100] });
  if (!game) throw new Error("no seat");
  return game;
}

test.describe("a second start", () => {
  let house: House;
  test.beforeAll(async () => {
    house = await House.open();
  });
  test.afterAll(async () => {
    await house.close();
  });

  test("on the same data or the same port ends with one sentence, and the running house does not notice", async () => {
    const player = await PlayerClient.login(house.url, "demo1");
    const game = await player.game();
    await game.init(MACHINE);
    await game.cashIn(20_000);
    const before = await statuses(player);
    for (const [environment, sentence] of [
      [{ PORT: String(house.port + 1) }, /^DATA_DIR .* is in use: .*\.$/],
      [{}, /^DATA_DIR .* is in use: .*\.$/],
      [{ DATA_DIR: `${house.dataDir}-other` }, new RegExp(`^PORT ${house.port} is in use: .*\\.$`)],
    ] as const) {
      const { code, stderr } = await house.startAnother(environment);
      expect([code, stderr.trim().split("\n")]).toEqual([2, [expect.stringMatching(sentence)]]);
    }
    await rm(`${house.dataDir}-other`, { recursive: true, force: true });
    expect(await statuses(player)).toEqual(before);
    expect(await player.balance()).toBe(1_000_000 - 20_000);
    expect((await game.cashOut()).amount).toBe(20_000);
    game.close();
  });

  test("after an orderly end is playable at once, with logins, seats and credit", async () => {
    const player = await PlayerClient.login(house.url, "demo2");
    const game = await player.game();
    await game.init(MACHINE + 1);
    await game.cashIn(20_000);
    await house.stop();
    await house.start();
    const again = await comeBack(player, MACHINE + 1);
    expect((await again.cashOut()).amount).toBe(20_000);
    again.close();
    // Of the machines, those whose session is kept for its player are not free.
    await expect.poll(async () => (await statuses(player)).includes("offline")).toBe(false);
  });
});

test("settings hold in a second, are shared with the app, and wrong ones change nothing", async () => {
  const house = await House.open({}, { menuTitle: "House" });
  try {
    const shown = async () => (await (await fetch(`${house.url}/Settings.json`)).json()) as Record<string, unknown>;
    expect(await shown()).toMatchObject({ menuTitle: "House" });
    expect(await house.cli("settings", "set", "menuTitle", '"Set"')).toMatchObject({ code: 0 });
    await expect.poll(async () => (await shown())["menuTitle"]).toBe("Set");
    for (const [args, sentence] of [
      [["set", "colour", "1"], 'There is no setting "colour".'],
      [["set", "siteId", '"x"'], '"x" is not a value for siteId: docs/contract.md says what is.'],
      [["set", "currency", '"EUR"'], "The currency is TRY for good: there are amounts of it in the ledger."],
      [["get", "colour"], 'There is no setting "colour".'],
      [["import", "/nowhere.json"], "/nowhere.json can't be read."],
    ] as const) {
      expect(await house.cli("settings", ...args)).toEqual({ code: 2, stdout: "", stderr: `${sentence}\n` });
    }
    expect((await house.cli("settings", "get", "menuTitle")).stdout).toBe('"Set"\n');
    expect((await house.cli("settings", "get", "currency")).stdout).toBe('"TRY"\n');
    expect((await house.cli("settings", "history")).stdout).toMatch(/command +menuTitle\n.*file +menuTitle/);
    // A login at another site is refused as soon as the site is another one.
    expect(await house.cli("settings", "set", "siteId", "7")).toMatchObject({ code: 0 });
    await expect
      .poll(() =>
        PlayerClient.login(house.url, "demo1").then(
          () => null,
          (error: { code?: number }) => error.code,
        ),
      )
      .toBe(ErrorCode.PasswordLoginNotAllowed);
    await house.stop();
    await house.start();
    expect(await shown()).toMatchObject({ menuTitle: "Set", siteId: 7 });
  } finally {
    await house.close();
  }
});
