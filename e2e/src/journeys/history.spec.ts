/** What a player finds of their own play afterwards: sessions, the chart, transactions, and a file of them. */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { PlayerClient } from "../client.ts";
import { Refused } from "../client.ts";
import { expect, test } from "../fixtures.ts";
import { minorUnits } from "../playerPage.ts";

const FIRST = 1;
const SECOND = 5;
/** Twice to the first machine and once to the second, out of each once, and what the house gave at the beginning. */
const TRANSACTIONS = 2 + 1 + 2 + 1;

/** Sits down, brings the amounts and presses, and ends the session as soon as the game is over. */
async function play(player: PlayerClient, machineId: number, amounts: readonly number[], press: boolean) {
  const game = await player.game();
  await game.init(machineId);
  for (const amount of amounts) await game.cashIn(amount);
  if (press) await game.press("play");
  await expect
    .poll(() => player.cancel(machineId).then(Boolean, (error: unknown) => !(error instanceof Refused)), {
      timeout: 90_000,
    })
    .toBe(true);
  game.close();
}
const rowsOf = (page: Page, caption: string) =>
  page.getByRole("table", { name: caption, exact: true }).locator(":scope > tbody > tr");

test("sessions, chart, transactions and their file say what was played", async ({ page, player, client }) => {
  await play(client, FIRST, [10_000, 10_001], true);
  await play(client, SECOND, [20_000], false);
  const names = new Map((await client.machines()).map(({ id, name }) => [id, name]));
  const balance = await client.balance();

  await player.go("/slot-sessions");
  const rows = rowsOf(page, "Oyun Oturumları");
  await expect(rows.nth(0).getByRole("rowheader")).toHaveText(names.get(SECOND) ?? "");
  await expect(rows.nth(1).getByRole("rowheader")).toHaveText(names.get(FIRST) ?? "");
  await expect(rows).toHaveCount(2);
  await rows.nth(1).getByRole("button", { name: "3 işlem" }).click();
  const operations = page.getByRole("table", { name: /oturumunun işlemleri/ });
  await expect(operations.getByRole("rowheader", { name: "Makineye aktarma" })).toHaveCount(2);
  await expect(operations.getByRole("rowheader", { name: "Makineden alma" })).toHaveCount(1);
  await page.getByRole("searchbox").fill((names.get(SECOND) ?? "").slice(0, 6).toLocaleUpperCase("tr"));
  await expect(rows).toHaveCount(1);
  await page.getByRole("button", { name: "Tablo olarak göster" }).click();
  const days = rowsOf(page, "Günlere göre oyununuz");
  await expect(days).toHaveCount(1);
  // What the day cost is what the balance lacks.
  expect(minorUnits(await days.getByRole("cell").first().innerText())).toBe(Math.abs(1_000_000 - balance));

  await page.getByRole("navigation").getByRole("link", { name: "İşlemler" }).first().click();
  const movements = rowsOf(page, "İşlemler");
  await expect(movements).toHaveCount(TRANSACTIONS);
  expect(minorUnits(await movements.first().getByRole("cell").last().innerText())).toBe(balance);
  await page.getByRole("searchbox").fill("makineden");
  await expect(movements).toHaveCount(2);
  await page.getByRole("button", { name: "Aramayı temizle" }).click();
  await expect(movements).toHaveCount(TRANSACTIONS);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "İndir", exact: true }).click();
  const text = await readFile(await (await downloading).path(), "utf8");
  expect(text.startsWith("\uFEFF")).toBe(true);
  expect(text.trimEnd().split(/\r?\n/)).toHaveLength(1 + TRANSACTIONS);
  expect(text).toContain(names.get(FIRST));
});
