/** The main job, from the login to the wallet. */
import { expect, test } from "../fixtures.ts";
import { PlayerPage, minorUnits } from "../playerPage.ts";

/** One by hand, and so many by autoplay. */
const AUTOPLAY_GAMES = 2;

test("a player logs in, deposits, plays by hand and by autoplay on live video, cashes out, and the ledger agrees", async ({
  page,
  house,
  account,
  client,
}) => {
  const player = new PlayerPage(page, house.url);
  await player.login(house.url, account.username);
  await page.getByRole("listitem").getByRole("link", { name: /Boş/ }).first().click();
  await expect(page).toHaveURL(/\/game\//);
  await player.seeLiveVideo();

  await player.deposit("500");
  await expect.poll(() => player.creditMinor()).toBe(500_00);
  await player.playOnce();
  await player.rest();

  const autoplay = page.getByRole("button", { name: "Otomatik oyun" });
  const takeWinsUntil = (happened: () => Promise<boolean>) =>
    expect(async () => {
      if (await player.takeWin.isVisible()) await player.takeWin.click({ timeout: 500 }).catch(() => undefined);
      expect(await happened()).toBe(true);
    }).toPass({ timeout: 90_000, intervals: [100] });
  await autoplay.click();
  const choices = page.getByRole("dialog", { name: "Otomatik oyun" });
  await choices.getByRole("textbox", { name: "Kayıp sınırı" }).fill("500");
  await choices.getByRole("button", { name: "10 oyunu başlat" }).click();
  // The count is drawn by style, so that no screen reader says it at every game.
  const count = autoplay.locator("[data-remaining]");
  await takeWinsUntil(async () => Number(await count.getAttribute("data-remaining")) <= 10 - AUTOPLAY_GAMES);
  // It is stopped by the player, or has stopped by itself for what the machine did.
  await takeWinsUntil(async () => {
    if ((await autoplay.getAttribute("aria-pressed")) === "true") await autoplay.click({ timeout: 500 });
    return (await autoplay.getAttribute("aria-pressed")) === "false";
  });
  await player.rest();

  const credit = await player.creditMinor();
  await page.getByRole("button", { name: /PARA ÇEK/ }).click();
  await expect.poll(() => player.creditMinor()).toBe(0);
  await player.leave.click();
  await expect(page).toHaveURL(/\/lobby/);

  const check = await house.cli("ledger", "check", "--json");
  expect(check.code, check.stdout + check.stderr).toBe(0);
  const balance = await client.balance();
  expect(balance).toBe(10_000_00 - 500_00 + credit);
  const menu = page.getByRole("banner");
  await expect.poll(async () => minorUnits(await menu.innerText())).toBe(balance);
});
