import { expect, test } from "@playwright/test";
import { House } from "../house.ts";
import { PlayerPage, minorUnits } from "../player-page.ts";

let house: House;
test.beforeAll(async () => {
  house = await House.open();
});
test.afterAll(async () => {
  await house.close();
});

test("a player logs in, deposits, plays 20 games on live video, cashes out, and the ledger agrees", async ({
  page,
}) => {
  test.setTimeout(240_000);
  const player = new PlayerPage(page);
  await player.login(house.url, "demo1");
  await page.getByRole("listitem").getByRole("link", { name: /Boş/ }).first().click();
  await expect(page).toHaveURL(/\/game\//);
  await player.seeLiveVideo();

  await player.deposit("500");
  await expect.poll(() => player.creditMinor()).toBe(500_00);

  for (let game = 0; game < 20; game += 1) await playOnce(player);

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

/** Presses PLAY until one game more is over: spin, and take what was won. */
async function playOnce(player: PlayerPage): Promise<void> {
  const idle = player.page.getByRole("button", { name: /^(Oyna|Play)\b/ }).first();
  const takeWin = player.page.getByRole("button", { name: /^(Kazancı al|Take win)\b/ }).first();
  await expect(idle).toBeEnabled({ timeout: 60_000 });
  const before = await player.creditMinor();
  await idle.click();
  await expect.poll(() => player.creditMinor()).not.toBe(before);
  await expect(idle.or(takeWin).first()).toBeEnabled({ timeout: 90_000 });
  if (await takeWin.isVisible()) await takeWin.click();
}
