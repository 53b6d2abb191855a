/** What a player sees and keeps when something breaks. Longer and stranger faults: the cluster tests. */
import { expect, test } from "@playwright/test";
import { TestServer } from "../testServer.ts";
import { PlayerPage } from "../playerPage.ts";
import { createTcpProxy } from "../tcpProxy.ts";

let house: TestServer;
test.beforeAll(async () => {
  house = await TestServer.open({ HAND_PAY_SECONDS: "0" });
});
test.afterAll(async () => {
  await house.close();
});

test("video, network and server break one after the other: the page recovers by itself, and no money is lost", async ({
  page,
}) => {
  const proxy = await createTcpProxy(house.port);
  const player = new PlayerPage(page, proxy.url);
  await player.logIn(await house.addPlayer());
  await player.sit(1, "300");
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  const lost = page.getByText(/Bağlantınız Koptu/);

  // The media process dies: the picture comes back by itself, and the session goes on.
  const media = await house.mediaPid();
  process.kill(media, "SIGKILL");
  await expect.poll(async () => (await house.mediaPid().catch(() => media)) !== media).toBe(true);
  await expect
    .poll(() =>
      player.video.evaluate((video) => (video as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames),
    )
    .toBeGreaterThan(0);
  await player.seeLiveVideo();

  // The network is cut, and comes back.
  proxy.cut();
  await expect(lost.first()).toBeVisible();
  proxy.restore();
  await expect(lost).toHaveCount(0);
  await expect(player.play).toBeEnabled();
  expect(await player.creditMinor()).toBe(300_00);

  // What the page sends is lost, then what it gets; no connection is closed.
  proxy.block("toServer");
  await expect(lost.first()).toBeVisible();
  proxy.reset();
  await expect(lost).toHaveCount(0);
  await expect(player.play).toBeEnabled();
  proxy.block("toClient");
  await expect(lost.first()).toBeVisible();
  await expect(player.play).toBeDisabled();
  proxy.reset();
  await expect(lost).toHaveCount(0);
  await expect(player.play).toBeEnabled();

  // The server is killed in mid-spin.
  await player.play.click();
  await expect.poll(() => player.creditMinor()).toBeLessThan(300_00);
  await house.kill();
  await expect(lost.first()).toBeVisible();
  await house.start();
  await expect(lost).toHaveCount(0, { timeout: 30_000 });
  await player.seeLiveVideo();
  await player.rest();
  expect(await page.evaluate(() => "sameDocument" in globalThis)).toBe(true);
  const check = await house.cli("ledger", "check", "--json");
  expect(check.code, check.stdout + check.stderr).toBe(0);
  await page.getByRole("button", { name: /PARA ÇEK/ }).click();
  await expect.poll(() => player.creditMinor()).toBe(0);
  expect((await house.cli("ledger", "check", "--json")).code).toBe(0);
  await proxy.close();
});
