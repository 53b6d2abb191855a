/** What a player sees and keeps when something breaks. */
import { expect, test } from "@playwright/test";
import { House } from "../house.ts";
import { PlayerPage } from "../player-page.ts";
import { layWire } from "../wire.ts";

let house: House;
test.beforeAll(async () => {
  house = await House.open();
});
test.afterAll(async () => {
  await house.close();
});

test("the server is killed in mid-spin and comes back: the page recovers by itself and no money is lost", async ({
  page,
}) => {
  const player = new PlayerPage(page);
  await player.login(house.url, "demo1");
  await page.goto(`${house.url}/game/1/x`);
  await player.seeLiveVideo();
  await player.deposit("300");
  await expect.poll(() => player.creditMinor()).toBe(300_00);
  await player.play.click();
  await expect.poll(() => player.creditMinor()).toBeLessThan(300_00);
  await house.kill();
  await expect(page.getByText(/Bağlantınız Koptu/).first()).toBeVisible();
  await house.start();

  await expect(page.getByText(/Bağlantınız Koptu/)).toHaveCount(0, { timeout: 30_000 });
  await player.seeLiveVideo();
  await expect(player.play).toBeEnabled({ timeout: 60_000 });
  const check = await house.cli("ledger", "check", "--json");
  expect(check.code, check.stdout + check.stderr).toBe(0);
  await page.getByRole("button", { name: /WITHDRAW/ }).click();
  await expect.poll(() => player.creditMinor(), { timeout: 60_000 }).toBe(0);
  expect((await house.cli("ledger", "check", "--json")).code).toBe(0);
});

test("the network is cut for 20 seconds: the picture dims, the app says so, and play goes on without a reload", async ({
  page,
  context,
}) => {
  const wire = await layWire(house.port);
  const player = new PlayerPage(page);
  await player.login(wire.url, "demo2");
  await page.goto(`${wire.url}/game/2/x`);
  await player.seeLiveVideo();
  await player.deposit("150");
  await expect.poll(() => player.creditMinor()).toBe(150_00);
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));

  wire.cut();
  await context.setOffline(true);
  await expect(page.getByText(/Bağlantınız Koptu/).first()).toBeVisible();
  await page.waitForTimeout(20_000);
  wire.mend();
  await context.setOffline(false);

  await expect(page.getByText(/Bağlantınız Koptu/)).toHaveCount(0, { timeout: 20_000 });
  expect(await page.evaluate(() => "sameDocument" in globalThis)).toBe(true);
  expect(await player.creditMinor()).toBe(150_00);
  await player.play.click();
  await expect.poll(() => player.creditMinor()).not.toBe(150_00);
  await wire.close();
});

test("the media process dies: the picture comes back by itself and the session goes on", async ({ page }) => {
  const player = new PlayerPage(page);
  await player.login(house.url, "demo3");
  await page.goto(`${house.url}/game/3/x`);
  await player.seeLiveVideo();
  await player.deposit("100");
  const media = await house.mediaPid();
  process.kill(media, "SIGKILL");
  await expect
    .poll(
      () =>
        player.video.evaluate((video) =>
          video instanceof HTMLVideoElement ? video.getVideoPlaybackQuality().totalVideoFrames : -1,
        ),
      { message: "a new stream begins" },
    )
    .toBeGreaterThan(0);
  await expect.poll(async () => (await house.mediaPid().catch(() => media)) !== media).toBe(true);
  await player.seeLiveVideo();
  expect(await player.creditMinor()).toBe(100_00);
});
