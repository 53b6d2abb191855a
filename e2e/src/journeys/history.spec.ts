/** What a player finds of their own play afterwards: sessions, transactions, the chart, and both lists as files. */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { PlayerClient, Refused } from "../client.ts";
import { expect, test } from "../fixtures.ts";
import type { Account } from "../house.ts";
import { PlayerPage, minorUnits } from "../player-page.ts";

const FIRST = 1;
const SECOND = 5;
/** Moved to the first machine and to the second, out of each once, and what the house gave at the beginning. */
const CASH_INS = 8;
const TRANSACTIONS = CASH_INS + 1 + 2 + 1;

/** One player for all of these tests: they read what this one has played. */
let account: Account;
let player: PlayerClient;
let names: Map<number, string>;

/** Ends the session as soon as the game that runs is over. */
async function cashOut(machineId: number): Promise<void> {
  await expect
    .poll(() => player.cancel(machineId).then(Boolean, (error: unknown) => !(error instanceof Refused)), {
      timeout: 90_000,
    })
    .toBe(true);
}

test.beforeAll(async ({ house }) => {
  account = await house.addPlayer();
  player = PlayerClient.of(house.url, account);
  names = new Map((await player.machines()).map(({ id, name }) => [id, name]));
  const first = await player.game();
  await first.init(FIRST);
  for (let n = 0; n < CASH_INS; n += 1) await first.cashIn(10_000 + n);
  await first.press("play");
  await cashOut(FIRST);
  first.close();
  const second = await player.game();
  await second.init(SECOND);
  await second.cashIn(20_000);
  await cashOut(SECOND);
  second.close();
});
const nameOf = (machineId: number) => names.get(machineId) ?? "";
const rowsOf = (page: Page, caption: string) =>
  page.getByRole("table", { name: caption, exact: true }).locator(":scope > tbody > tr");

async function openList(page: Page, path: string, language: string): Promise<void> {
  const user = new PlayerPage(page, player.url);
  await user.logIn(account);
  await page.addInitScript((chosen) => localStorage.setItem("language", chosen), language);
  await user.go(path);
}

test("sessions are listed, searched, narrowed by day, and open to their operations", async ({ page }) => {
  await openList(page, "/slot-sessions", "tr");
  const rows = rowsOf(page, "Oyun Oturumları");
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0).getByRole("rowheader")).toHaveText(nameOf(SECOND));
  await expect(rows.nth(1).getByRole("rowheader")).toHaveText(nameOf(FIRST));

  const opener = rows.nth(1).getByRole("button", { name: `${CASH_INS + 1} işlem` });
  await expect(opener).toHaveAttribute("aria-expanded", "false");
  await opener.press("Enter");
  await expect(opener).toHaveAttribute("aria-expanded", "true");
  const operations = page.getByRole("table", { name: new RegExp(`${nameOf(FIRST)}.*oturumunun işlemleri`) });
  await expect(operations.getByRole("rowheader", { name: "Makineye aktarma" })).toHaveCount(CASH_INS);
  await expect(operations.getByRole("rowheader", { name: "Makineden alma" })).toHaveCount(1);
  await opener.press("Enter");
  await expect(operations).toBeHidden();

  await page.getByRole("searchbox").fill(nameOf(SECOND).slice(0, 6).toLocaleUpperCase("tr"));
  await expect(rows).toHaveCount(1);
  await page.getByRole("button", { name: "Aramayı temizle" }).click();
  await expect(rows).toHaveCount(2);

  await page.getByLabel("Şu güne kadar").fill("2020-01-01");
  await expect(page.getByRole("heading", { name: "Eşleşen kayıt yok" })).toBeVisible();
  await page.getByRole("button", { name: "Aramayı ve filtreleri kaldır" }).click();
  await expect(rows.first()).toBeVisible();
});

test("the chart gives its days in words, by keyboard and as a table", async ({ page }) => {
  await openList(page, "/slot-sessions", "tr");
  const chart = page.getByRole("slider", { name: /gün gün/ });
  await expect(chart.locator("canvas")).toHaveCount(2);
  await chart.focus();
  await page.keyboard.press("End");
  await expect(chart).toHaveAttribute("aria-valuetext", /net sonuç .*₺.*1 spin/);
  await page.keyboard.press("ArrowLeft");
  await expect(chart).toHaveAttribute("aria-valuenow", "29");
  await page.getByRole("button", { name: "Tablo olarak göster" }).click();
  const days = rowsOf(page, "Günlere göre oyununuz");
  await expect(days).toHaveCount(1);
  // What the day cost is what the balance lacks.
  const lost = 1_000_000 - (await player.balance());
  expect(minorUnits(await days.getByRole("cell").first().innerText())).toBe(Math.abs(lost));
});

test("transactions come page by page, by type, and as a file of all of them", async ({ page }) => {
  await openList(page, "/transactions", "tr");
  const rows = rowsOf(page, "İşlemler");
  await expect(rows).toHaveCount(TRANSACTIONS);
  const balance = await player.balance();
  expect(minorUnits(await rows.first().getByRole("cell").last().innerText())).toBe(balance);

  // What the columns show is found, too: where from, and what kind.
  await page.getByRole("searchbox").fill("kasa");
  await expect(rows).toHaveCount(1);
  await page.getByRole("searchbox").fill("makineden");
  await expect(rows).toHaveCount(2);
  await page.getByRole("button", { name: "Aramayı temizle" }).click();
  await expect(rows).toHaveCount(TRANSACTIONS);

  await page.getByLabel("Tür").selectOption({ label: "Makineden alma" });
  await expect(rows).toHaveCount(2);
  await page.getByRole("button", { name: "Filtreleri kaldır" }).click();
  await expect(rows).toHaveCount(TRANSACTIONS);

  await page.getByLabel("Sayfa başına").selectOption("10");
  await expect(rows).toHaveCount(10);
  await page.reload();
  await expect(rows).toHaveCount(10);
  const more = page.getByRole("button", { name: "Daha fazla göster" });
  await more.focus();
  await page.keyboard.press("Enter");
  await expect(rows).toHaveCount(TRANSACTIONS);
  await expect(page.getByText(`${TRANSACTIONS} kayıttan ${TRANSACTIONS} tanesi gösteriliyor`).last()).toBeFocused();

  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "İndir", exact: true }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^islemler-\d{4}-\d{2}-\d{2}\.csv$/);
  const text = await readFile(await file.path(), "utf8");
  expect(text.startsWith("\uFEFF")).toBe(true);
  expect(text.trimEnd().split(/\r?\n/)).toHaveLength(1 + TRANSACTIONS);
  expect(text).toContain(nameOf(FIRST));
});

test("a download that breaks off is an error that the player sees and can retry", async ({ page }) => {
  await openList(page, "/transactions", "tr");
  await page.route("**/player/transactions.csv?*", (route) =>
    route.fulfill({ headers: { "X-Total-Count": "12" }, contentType: "text/csv", body: "Tarih\r\n1\r\n" }),
  );
  await page.getByRole("button", { name: "İndir", exact: true }).click();
  const failed = page.getByRole("alert").filter({ hasText: "Dosya indirilemedi" });
  await expect(failed).toBeVisible();
  await page.unroute("**/player/transactions.csv?*");
  const downloading = page.waitForEvent("download");
  await failed.getByRole("button", { name: "Yeniden dene" }).click();
  await downloading;
  await expect(failed).toBeHidden();
});
