/** Outages that last while somebody plays, and seats that are held or given back meanwhile. */
import { PlayerClient } from "../client.ts";
import { expect, test } from "../fixtures.ts";
import { TestServer } from "../testServer.ts";
import { PlayerPage } from "../playerPage.ts";
import { createTcpProxy } from "../tcpProxy.ts";

const SILENT_MS = 20_000;

test("the database is silent for 20 seconds while somebody plays: nobody is logged out, nothing is lost, play goes on", async ({
  page,
  house,
  player,
}) => {
  await player.sit(6, "200");
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  await player.play.click();
  await expect.poll(() => player.creditMinor()).toBeLessThan(200_00);
  const silent = await house.databasePids();
  for (const pid of silent) process.kill(pid, "SIGSTOP");
  try {
    const until = Date.now() + SILENT_MS;
    await expect(async () => {
      if (await player.play.isEnabled()) await player.play.click({ timeout: 500 }).catch(() => undefined);
      expect(Date.now()).toBeGreaterThan(until);
    }).toPass({ timeout: 2 * SILENT_MS, intervals: [1_000] });
  } finally {
    for (const pid of silent) process.kill(pid, "SIGCONT");
  }
  await expect(page).toHaveURL(/\/game\/6/);
  // Until then a press is refused, and the app never repeats one.
  await expect.poll(async () => (await fetch(`${house.url}/readyz`)).status).toBe(200);
  await player.rest();
  expect(await page.evaluate(() => "sameDocument" in globalThis)).toBe(true);
  const before = await player.creditMinor();
  // A computer that catches up may refuse a press as too late: the player presses again.
  await expect(async () => {
    await player.play.click({ timeout: 2_000 });
    await expect.poll(() => player.creditMinor(), { timeout: 4_000 }).not.toBe(before);
  }).toPass({ timeout: 40_000 });
  await player.rest();
  await page.getByRole("button", { name: /PARA ÇEK/ }).click();
  await expect.poll(() => player.creditMinor()).toBe(0);
  const check = await house.cli("ledger", "check");
  expect(check.code, check.stdout).toBe(0);
});

const SCREEN = 4;

test.describe("in a house with short times", () => {
  let house: TestServer;
  test.beforeAll(async () => {
    // More than the ten seconds that are counted down: after a press there is a time in which nothing is counted.
    house = await TestServer.open({
      GRACE_SECONDS: "5",
      DEPOSIT_SECONDS: "12",
      IDLE_SECONDS: "14",
      HAND_PAY_SECONDS: "0",
    });
  });
  test.afterAll(async () => {
    await house.close();
  });

  test("an outage lasts longer than the seat: the player sees what was paid, and a deposit that was cut off is not made later", async ({
    page,
  }) => {
    const account = await house.addPlayer();
    const proxy = await createTcpProxy(house.port);
    let cutting = false;
    await page.routeWebSocket(/\/ws\/game/, (near) => {
      const far = near.connectToServer();
      near.onMessage((frame) => {
        if (!cutting || !String(frame).includes('"cashin"')) return far.send(frame);
        proxy.cut();
      });
    });
    const elsewhere = PlayerClient.of(house.url, account);
    const owned = await elsewhere.balance();
    const player = new PlayerPage(page, proxy.url);
    await player.logIn(account);
    await player.sit(SCREEN, "100");
    cutting = true;
    await player.deposit("77");
    await expect(page.getByText(/Bağlantınız Koptu/).first()).toBeVisible();
    // Longer than the seat is held: the house has paid the credit by now.
    await expect.poll(() => elsewhere.balance()).toBe(owned);
    proxy.restore();

    await expect(page).toHaveURL(/\/lobby/, { timeout: 20_000 });
    await expect(page.getByText(/Bağlantınız uzun süre geri gelmediği için/).first()).toBeVisible();
    await expect(page.getByText("₺100 bakiyenize aktarıldı.").first()).toBeVisible();
    await expect(page.getByText(/₺77 makineye aktarılmadı/).first()).toBeVisible();
    expect(await elsewhere.balance()).toBe(owned);
    expect((await elsewhere.machines()).find(({ id }) => id === SCREEN)?.status).toBe("available");
    expect((await house.cli("ledger", "check", "--json")).code).toBe(0);
    await proxy.close();
  });

  test("counts down in one toast that is announced twice, ends it at a press, and says why the seat was given back", async ({
    page,
  }) => {
    const player = new PlayerPage(page, house.url);
    await player.logIn(await house.addPlayer());
    await player.sit(SCREEN, "50");

    // Nobody plays: after the idle seconds the countdown begins. One press goes on.
    const idle = page.getByText(/^Devam etmek için \d+ saniye kaldı$/);
    await expect(idle.first()).toBeVisible({ timeout: 30_000 });
    await player.play.click();
    await expect(page.getByRole("dialog").filter({ hasText: /Devam etmek için/ })).toHaveCount(0);
    await player.rest();
    await player.leave.click();
    await page.getByRole("button", { name: "Çıkış ve parayı al" }).click();
    await expect(page).toHaveURL(/\/lobby/);

    // Nobody brings funds.
    await page.goto(`${house.url}/game/${SCREEN}/x`);
    const toasts = page.getByRole("dialog").filter({ hasText: /Para yatırmak için \d+ saniye kaldı/ });
    await expect(toasts).toHaveCount(1);
    // What assistive technology announces: text that comes up anew within a live region.
    await page.evaluate(() => {
      const announced: string[] = [];
      Object.assign(window, { announced });
      new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes) {
          const place = target instanceof Element ? target : target.parentElement;
          const live = place?.closest("[aria-live], [role=alert]");
          if (!live || live.getAttribute("aria-live") === "off") continue;
          for (const node of target instanceof Text ? [target] : addedNodes) {
            const quiet = node instanceof Element && node.getAttribute("aria-live") === "off";
            if (!quiet && /saniye/.test(node.textContent ?? "")) announced.push(node.textContent ?? "");
          }
        }
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    const seen = new Set<string>();
    await expect(async () => {
      expect(await toasts.count()).toBeLessThan(2);
      if ((await toasts.count()) === 1) seen.add(await toasts.innerText({ timeout: 300 }));
      expect(page.url()).toMatch(/lobby/);
    }).toPass({ intervals: [200] });
    expect(seen.size).toBeGreaterThan(5);
    const announced = await page.evaluate(() => (window as unknown as { announced: string[] }).announced);
    expect(new Set(announced)).toEqual(new Set(["Para yatırmak için 5 saniye kaldı. Yoksa yeriniz bırakılır."]));
    await expect(page.getByText(/Süresi içinde para aktarılmadığı için/).first()).toBeVisible();
  });
});

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

test.describe("a server that goes away", () => {
  let house: TestServer;
  test.beforeAll(async () => {
    house = await TestServer.open({ HAND_PAY_SECONDS: "0" });
  });
  test.afterAll(async () => {
    await house.close();
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
