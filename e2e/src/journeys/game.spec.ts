/** The game screen beyond the spin: autoplay, picture, sound, rotation, reality check, and the house's notices. */
import { ErrorCode } from "@reelcast/contract";
import { PlayerClient } from "../client.ts";
import { expect, test } from "../fixtures.ts";
import { House } from "../house.ts";
import { PlayerPage } from "../player-page.ts";
import { tapGame } from "../tap.ts";
import { createTcpProxy } from "../tcpProxy.ts";

/** A machine that shows its own picture, and one whose cabinet is filmed. */
const SCREEN = 4;
const CABINET = 1;

test("autoplay plays game after game, and stops at another press, a transfer, leaving and a lost connection", async ({
  page,
  house,
  account,
}) => {
  const proxy = await createTcpProxy(house.port);
  const player = new PlayerPage(page, proxy.url);
  await player.logIn(account);
  await player.sit(SCREEN, "400");
  const autoplay = page.getByRole("button", { name: "Otomatik oyun" });
  // The count is drawn by style, so that no screen reader says it at every game.
  const spins = autoplay.locator("[data-spins]");
  const stopped = (why: RegExp) => expect(page.getByText(why).first()).toBeVisible();

  await autoplay.click();
  await expect(autoplay).toHaveAttribute("aria-pressed", "true");
  await takeWinsUntil(player, async () => Number(await spins.getAttribute("data-spins")) >= 3);

  // Another press: the big button, by hand.
  await takeWinsUntil(player, async () => {
    const byHand = page.getByRole("button", { name: /^(Oyna|Durdur)/ });
    await byHand.click({ timeout: 500 }).catch(() => undefined);
    return (await autoplay.getAttribute("aria-pressed")) === "false";
  });
  await expect(autoplay).toHaveAttribute("aria-pressed", "false");
  await stopped(/Otomatik oyun durdu: başka bir düğmeye bastınız/);

  await player.rest();
  await autoplay.click();
  await takeWinsUntil(player, async () => {
    await page.keyboard.press("w");
    return (await autoplay.getAttribute("aria-pressed")) === "false";
  });
  await stopped(/Otomatik oyun durdu: para aktarılıyor/);
  await expect(autoplay).toHaveAttribute("aria-pressed", "false");

  await player.rest();
  await player.deposit("50");
  await autoplay.click();
  await expect(spins).toHaveAttribute("data-spins", "1");
  proxy.cut();
  await expect(page.getByText("Bağlantınız Koptu")).toBeVisible();
  await expect(autoplay).toHaveAttribute("aria-pressed", "false");
  await expect(autoplay).toBeDisabled();
  // The machine's lamps stay as they were last received, and take no press.
  const bet = page.getByRole("group", { name: "Bahis" }).getByRole("button").nth(1);
  await expect(bet).toHaveAttribute("aria-disabled", "true");
  proxy.restore();
  await player.rest();
  await expect(bet).toBeEnabled();
  await expect(autoplay).toHaveAttribute("aria-pressed", "false");

  await autoplay.click();
  await player.leave.click();
  const behind = page.getByRole("button", { name: "Otomatik oyun", includeHidden: true });
  await expect(behind).toHaveAttribute("aria-pressed", "false");
  await page.getByRole("button", { name: "Çıkış ve parayı al" }).click();
  await expect(page).toHaveURL(/\/lobby/);
  await proxy.close();
});

test("autoplay stops when the credit no longer reaches for the bet", async ({ page, player }) => {
  // How long a stake lasts is chance: after the first press the test changes the meters to a credit that is too low.
  let creditTooLow = false;
  await page.routeWebSocket(/\/ws\/game/, (near) => {
    const far = near.connectToServer();
    near.onMessage((frame) => {
      creditTooLow ||= String(frame).includes('"press"');
      far.send(frame);
    });
    far.onMessage((frame) => {
      const message = JSON.parse(String(frame)) as { method?: string; params?: Record<string, unknown> };
      const { controls } = message.params ?? {};
      if (creditTooLow && message.method === "meters")
        Object.assign(message.params ?? {}, { credit: 50, controls: { ...(controls as object), play: false } });
      near.send(JSON.stringify(message));
    });
  });
  await player.sit(SCREEN, "2");
  const autoplay = page.getByRole("button", { name: "Otomatik oyun" });
  await autoplay.click();
  await takeWinsUntil(player, async () => (await autoplay.getAttribute("aria-pressed")) === "false");
  await expect(page.getByText(/Otomatik oyun durdu: kredi bu bahse yetmiyor/).first()).toBeVisible();
});

test("crops to the reels without stretching them, and remembers it", async ({ page, player }) => {
  await player.sit(CABINET);
  const measure = () =>
    player.video.evaluate((video) => {
      const { width, height } = video.getBoundingClientRect();
      const frame = video.parentElement?.getBoundingClientRect();
      return {
        aspect: width / height,
        zoom: width / (frame?.width ?? 1),
        frame: (frame?.width ?? 0) / (frame?.height ?? 1),
      };
    });
  expect(await measure()).toMatchObject({ zoom: 1 });
  await page.getByRole("button", { name: "Makaraları büyüt" }).click();
  const cropped = await measure();
  expect(cropped.zoom).toBeGreaterThan(1.2);
  expect(cropped.frame).toBeGreaterThan(2);
  expect(cropped.aspect).toBeCloseTo(16 / 9, 1);
  await page.reload();
  await player.seeLiveVideo();
  expect((await measure()).zoom).toBeGreaterThan(1.2);
});

test("turns the page for a phone held in landscape, with everything still in reach, and back", async ({
  page,
  player,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await player.sit(SCREEN);
  const turned = () => page.locator("html").getAttribute("data-rotated");
  await page.getByRole("button", { name: "Ekranı çevir" }).click();
  await expect.poll(turned).toBe("");
  // The way out stands at the turned page's own top start: the device's top right.
  await expect.poll(async () => (await player.leave.boundingBox())?.x).toBeGreaterThan(300);
  expect((await player.leave.boundingBox())?.y).toBeLessThan(60);
  await player.deposit("20");
  await expect.poll(() => player.creditMinor()).toBe(20_00);
  await player.play.click();
  await expect.poll(() => player.creditMinor()).not.toBe(20_00);
  // A phone that turns after all needs no help any more.
  await page.setViewportSize({ width: 844, height: 390 });
  await expect.poll(turned).toBeNull();
  await expect(page.getByRole("button", { name: "Ekranı çevir" })).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(turned).toBeNull();
});

test("keeps volume, mute and click sound in the browser", async ({ page, player }) => {
  await player.sit(SCREEN);
  await page.getByRole("button", { name: "Ayarlar" }).click();
  const options = page.getByRole("dialog", { name: "Ayarlar" });
  await options.getByRole("slider", { name: "Ses" }).fill("40");
  await options.getByRole("switch", { name: "Tuş sesi" }).click();
  await options.getByRole("button", { name: "Sesi kapat" }).click();
  await page.reload();
  await player.seeLiveVideo();
  await page.getByRole("button", { name: "Ayarlar" }).click();
  await expect(options.getByRole("switch", { name: "Tuş sesi" })).toBeChecked();
  await options.getByRole("button", { name: "Sesi aç" }).click();
  await expect(options.getByRole("slider", { name: "Ses" })).toHaveValue("40");
  await page.keyboard.press("Escape");
});

test("shows time and net result after the minutes that the player set, between two games, and not again after a reload", async ({
  page,
  player,
}) => {
  await tapGame(page, (answer) => {
    answer["limits"] = { ...(answer["limits"] as object), realityCheckMinutes: 30 };
    const session = answer["session"] as { startedAt: string };
    session.startedAt = new Date(Date.now() - 31 * 60_000).toISOString();
  });
  await player.go(`/game/${SCREEN}/x`);
  const check = page.getByRole("alertdialog", { name: "Kısa bir mola zamanı" });
  await expect(check).toContainText(/31:\d\d/);
  await page.keyboard.press("Escape");
  await check.getByRole("button", { name: "Oyuna devam et" }).click();
  await expect(check).toBeHidden();
  await page.reload();
  await player.seeLiveVideo();
  await expect(check).toBeHidden();
});

test("celebrates a jackpot, says that a limit is reached, and leaves when the player is removed", async ({
  page,
  player,
  client,
}) => {
  const tap = await tapGame(page);
  await player.sit(SCREEN, "10");
  tap.info("JACKPOT", ErrorCode.Success, { amount: 1_234_500, name: "Mega" });
  await expect(page.getByRole("alert").filter({ hasText: "Mega jackpotunu kazandınız: ₺12.345,00" })).toBeAttached();
  await expect(page.getByRole("dialog").filter({ hasText: "Mega jackpotunu kazandınız: ₺12.345,00" })).toHaveCount(1);
  await page.getByRole("button", { name: "Kutlamayı kapat" }).click();
  await expect(page.getByRole("button", { name: "Kutlamayı kapat" })).toBeHidden();

  await page.getByRole("button", { name: "Otomatik oyun" }).click();
  tap.info("LIMIT_REACHED", ErrorCode.LossLimitReached, { until: "2030-01-01T00:00:00.000Z" });
  await expect(page.getByText("Limitinize ulaştınız").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Otomatik oyun" })).toHaveAttribute("aria-pressed", "false");

  await client.kick(SCREEN);
  await expect(page).toHaveURL(/\/lobby/);
  await expect(page.getByText("Oyundan çıkarıldınız").first()).toBeVisible();
});

test("plays on without a picture when the video can't start, and starts it again when asked", async ({
  page,
  player,
}) => {
  await page.route(/\/whep\?/, (route) =>
    route.fulfill({ status: 503, json: { ErrorMessage: "x", code: ErrorCode.VideoStartFailed, Params: {} } }),
  );
  await player.go(`/game/${SCREEN}/x`);
  await expect(page.getByText(/Görüntü başlatılamadı/)).toBeVisible();
  await player.deposit("20");
  await expect.poll(() => player.creditMinor()).toBe(20_00);
  await player.play.click();
  await expect.poll(() => player.creditMinor()).not.toBe(20_00);
  const again = page.getByRole("button", { name: "Görüntüyü yeniden başlat" });
  const asked = page.waitForRequest(/\/whep\?/, { timeout: 2_000 });
  await again.click();
  await asked;
  await page.unroute(/\/whep\?/);
  await expect(async () => {
    // It may come back by itself while it is asked for.
    if (await again.isVisible()) await again.click({ timeout: 1_000 });
    await expect(again).toBeHidden({ timeout: 3_000 });
  }).toPass();
  await player.seeLiveVideo();
});

test.describe("in a house with short times", () => {
  let house: House;
  test.beforeAll(async () => {
    // More than the ten seconds that are counted down: after a press there is a time in which nothing is counted.
    house = await House.open({ GRACE_SECONDS: "5", DEPOSIT_SECONDS: "12", IDLE_SECONDS: "14", HAND_PAY_SECONDS: "0" });
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
    await expect(page.getByText("₺100,00 bakiyenize aktarıldı.").first()).toBeVisible();
    await expect(page.getByText(/₺77,00 makineye aktarılmadı/).first()).toBeVisible();
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
    expect(new Set(announced)).toEqual(new Set(["Para yatırmak için 5 saniye kaldı"]));
    await expect(page.getByText(/Süresi içinde para aktarılmadığı için/).first()).toBeVisible();
  });

  test("follows the house's settings: coins, all-in, outside deposits, no picture", async ({ page, context }) => {
    await house.configure({
      hotCoinSet: "low",
      maxAllIn: 700_00,
      externalDeposit: { enabled: true, url: "https://pay.example.org/in" },
      webcam: false,
    });
    const player = new PlayerPage(page, house.url);
    await player.logIn(await house.addPlayer());
    await player.go(`/game/${SCREEN}/x`);
    await expect(player.credit).toBeVisible();
    await expect(player.video).toHaveCount(0);
    await expect(page.getByText(/Bu salonda görüntü kapalı/)).toBeVisible();

    await page.getByRole("button", { name: /DEPOSIT/ }).click();
    const sheet = page.getByRole("dialog", { name: "Makineye para aktar" });
    await expect(sheet.getByRole("group").getByRole("button")).toHaveText(["₺100", "₺500", "₺1.000", "₺5.000"]);
    // The balance is 10,000: it is the cap that forbids these two.
    await expect(sheet.getByRole("button", { name: "₺500", exact: true })).toBeEnabled();
    await expect(sheet.getByRole("button", { name: "₺1.000" })).toBeDisabled();
    const outside = sheet.getByRole("link", { name: /Bakiyeye para yatır/ });
    await expect(outside).toHaveAttribute("href", "https://pay.example.org/in");
    await expect(outside).toHaveAttribute("rel", "noopener noreferrer");
    await context.route("https://pay.example.org/**", (route) => route.fulfill({ body: "pay" }));
    const [tab] = await Promise.all([context.waitForEvent("page"), outside.click()]);
    expect(tab.url()).toBe("https://pay.example.org/in");
    expect(await tab.evaluate(() => window.opener as unknown)).toBeNull();
    await tab.close();

    await sheet.getByRole("button", { name: "Tümü ₺700" }).click();
    await sheet.getByRole("button", { name: "Aktar ₺700" }).click();
    await expect.poll(() => player.creditMinor()).toBe(700_00);
    await player.play.click();
    await expect.poll(() => player.creditMinor()).not.toBe(700_00);
  });
});

/** Takes every win that waits until something has happened. */
async function takeWinsUntil(player: PlayerPage, happened: () => Promise<boolean>): Promise<void> {
  await expect(async () => {
    if (await player.takeWin.isVisible()) await player.takeWin.click({ timeout: 500 }).catch(() => undefined);
    expect(await happened()).toBe(true);
  }).toPass({ timeout: 90_000, intervals: [100] });
}
