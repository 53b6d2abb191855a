/** What a player sees and keeps when something breaks. */
import { ErrorCode } from "@reelcast/contract";
import { expect, test } from "../fixtures.ts";
import { House } from "../house.ts";
import { PlayerPage } from "../player-page.ts";
import { createTcpProxy } from "../tcpProxy.ts";

test("the network is cut: the picture dims, the app says so, and play goes on without a reload", async ({
  page,
  context,
  house,
  account,
}) => {
  const proxy = await createTcpProxy(house.port);
  const player = new PlayerPage(page, proxy.url);
  await player.logIn(account);
  await player.sit(2, "150");
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));

  proxy.cut();
  await context.setOffline(true);
  await expect(page.getByText(/Bağlantınız Koptu/).first()).toBeVisible();
  let tries = 0;
  page.on("requestfailed", (request) => (tries += Number(request.url().endsWith("/player/ticket"))));
  await expect.poll(() => tries, { message: "tries to come back" }).toBeGreaterThan(5);
  proxy.restore();
  await context.setOffline(false);

  await expect(page.getByText(/Bağlantınız Koptu/)).toHaveCount(0, { timeout: 20_000 });
  expect(await page.evaluate(() => "sameDocument" in globalThis)).toBe(true);
  expect(await player.creditMinor()).toBe(150_00);
  await player.play.click();
  await expect.poll(() => player.creditMinor()).not.toBe(150_00);
  await proxy.close();
});

test("a press that the house is not ready for is shown calmly, and play goes on", async ({ page, player }) => {
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
  await player.sit(4, "50");
  refuses = true;
  await player.play.click();
  const word = page.getByRole("dialog").filter({ hasText: "Salonla bağlantı yeniden kuruluyor. Paranız güvende" });
  await expect(word).toHaveCount(1);
  refuses = false;
  await player.play.click();
  await expect.poll(() => player.creditMinor()).not.toBe(50_00);
});

test("the media process dies: the picture comes back by itself and the session goes on", async ({ house, player }) => {
  await player.sit(3, "100");
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

test.describe("a server that goes away", () => {
  let house: House;
  test.beforeAll(async () => {
    house = await House.open({ HAND_PAY_SECONDS: "0" });
  });
  test.afterAll(async () => {
    await house.close();
  });

  test("the server is killed in mid-spin and comes back: the page recovers by itself and no money is lost", async ({
    page,
  }) => {
    const player = new PlayerPage(page, house.url);
    await player.logIn(await house.addPlayer());
    await player.sit(1, "300");
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

  test("the server is away for a while: the lobby says so and that the money is safe, and goes on by itself, logged in", async ({
    page,
  }) => {
    const player = new PlayerPage(page, house.url);
    await player.logIn(await house.addPlayer());
    await player.go("/lobby");
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
});
