/** A line that holds all bytes back for a while after a press: when they arrive, no game begins. */
import { ErrorCode } from "@reelcast/contract";
import { expect, test } from "../fixtures.ts";
import { PlayerClient, Refused } from "../client.ts";
import { PlayerPage } from "../playerPage.ts";
import { createTcpProxy } from "../tcpProxy.ts";

const spins = async (client: PlayerClient) =>
  (await client.sessions()).items.reduce((sum, { spins: count }) => sum + count, 0);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

for (const seconds of [6, 12])
  test(`a press that is held back for ${seconds} s begins no game, its player reads so, and the next one plays`, async ({
    house,
    account,
    client,
    page,
  }) => {
    const proxy = await createTcpProxy(house.port);
    try {
      const player = new PlayerPage(page, proxy.url);
      await player.logIn(account);
      await player.sit(2, "300");
      await expect(player.play).toBeEnabled();
      // Some heartbeats, so that the app knows the server's clock as well as it ever does.
      await page.waitForTimeout(3_000);
      proxy.hold();
      await player.play.click();
      await page.waitForTimeout(seconds * 1_000);
      proxy.restore();
      const words = page.getByText("Basışınız zamanında ulaşmadı; hiçbir şey harcanmadı");
      await expect(words.first()).toBeVisible({ timeout: 20_000 });
      await expect(player.play).toBeEnabled();
      expect(await player.creditMinor()).toBe(300_00);
      expect(await spins(client)).toBe(0);
      await player.playOnce();
      expect(await spins(client)).toBe(1);
    } finally {
      await proxy.close();
    }
  });

test("a slow line is no late press: with 400 ms to and fro, and 1.5 s more for a moment", async ({
  house,
  account,
  client,
  page,
}) => {
  const proxy = await createTcpProxy(house.port);
  try {
    const player = new PlayerPage(page, proxy.url);
    await player.logIn(account);
    await player.sit(2, "300");
    proxy.delay(200);
    await page.waitForTimeout(3_000);
    await player.playOnce();
    await player.rest();
    proxy.delay(1_500);
    await player.play.click();
    await page.waitForTimeout(100);
    proxy.delay(200);
    await expect.poll(() => spins(client)).toBe(2);
  } finally {
    await proxy.close();
  }
});

test("a client that sends no time plays, and what was held back on its way begins nothing", async ({
  house,
  account,
}) => {
  const proxy = await createTcpProxy(house.port);
  const client = PlayerClient.of(proxy.url, account);
  try {
    const game = await client.game();
    const { machine } = await game.init(2);
    await game.cashIn(300_00);
    const bets = machine.bands.flatMap(({ controls }) => controls.filter(({ kind }) => kind === "bet"));
    const [bet] = bets;
    if (!bet) throw new Error("the machine has no bet to choose");
    for (let seconds = 0; seconds < 4; seconds += 1) {
      await pause(1_000);
      expect(await game.press(bet.id)).toHaveProperty("at");
    }
    proxy.hold();
    const code = game.press("play").catch((error: unknown) => (error instanceof Refused ? error.code : error));
    await pause(3_000);
    proxy.restore();
    expect(await code).toBe(ErrorCode.PressTooLate);
    // Money may be late: its id makes it one movement.
    proxy.hold();
    const paid = game.cashIn(100_00);
    await pause(3_000);
    proxy.restore();
    expect((await paid).credit).toBe(400_00);
    await game.request("leave", {});
    expect(await spins(client)).toBe(0);
  } finally {
    await proxy.close();
  }
});
