/** The main job, from the login to the wallet. */
import { expect, test } from "../fixtures.ts";
import { PlayerPage, minorUnits } from "../player-page.ts";

const GAMES = 3;

test("a player logs in, deposits, plays on live video, cashes out, and the ledger agrees", async ({
  page,
  house,
  account,
}) => {
  const player = new PlayerPage(page, house.url);
  await player.login(house.url, account.username);
  await page.getByRole("listitem").getByRole("link", { name: /Boş/ }).first().click();
  await expect(page).toHaveURL(/\/game\//);
  await player.seeLiveVideo();

  await player.deposit("500");
  await expect.poll(() => player.creditMinor()).toBe(500_00);

  for (let game = 0; game < GAMES; game += 1) await player.playOnce();

  const credit = await player.creditMinor();
  await page.getByRole("button", { name: /WITHDRAW/ }).click();
  await expect.poll(() => player.creditMinor()).toBe(0);

  await player.leave.click();
  await expect(page).toHaveURL(/\/lobby/);

  const check = await house.cli("ledger", "check", "--json");
  expect(check.code, check.stdout + check.stderr).toBe(0);
  const balance = await page.evaluate(async () => {
    const token = Object.values(localStorage).find((value) => value.split(".").length === 3) ?? "";
    const answer = await fetch("/api/v1/player/balance", { headers: { authorization: `Bearer ${token}` } });
    return ((await answer.json()) as { balance: number }).balance;
  });
  expect(balance).toBe(10_000_00 - 500_00 + credit);
  const menu = page.getByRole("banner");
  await expect.poll(async () => minorUnits(await menu.innerText())).toBe(balance);
});
