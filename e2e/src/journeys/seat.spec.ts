/** One player a machine, one machine a player, whatever the tabs and the timing. */
import type { Browser } from "@playwright/test";
import { ErrorCode } from "@reelcast/contract";
import { Refused } from "../client.ts";
import { expect, test } from "../fixtures.ts";
import type { Account, House } from "../house.ts";
import { PlayerPage } from "../player-page.ts";

async function openPlayer(browser: Browser, house: House, account: Account): Promise<PlayerPage> {
  const context = await browser.newContext();
  const player = new PlayerPage(await context.newPage(), house.url);
  await player.logIn(account);
  return player;
}

test("of two players who want one machine at the same time, one sits down and the other sees why not", async ({
  browser,
  house,
  account,
}) => {
  const accounts = [account, await house.addPlayer()] as const;
  const [first, second] = await Promise.all([
    openPlayer(browser, house, accounts[0]),
    openPlayer(browser, house, accounts[1]),
  ]);
  await Promise.all([first, second].map((player) => player.page.goto(`${house.url}/game/1/x`)));

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

test("a second tab takes the game over, and the first says so and stays quiet", async ({
  page,
  context,
  player: first,
}) => {
  await first.sit(2, "100");

  let asked = 0;
  page.on("request", (request) => (asked += Number(request.method() === "POST" && request.url().includes("/whep"))));
  const second = new PlayerPage(await context.newPage(), first.url);
  await second.page.goto(`${first.url}/game/2/x`);
  const goOn = second.page.getByRole("button", { name: /^(Devam|Continue)/ });
  await second.video.or(goOn).first().waitFor();
  if (await goOn.isVisible()) await goOn.click();
  await second.seeLiveVideo();
  expect(await second.creditMinor()).toBe(100_00);

  await expect(first.page.getByText(/başka bir (pencere|sekme)|another (window|tab)/i).first()).toBeVisible();
  // The picture stays with the second as well: a game later the first has asked for nothing.
  await second.play.click();
  await expect.poll(() => second.creditMinor()).not.toBe(100_00);
  await second.rest();
  expect(asked).toBe(0);
  await expect(second.video).toHaveAttribute("data-state", "live");
  await expect(second.play).toBeVisible();

  await second.page.getByRole("button", { name: /WITHDRAW/ }).click();
  await expect.poll(() => second.creditMinor()).toBe(0);
  await second.leave.click();
  await expect(second.page).toHaveURL(/\/lobby/);
});

test("a game outlives its token: a late one is renewed, and a new password in another tab is no end", async ({
  page,
  context,
  player,
  account,
}) => {
  const opened: string[] = [];
  const renewed: string[] = [];
  page.on("websocket", (socket) => {
    const name = new URL(socket.url()).pathname;
    opened.push(name);
    socket.on("framesent", ({ payload }) => String(payload).includes('"refresh"') && renewed.push(name));
  });
  const gameSockets = () => opened.filter((name) => name === "/ws/game").length;
  const keeper = page.waitForResponse(/renewal/);
  await player.sit(6, "100");

  // The device is suspended for most of the twelve hours that a token lives. What keeps the login has come by then.
  await (await keeper).finished();
  const validated = page.waitForResponse((response) => response.url().endsWith("/validate") && response.ok());
  await page.clock.setSystemTime(Date.now() + 11 * 3_600_000);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await validated;
  await expect.poll(() => [...new Set(renewed)].toSorted()).toEqual(["/ws/game", "/ws/notifications"]);
  expect(gameSockets()).toBe(1);

  const other = new PlayerPage(await context.newPage(), player.url);
  await other.go("/profile#password");
  await other.page.getByRole("dialog").getByRole("button", { name: "Şimdi değil" }).click();
  const form = other.page.locator("section#password");
  await form.getByLabel("Eski şifre").fill(account.password);
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

test("a player who sits at one machine is refused a second one, and led back to the open session", async ({
  page,
  player: screen,
  client,
}) => {
  const game = await client.game();
  await game.init(3);
  const other = await client.game();
  const refusal = await other.init(4).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refused);
  expect(refusal).toMatchObject({ code: ErrorCode.SessionElsewhere, params: { id: 3, machine_status: "waiting" } });
  other.close();

  await screen.go("/lobby");
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
  context,
  house,
  player: before,
}) => {
  await before.sit(5, "200");
  await before.play.click();
  await expect.poll(() => before.creditMinor()).toBeLessThan(200_00);
  await before.page.close();

  const after = new PlayerPage(await context.newPage(), house.url);
  await after.go("/");
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
});
