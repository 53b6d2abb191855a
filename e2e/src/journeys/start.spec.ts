/** Starts next to a running house, and starts after an orderly end. */
import { rm } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { type GameClient, PlayerClient } from "../client.ts";
import { TestServer } from "../testServer.ts";

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
  let house: TestServer;
  test.beforeAll(async () => {
    house = await TestServer.open();
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
