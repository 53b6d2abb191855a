/** The lobby: brands, filters, reservations, jackpots, and a list that is refreshed. */
import { PlayerClient } from "../client.ts";
import { expect, test } from "../fixtures.ts";
import { minorUnits } from "../player-page.ts";

test.use({ settings: { hideReserved: false, lobbyRefreshSeconds: 2 } });

test("a brand shows its machines and its jackpots; choosing it again shows all", async ({ page, house, player }) => {
  await player.go("/lobby");
  const cards = page.getByRole("listitem").getByRole("link");
  await expect(cards).toHaveCount(12);
  const brand = page.getByRole("navigation", { name: "Markalar" }).getByRole("link").first();
  // Its own lobby is asked for: that corrects what was missed.
  const asked = page.waitForResponse(/\/machine\/\d+$/);
  await brand.click();
  await expect(page).toHaveURL(/\/lobby\/\d+\/lodestar$/);
  expect((await asked).ok()).toBe(true);
  await expect(brand).toHaveAttribute("aria-current");
  await expect(cards).toHaveCount(4);
  await expect(page.getByRole("region", { name: "Jackpotlar" }).getByRole("term").first()).toBeVisible();
  await brand.click();
  await expect(page).toHaveURL(`${house.url}/lobby`);
  await expect(cards).toHaveCount(12);
});

test("a wrong name in the address is corrected, a wrong brand leads to all machines with a message", async ({
  page,
  house,
  player,
}) => {
  await player.go("/lobby/1/something-else");
  await expect(page).toHaveURL(`${house.url}/lobby/1/lodestar`);
  await page.goto(`${house.url}/lobby/999/lodestar`);
  await expect(page).toHaveURL(`${house.url}/lobby`);
  await expect(page.getByText("Bu lobi artık yok").first()).toBeVisible();
});

test("machines are filtered by name and by being free; an empty result names the filter", async ({
  page,
  house,
  player,
}) => {
  const other = PlayerClient.of(house.url, await house.addPlayer());
  const game = await other.game();
  const [taken] = await other.machines();
  await game.init(taken?.id ?? 0);
  await player.go("/lobby");
  const card = page.getByRole("listitem").filter({ hasText: taken?.name ?? "" });
  await expect(card).toContainText("Başka bir oyuncu");
  await expect(card.getByRole("link")).toHaveCount(0);
  await page.getByRole("button", { name: "Şimdi boş" }).click();
  await expect(page.getByRole("listitem")).toHaveCount(11);
  await page.getByRole("searchbox").fill("no such machine");
  await expect(page.getByRole("heading", { name: "Eşleşen makine yok" })).toBeVisible();
  await page.getByRole("button", { name: "Filtreleri kaldır" }).click();
  await expect(page.getByRole("listitem")).toHaveCount(12);
  await game.request("leave", {});
  game.close();
});

test("a machine that is kept for somebody else is shown as such, and can't be joined by an address either", async ({
  page,
  house,
  player,
}) => {
  const { stdout, code } = await house.cli("machine", "reserve", "3", "demo2", "--hours", "1");
  expect(code, stdout).toBe(0);
  await player.go("/lobby");
  const card = page.getByRole("listitem").filter({ hasText: "Lantern Street" });
  await expect(card).toContainText("Ayrılmış");
  await expect(card.getByRole("link")).toHaveCount(0);
  await page.goto(`${house.url}/game/3/lantern-street`);
  await expect(page.getByText(/başka bir oyuncu/).first()).toBeVisible();
  await house.cli("machine", "release", "3");
  await page.goto(`${house.url}/lobby`);
  await expect(card.getByRole("link")).toHaveCount(1);
});

test.describe("in a house without brands", () => {
  test.use({ settings: { hideReserved: true, showLobby: false } });

  test("what is reserved is hidden, and no brand is shown but by its picture", async ({ page, house, player }) => {
    await house.cli("machine", "reserve", "3", "demo2");
    await page.route("**/machines/*.png", (route) => route.abort());
    await player.go("/lobby");
    await expect(page.getByRole("listitem").getByRole("link")).toHaveCount(11);
    // A brand's picture is known by its name.
    await expect(page.getByRole("listitem").first().locator("img")).toHaveAttribute("src", "/brands/lodestar.png");
    await expect(page.getByRole("navigation", { name: "Markalar" })).toHaveCount(0);
    await house.cli("machine", "release", "3");
  });
});

test("jackpots count up while others play", async ({ page, house, player }) => {
  await player.go("/lobby/1/lodestar");
  const value = page.getByRole("region", { name: "Jackpotlar" }).getByRole("definition").first();
  await expect(value).toBeVisible();
  const before = minorUnits(await value.innerText());
  const other = PlayerClient.of(house.url, await house.addPlayer());
  const game = await other.game();
  const { machine } = await game.init(1);
  await game.cashIn(100_000);
  const control = (kind: string) =>
    machine.bands.flatMap(({ controls }) => controls).find((one) => one.kind === kind)?.id ?? kind;
  await game.press(control("maxBet"));
  await game.press(control("play"));
  await expect.poll(async () => minorUnits(await value.innerText())).toBeGreaterThan(before);
  // What can't be read is left out, until it is pushed. Pushes come with the connection and with every game that ends, so
  // the test keeps them back until it has seen the jackpots missing.
  const reads: string[] = [];
  await page.route("**/api/v1/jackpots", async (route) => {
    await route.abort();
    reads.push(route.request().url());
  });
  let letPushesThrough = (): void => undefined;
  await page.routeWebSocket(/\/ws\/jackpots/, (near) => {
    const far = near.connectToServer();
    let kept: (string | Buffer)[] | null = [];
    far.onMessage((frame) => {
      if (kept !== null && String(frame).includes('"jackpot"')) kept.push(frame);
      else near.send(frame);
    });
    letPushesThrough = () => {
      for (const frame of kept ?? []) near.send(frame);
      kept = null;
    };
  });
  await page.reload();
  await expect(page.getByRole("listitem").first()).toBeVisible();
  // The first try and two more: only then it is known that they can't be read.
  await expect.poll(() => reads.length).toBe(3);
  await expect(page.getByRole("region", { name: "Jackpotlar" })).toHaveCount(0);
  letPushesThrough();
  await expect(value).toBeVisible();
  await game.request("leave", {});
  game.close();
});

test("a jackpot that is hit is announced once in the lobby", async ({ page, player, client }) => {
  let push = (_hit: object): void => undefined;
  await page.routeWebSocket(/\/ws\/jackpots/, (near) => {
    const far = near.connectToServer();
    far.onMessage((frame) => near.send(frame));
    push = (hit) => near.send(JSON.stringify({ jsonrpc: "2.0", method: "jackpotHit", params: hit }));
  });
  const opened = page.waitForEvent("websocket", (socket) => socket.url().includes("/ws/jackpots"));
  await player.go("/lobby");
  // No brand is chosen: the hit is announced all the same.
  await (await opened).waitForEvent("framereceived", ({ payload }) => String(payload).includes('"jackpot"'));
  const [pot] = await client.jackpots();
  push({ id: pot?.id, machineId: 2, amount: 1_234_500 });
  const words = `${pot?.name}: ₺12.345,00 kazanıldı!`;
  await expect(page.getByRole("dialog").filter({ hasText: words })).toHaveCount(1);
});

test("a status whose push was missed is right after the next refresh, and a list that can't be refreshed says so", async ({
  page,
  house,
  player,
}) => {
  // No news at all: only the list itself can tell.
  await page.routeWebSocket(/\/ws\/notifications/, () => {});
  await player.go("/lobby");
  const card = page.getByRole("listitem").filter({ hasText: "Orchard Gold" });
  await expect(card.getByRole("link")).toHaveCount(1);
  await house.cli("machine", "out-of-order", "4", "being cleaned");
  await expect(card).toContainText("Arızalı");
  await house.cli("machine", "back", "4");
  await expect(card).toContainText("Boş");
  await page.route("**/machine/all", (route) => route.abort());
  await expect(page.getByText("Yenilenemedi, gördükleriniz eski olabilir")).toBeVisible({ timeout: 30_000 });
});

test("a picture that does not come is replaced by the brand's", async ({ page, player }) => {
  await page.route("**/machines/*.png", (route) => route.abort());
  await player.go("/lobby");
  await expect(page.getByRole("listitem").first().locator("img")).toHaveAttribute("src", /\/brands\//);
  // Large letters have room in their cards.
  await page.evaluate(() => (document.documentElement.style.fontSize = "150%"));
  await expect
    .poll(() =>
      page
        .getByRole("listitem")
        .getByRole("link")
        .evaluateAll((cards) => cards.filter((card) => card.scrollHeight > card.clientHeight).length),
    )
    .toBe(0);
});

test("the language is chosen where the house offers it, and kept", async ({ page, player }) => {
  await player.go("/lobby");
  await page.getByRole("button", { name: "Dil: Türkçe" }).click();
  await expect(page.getByRole("menuitemradio").locator("svg[viewBox='0 0 24 16']")).toHaveCount(3);
  await page.getByRole("menuitemradio", { name: "العربية" }).click();
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.getByRole("link", { name: "جلسات اللعب" })).toBeVisible();
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "ar");
});
