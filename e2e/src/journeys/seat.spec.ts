/** One player a machine, one machine a player, whatever the tabs and the timing. */
import { type Browser, expect, test } from "@playwright/test";
import { ErrorCode } from "@reelcast/contract";
import { PlayerClient, Refused } from "../client.ts";
import { House } from "../house.ts";
import { DEMO_PASSWORD, PlayerPage } from "../player-page.ts";

let house: House;
test.beforeAll(async () => {
  house = await House.open();
});
test.afterAll(async () => {
  await house.close();
});

async function newPlayer(browser: Browser, username: string): Promise<PlayerPage> {
  const context = await browser.newContext();
  const player = new PlayerPage(await context.newPage());
  await player.login(house.url, username);
  return player;
}

test("of two players who want one machine at the same time, one sits down and the other is told why not", async ({
  browser,
}) => {
  const [first, second] = await Promise.all([newPlayer(browser, "demo1"), newPlayer(browser, "demo2")]);
  await Promise.all([first.page, second.page].map((page) => page.goto(`${house.url}/game/1/x`)));

  const refused = (player: PlayerPage) => player.page.getByText("Bu makineye oturamadınız").first();
  await expect
    .poll(async () => [await refused(first).isVisible(), await refused(second).isVisible()].filter(Boolean).length)
    .toBe(1);
  const [winner, loser] = (await refused(second).isVisible()) ? [first, second] : [second, first];
  await expect(loser.page.getByText(/şu an başkası oynuyor/).first()).toBeVisible();
  await winner.seeLiveVideo();
  await expect(loser.page).toHaveURL(/\/lobby/);

  await winner.leave.click();
  await expect(winner.page).toHaveURL(/\/lobby/);
  await Promise.all([first, second].map((player) => player.page.context().close()));
});

test("a second tab takes the game over, and the first says so and stays quiet", async ({ page, context }) => {
  const first = new PlayerPage(page);
  await first.login(house.url, "demo1");
  await page.goto(`${house.url}/game/2/x`);
  await first.seeLiveVideo();
  await first.deposit("100");
  await expect.poll(() => first.creditMinor()).toBe(100_00);

  let asked = 0;
  page.on("request", (request) => (asked += Number(request.method() === "POST" && request.url().includes("/whep"))));
  const second = new PlayerPage(await context.newPage());
  await second.page.goto(`${house.url}/game/2/x`);
  const goOn = second.page.getByRole("button", { name: /^(Devam|Continue)/ });
  await second.video.or(goOn).first().waitFor();
  if (await goOn.isVisible()) await goOn.click();
  await second.seeLiveVideo();
  expect(await second.creditMinor()).toBe(100_00);

  await expect(first.page.getByText(/başka bir (pencere|sekme)|another (window|tab)/i).first()).toBeVisible();
  await first.page.waitForTimeout(3_000);
  // The picture stays with the second as well.
  expect(asked).toBe(0);
  await expect(second.video).toHaveAttribute("data-state", "live");
  await expect(second.play).toBeVisible();
  expect(await second.creditMinor()).toBe(100_00);

  await second.page.getByRole("button", { name: /WITHDRAW/ }).click();
  await expect.poll(() => second.creditMinor()).toBe(0);
  await second.leave.click();
  await expect(second.page).toHaveURL(/\/lobby/);
});

test("a game outlives its token: a late one is renewed, and a new password in another tab is no end", async ({
  page,
  context,
}) => {
  const player = new PlayerPage(page);
  const opened: string[] = [];
  const renewed: string[] = [];
  page.on("websocket", (socket) => {
    const name = new URL(socket.url()).pathname;
    opened.push(name);
    socket.on("framesent", ({ payload }) => String(payload).includes('"refresh"') && renewed.push(name));
  });
  const gameSockets = () => opened.filter((name) => name === "/ws/game").length;
  await player.login(house.url, "demo2");
  const keeper = page.waitForResponse(/renewal/);
  await page.goto(`${house.url}/game/6/x`);
  await player.seeLiveVideo();
  await player.deposit("100");
  await expect.poll(() => player.creditMinor()).toBe(100_00);

  // The device sleeps for most of the twelve hours that a token lives. What keeps the login has come by then.
  await (await keeper).finished();
  const validated = page.waitForResponse((response) => response.url().endsWith("/validate") && response.ok());
  await page.clock.setSystemTime(Date.now() + 11 * 3_600_000);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await validated;
  await expect.poll(() => [...new Set(renewed)].toSorted()).toEqual(["/ws/game", "/ws/notifications"]);
  expect(gameSockets()).toBe(1);

  const other = new PlayerPage(await context.newPage());
  await other.open(house.url, "/profile#password");
  await other.page.getByRole("dialog").getByRole("button", { name: "Şimdi değil" }).click();
  const form = other.page.locator("section#password");
  await form.getByLabel("Eski şifre").fill(DEMO_PASSWORD);
  await form.getByLabel("Yeni şifre", { exact: true }).fill("lambalar yanarken");
  await form.getByLabel("Yeni şifre (yeniden)").fill("lambalar yanarken");
  await form.getByRole("button", { name: "Şifreyi değiştir" }).click();
  await expect(other.page.getByText("Şifreniz değişti.")).toBeVisible();
  await expect.poll(gameSockets).toBe(2);
  await expect(player.play).toBeEnabled();
  expect(await player.creditMinor()).toBe(100_00);
  await player.leave.click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /^Çıkış ve parayı al/ })
    .click();
  await expect(page).toHaveURL(/\/lobby/);
});

test("a player who sits at one machine is refused a second one, and led back to the open session", async ({ page }) => {
  const player = await PlayerClient.login(house.url, "demo3");
  const game = await player.game();
  await game.init(3);
  const other = await player.game();
  const refusal = await other.init(4).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refused);
  expect(refusal).toMatchObject({ code: ErrorCode.SessionElsewhere, params: { id: 3, machine_status: "waiting" } });
  other.close();

  const screen = new PlayerPage(page);
  await screen.login(house.url, "demo3");
  const dialog = page.getByRole("dialog").filter({ has: page.getByRole("button", { name: "Devam et" }) });
  await dialog.getByRole("button", { name: "Şimdi değil" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("link", { name: /Boş/ }).first().click();
  await expect(page.getByText("Bu makineye oturamadınız").first()).toBeVisible();
  await expect(page).toHaveURL(/\/lobby/);
  // The other screen may hold the seat: it can be sent away from it; or the money is taken and a seat again.
  await expect(dialog.getByRole("button", { name: "Diğer ekranı çıkar" })).toBeVisible();
  await dialog.getByRole("button", { name: "Paramı çek, yeniden otur" }).click();
  await expect(page).toHaveURL(/\/game\/3/);
  await screen.seeLiveVideo();
  await screen.leave.click();
  await expect(page).toHaveURL(/\/lobby/);
  game.close();
});

test("closing the tab in mid-spin keeps the session; coming back offers it, and the credit is right", async ({
  browser,
}) => {
  const context = await browser.newContext();
  const before = new PlayerPage(await context.newPage());
  await before.login(house.url, "demo4");
  await before.page.goto(`${house.url}/game/5/x`);
  await before.seeLiveVideo();
  await before.deposit("200");
  await expect.poll(() => before.creditMinor()).toBe(200_00);
  await before.play.click();
  await expect.poll(() => before.creditMinor()).toBeLessThan(200_00);
  await before.page.close();

  const after = new PlayerPage(await context.newPage());
  await after.open(house.url);
  const dialog = after.page.getByRole("dialog").filter({ has: after.page.getByRole("button", { name: /^Devam/ }) });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: /^(Devam|Continue)/ }).click();
  await expect(after.page).toHaveURL(/\/game\/5/);
  await after.seeLiveVideo();
  await expect(after.play).toBeVisible();
  await after.leave.click();
  await after.page
    .getByRole("alertdialog")
    .getByRole("button", { name: /^Çıkış ve parayı al/ })
    .click();
  // A game or free games that run are finished first, however long that takes.
  await expect(after.page).toHaveURL(/\/lobby/, { timeout: 90_000 });
  const check = await house.cli("ledger", "check", "--json");
  expect(check.code, check.stdout + check.stderr).toBe(0);
  await context.close();
});
