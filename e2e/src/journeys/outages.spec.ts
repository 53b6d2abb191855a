/** What a player sees and keeps when something breaks. */
import { expect, test } from "@playwright/test";
import { ErrorCode } from "@reelcast/contract";
import { House } from "../house.ts";
import { PlayerPage } from "../player-page.ts";
import { createTcpProxy } from "../tcpProxy.ts";

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
  const proxy = await createTcpProxy(house.port);
  const player = new PlayerPage(page);
  await player.login(proxy.url, "demo2");
  await page.goto(`${proxy.url}/game/2/x`);
  await player.seeLiveVideo();
  await player.deposit("150");
  await expect.poll(() => player.creditMinor()).toBe(150_00);
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));

  proxy.cut();
  await context.setOffline(true);
  await expect(page.getByText(/Bağlantınız Koptu/).first()).toBeVisible();
  await page.waitForTimeout(20_000);
  proxy.restore();
  await context.setOffline(false);

  await expect(page.getByText(/Bağlantınız Koptu/)).toHaveCount(0, { timeout: 20_000 });
  expect(await page.evaluate(() => "sameDocument" in globalThis)).toBe(true);
  expect(await player.creditMinor()).toBe(150_00);
  await player.play.click();
  await expect.poll(() => player.creditMinor()).not.toBe(150_00);
  await proxy.close();
});

test("the server is away for a while: the lobby says so and that the money is safe, and goes on by itself, logged in", async ({
  page,
}) => {
  await new PlayerPage(page).login(house.url, "demo4");
  const cards = page.getByRole("listitem").getByRole("link");
  await expect(cards.first()).toBeVisible();
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  await house.stop();
  const word = page.getByRole("status").filter({ hasText: "Salonla bağlantı yeniden kuruluyor. Paranız güvende." });
  await expect(word).toBeVisible();
  await house.start();
  await expect(word).toHaveCount(0, { timeout: 30_000 });
  await expect(cards.first()).toBeVisible();
  await expect(page).toHaveURL(/\/lobby$/);
  expect(await page.evaluate(() => "sameDocument" in globalThis)).toBe(true);
});

test("the database is silent for 20 seconds while somebody plays: nobody is logged out, nothing is lost, play goes on", async ({
  page,
}) => {
  // Somebody of whom no other test has left an open session.
  await house.cli("player", "add", "silent", "--email", "silent@example.org", "--password", "play1234");
  await house.cli("player", "credit", "silent", "1000", "--why", "deposit");
  const player = new PlayerPage(page);
  await player.login(house.url, "silent");
  await page.goto(`${house.url}/game/6/x`);
  await player.seeLiveVideo();
  await player.deposit("200");
  await expect.poll(() => player.creditMinor()).toBe(200_00);
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  await player.play.click();
  await expect.poll(() => player.creditMinor()).toBeLessThan(200_00);
  const silent = await house.databasePids();
  for (const pid of silent) process.kill(pid, "SIGSTOP");
  try {
    for (let second = 0; second < 20; second += 1) {
      if (await player.play.isEnabled()) await player.play.click({ timeout: 500 }).catch(() => undefined);
      await page.waitForTimeout(1_000);
    }
  } finally {
    for (const pid of silent) process.kill(pid, "SIGCONT");
  }
  await expect(page).toHaveURL(/\/game\/6/);
  await player.rest();
  expect(await page.evaluate(() => "sameDocument" in globalThis)).toBe(true);
  const before = await player.creditMinor();
  await player.play.click();
  await expect.poll(() => player.creditMinor()).not.toBe(before);
  await player.rest();
  await page.getByRole("button", { name: /WITHDRAW/ }).click();
  await expect.poll(() => player.creditMinor()).toBe(0);
  const check = await house.cli("ledger", "check");
  expect(check.code, check.stdout).toBe(0);
});

test("a press that the house is not ready for is said calmly, and play goes on", async ({ page }) => {
  let refuses = false;
  await page.routeWebSocket(/\/ws\/game/, (near) => {
    const far = near.connectToServer();
    far.onMessage((frame) => near.send(frame));
    near.onMessage((frame) => {
      const { id, method } = JSON.parse(String(frame)) as { id?: number; method?: string };
      if (!refuses || method !== "press") return far.send(frame);
      const data = { ErrorMessage: "not ready", code: ErrorCode.ServiceUnavailable, Params: {} };
      near.send(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32000, message: "not ready", data } }));
    });
  });
  const player = new PlayerPage(page);
  await player.login(house.url, "demo4");
  await page.goto(`${house.url}/game/4/x`);
  await player.seeLiveVideo();
  await player.deposit("50");
  await expect.poll(() => player.creditMinor()).toBe(50_00);
  refuses = true;
  await player.play.click();
  const word = page.getByRole("dialog").filter({ hasText: "Salonla bağlantı yeniden kuruluyor. Paranız güvende" });
  await expect(word).toHaveCount(1);
  refuses = false;
  await player.play.click();
  await expect.poll(() => player.creditMinor()).not.toBe(50_00);
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
