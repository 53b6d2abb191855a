/** Sitting down as the last time: seat, bet and deposit by one confirmed press, and never without it. */
import { OPERATION } from "@reelcast/contract";
import { expect, test } from "../fixtures.ts";
import type { PlayerClient } from "../client.ts";
import type { PlayerPage } from "../playerPage.ts";

test.use({ viewport: { width: 390, height: 844 } });

const MACHINE = 6;
const times = (player: PlayerPage, count: number) =>
  player.page.getByRole("group", { name: "Bahis" }).getByRole("button", { name: `×${count}`, exact: true });
const offer = (player: PlayerPage) => player.page.getByRole("button", { name: /geçen seferki gibi/ });
const question = (player: PlayerPage) => player.page.getByRole("alertdialog", { name: /geçen seferki gibi/ });
const confirm = (player: PlayerPage) => question(player).getByRole("button", { name: /ile otur/ });
const deposits = async (client: PlayerClient) =>
  (await client.sessions()).items.map(({ operations }) =>
    operations.filter(({ type }) => type === OPERATION.cashIn).map(({ amount }) => amount),
  );

/** One game with a bet that is not the machine's own, which another one follows at the end. */
async function playBefore(player: PlayerPage): Promise<{ bet: string; other: string }> {
  await player.sit(MACHINE, "50");
  const bets = player.page.getByRole("status", { name: "Bahis" });
  const own = await bets.innerText();
  await times(player, 2).click();
  await expect.poll(() => bets.innerText()).not.toBe(own);
  const bet = await bets.innerText();
  await player.playOnce();
  await player.rest();
  await times(player, 5).click();
  await expect.poll(() => bets.innerText()).not.toBe(bet);
  const other = await bets.innerText();
  await player.leave.click();
  await player.page.getByRole("button", { name: /^Çıkış ve parayı al$/ }).click();
  await expect(player.page).toHaveURL(/\/lobby/);
  return { bet, other };
}

test("is asked for once, chooses the bet, and moves the amount once", async ({ player, client }) => {
  test.setTimeout(120_000);
  await player.go("/lobby");
  await expect(offer(player)).toHaveCount(0);
  const { bet, other } = await playBefore(player);
  expect(bet).not.toBe(other);
  const before = await client.balance();

  await offer(player).first().click();
  await expect(question(player)).toContainText("50");
  // The question is left as it came: nobody sits, nothing moves.
  await player.page.keyboard.press("Enter");
  await expect(question(player)).toHaveCount(0);
  await expect(player.page).toHaveURL(/\/lobby/);
  await offer(player).first().dblclick();
  await expect(question(player)).toBeVisible();
  await expect(player.page).toHaveURL(/\/lobby/);
  expect(await client.balance()).toBe(before);

  await confirm(player).click();
  await expect(player.page).toHaveURL(/\/game\/6/);
  await expect.poll(() => player.creditMinor(), { timeout: 20_000 }).toBe(50_00);
  await expect.poll(() => player.page.getByRole("status", { name: "Bahis" }).innerText()).toBe(bet);
  await expect.poll(async () => (await deposits(client))[0]).toEqual([-50_00]);

  // A reload is no second confirmation, and neither is another visit.
  await player.page.reload();
  await player.seeLiveVideo();
  expect(await player.creditMinor()).toBe(50_00);
  await player.leave.click();
  await player.page.getByRole("button", { name: /^Çıkış ve parayı al$/ }).click();
  await expect(player.page).toHaveURL(/\/lobby/);
  await player.sit(MACHINE);
  await expect(player.play).toBeVisible();
  expect(await player.creditMinor()).toBe(0);
  expect(await client.balance()).toBe(before);
});
