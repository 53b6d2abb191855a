/** Promotions: claimed once, refused with the reason, offered when the balance is low. */
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { PlayerPage } from "../player-page.ts";

// Words stay long enough to be read by a slow machine.
test.use({ settings: { toastAutoCloseMs: 20_000 }, viewport: { width: 1440, height: 900 } });

const button = (page: Page, name: string) => page.getByRole("banner").getByRole("button", { name, exact: true });

test("the bonus is granted once, from whichever tab, and then says when it can be had again", async ({
  page,
  context,
  house,
  player,
  client,
}) => {
  const before = await client.balance();
  await player.go("/lobby");
  const other = await context.newPage();
  await new PlayerPage(other, house.url).go("/lobby");
  await expect(button(other, "Bonus")).toBeVisible();
  await expect(button(page, "Bonus")).toBeVisible();
  await Promise.all([button(page, "Bonus").click(), button(other, "Bonus").click()]);
  await expect(page.getByText(/bakiyenize eklendi|saniyede bir/).first()).toBeVisible();
  await expect(other.getByText(/bakiyenize eklendi|saniyede bir|alınacak bir şey yok/).first()).toBeVisible();
  const after = await client.balance();
  expect(after - before).toBe(before * 0.05);
  // The button is free again, and the browser knows the rule by itself.
  const asked: string[] = [];
  page.on("request", (request) => request.url().endsWith("/player/bonus") && asked.push(request.url()));
  await button(page, "Bonus").click();
  await expect(page.getByText("30 saniyede bir").first()).toBeVisible();
  expect(asked).toEqual([]);
  await expect(button(page, "Bonus")).toBeEnabled();
  // Another player of the same browser has times of their own.
  await other.close();
  await page.evaluate(() => localStorage.removeItem("access_token"));
  await player.login(house.url, (await house.addPlayer()).username);
  await button(page, "Bonus").click();
  await expect(page.getByText("bakiyenize eklendi").first()).toBeVisible();
  expect(asked).toHaveLength(1);
  const { stdout } = await house.cli("ledger", "check");
  expect(stdout).toContain("Every invariant holds");
});

test("the discount is refused while the balance is not low, with the amount", async ({ page, player }) => {
  await player.go("/lobby");
  await button(page, "İndirim").click();
  await expect(page.getByText(/₺100 altında|100,00|₺100/).first()).toBeVisible();
});

test("the weekly bonus asks the server, and its refusal is said in words", async ({ page, player }) => {
  await player.go("/lobby");
  await button(page, "Haftalık bonus").click();
  await expect(page.getByText("Şu an").first()).toBeVisible();
  await expect(button(page, "Haftalık bonus")).toBeEnabled();
});

test("a low balance brings an offer, which is claimed only by a press", async ({ page, player, client }) => {
  const balance = await client.balance();
  const game = await client.game();
  await game.init(1);
  // All but 50 lira on the machine: the wallet is low.
  await game.cashIn(balance - 5_000);
  await player.go("/lobby");
  const offer = page.getByText(/bonus sizi bekliyor/).first();
  await expect(offer).toBeVisible();
  expect(await client.balance()).toBe(5_000);
  await page.getByRole("button", { name: "Al", exact: true }).first().click();
  await expect(page.getByText("bakiyenize eklendi").first()).toBeVisible();
  expect(await client.balance()).toBeGreaterThan(5_000);
  await game.request("leave", {});
  game.close();
});

test("on a phone one button opens them all", async ({ page, player }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await player.go("/lobby");
  await page.getByRole("button", { name: /^Promosyonlar/ }).click();
  const sheet = page.getByRole("dialog", { name: "Promosyonlar" });
  await expect(sheet.getByRole("listitem")).toHaveCount(3);
  await sheet.getByRole("button", { name: /^Bonus/ }).click();
  await expect(page.getByText("bakiyenize eklendi").first()).toBeVisible();
  // How long it takes until the next one counts down by itself.
  const wait = sheet.getByText("sonra hazır");
  const seconds = async () => Number.parseInt(await wait.innerText());
  const first = await seconds();
  await expect.poll(seconds).toBeLessThan(first - 1);
});
