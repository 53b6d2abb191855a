/** One player a machine, one machine a player, whatever the tabs and the timing. */
import { ErrorCode } from "@reelcast/contract";
import { PlayerClient, Refused } from "../client.ts";
import { expect, test } from "../fixtures.ts";
import { PlayerPage } from "../playerPage.ts";

const MACHINE = 2;

test("a second tab takes the game over, the first stays quiet; both closed in mid-spin, the session is offered again", async ({
  page,
  context,
  house,
  player: first,
}) => {
  await first.sit(MACHINE, "100");
  let asked = 0;
  page.on("request", (request) => (asked += Number(request.method() === "POST" && request.url().includes("/whep"))));

  // Nobody else sits down meanwhile.
  const rival = await PlayerClient.of(house.url, await house.addPlayer()).game();
  const refusal = await rival.init(MACHINE).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refused);
  expect(refusal).toMatchObject({ code: ErrorCode.MachineTaken });
  rival.close();

  const second = new PlayerPage(await context.newPage(), first.url);
  await second.page.goto(`${first.url}/game/${MACHINE}/x`);
  await second.seeLiveVideo();
  expect(await second.creditMinor()).toBe(100_00);
  await expect(first.page.getByText("Oyuna başka bir pencerede devam ettiniz").first()).toBeVisible();
  // The picture stays with the second as well: a game later the first has asked for nothing.
  await second.play.click();
  await expect.poll(() => second.creditMinor()).not.toBe(100_00);
  await second.rest();
  expect(asked).toBe(0);
  await expect(second.video).toHaveAttribute("data-state", "live");

  const before = await second.creditMinor();
  await second.play.click();
  await expect.poll(() => second.creditMinor()).toBeLessThan(before);
  await Promise.all([first.page.close(), second.page.close()]);
  const after = new PlayerPage(await context.newPage(), house.url);
  await after.go("/");
  await after.page
    .getByRole("dialog")
    .getByRole("button", { name: /^Devam/ })
    .click();
  await expect(after.page).toHaveURL(new RegExp(`/game/${MACHINE}`));
  await after.seeLiveVideo();
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

test("a seat in another window is the player's own in the lobby, and its end says what was paid", async ({
  house,
  account,
  player,
}) => {
  const elsewhere = await PlayerClient.of(house.url, account).game();
  await elsewhere.init(MACHINE);
  await elsewhere.cashIn(100_00);
  const { page } = player;
  await player.go("/lobby");
  await page.getByRole("dialog").getByRole("button", { name: "Şimdi değil" }).click();
  const card = page.getByRole("main").getByRole("link", { name: /Yeriniz.*₺100.*Devam et/s });
  await expect(card).toHaveAttribute("href", new RegExp(`^/game/${MACHINE}/`));
  const bar = page.getByRole("region", { name: "Yeriniz:" });
  await expect(bar).toContainText("₺100,00");
  await expect(page.getByRole("banner")).toContainText(/₺9\.900,00.*\+ ₺100 .* makinesinde/s);
  await elsewhere.request("leave", {});
  await expect(page.getByText(/makinesindeki ₺100 bakiyenize aktarıldı\./).first()).toBeVisible();
  await expect(bar).toBeHidden();
  await expect(page.getByRole("banner")).toContainText("₺10.000,00");
  elsewhere.close();
});
