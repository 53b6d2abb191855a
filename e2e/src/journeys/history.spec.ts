/** What a player finds of their own play afterwards: sessions, transactions, the chart, and both lists as files. */
import { readFile } from "node:fs/promises";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { PlayerClient, Refused } from "../client.ts";
import { expect, test } from "../fixtures.ts";
import type { Account } from "../house.ts";
import { DEMO_PASSWORD, PlayerPage, minorUnits } from "../player-page.ts";

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

async function expectNoViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`)).toEqual([]);
}

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

/** Lets the first request of this kind hang; returns how many there were. */
async function holdFirst(page: Page, address: string): Promise<() => number> {
  let asked = 0;
  await page.route(address, async (route) => {
    asked += 1;
    if (asked > 1) await route.continue();
  });
  return () => asked;
}
const slowly = (page: Page) => page.getByText("Yükleniyor, biraz uzun sürdü").first();

test("what hangs says so after a second, and after ten is asked for anew, on every screen", async ({
  browser,
  context,
  page,
}) => {
  test.setTimeout(90_000);
  await new PlayerPage(page, player.url).logIn(account);
  const screens = [
    ["/lobby", "**/machine/all", (tab: Page) => tab.getByRole("listitem").getByRole("link")],
    ["/transactions", "**/player/transactions?*", (tab: Page) => rowsOf(tab, "İşlemler")],
    ["/slot-sessions", "**/player/summary?*", (tab: Page) => tab.getByRole("slider", { name: /gün gün/ })],
    [
      "/profile",
      "**/player/profile",
      (tab: Page) => tab.locator("section#account").getByText(account.username, { exact: true }),
    ],
    ["/pages/search/classic?q=Lantern", "**/machine/all", (tab: Page) => tab.getByRole("link", { name: /Lantern/ })],
  ] as const;
  const look = async (tab: Page, asked: () => number, [path, , there]: (typeof screens)[number]) => {
    await expect(slowly(tab), path).toBeVisible();
    await tab.getByRole("button", { name: "Yeniden dene" }).click({ timeout: 20_000 });
    // Before the request that hangs is given up and repeated by itself, after 15 s.
    await expect.poll(asked, { timeout: 3_000, message: path }).toBe(2);
    await expect(there(tab).first(), path).toBeVisible();
    await expect(slowly(tab), path).toBeHidden();
    await tab.close();
  };

  const sending = async () => {
    const tab = await context.newPage();
    await tab.goto(`${player.url}/profile`);
    const form = tab.locator("section#password");
    const asked = await holdFirst(tab, "**/player/password");
    await form.getByLabel("Eski şifre").fill(DEMO_PASSWORD);
    await form.getByLabel("Yeni şifre", { exact: true }).fill("lambalar yanarken");
    await form.getByLabel("Yeni şifre (yeniden)").fill("lambalar yanarken");
    await form.getByRole("button", { name: "Şifreyi değiştir" }).click();
    await expect(form.getByText("İşleminiz yapılıyor")).toBeVisible();
    await form.getByRole("button", { name: "Sayfayı yenile" }).click({ timeout: 20_000 });
    await expect(tab.locator("section#account").getByText(account.username, { exact: true })).toBeVisible();
    // It may have come about: it is looked at, never sent twice.
    expect(asked()).toBe(1);
    await tab.close();
  };
  const loggingIn = async () => {
    const guest = await browser.newContext();
    const tab = await guest.newPage();
    const user = new PlayerPage(tab);
    const asked = await holdFirst(tab, "**/api/v1/login");
    await user.open(player.url, "/login");
    await user.fillLogin("demo2", DEMO_PASSWORD);
    await user.submitLogin();
    await expect(tab.getByText("Giriş yapılıyor")).toBeVisible();
    await tab.getByRole("button", { name: "Yeniden dene" }).click({ timeout: 20_000 });
    await expect(tab).toHaveURL(/\/lobby/);
    expect(asked()).toBe(2);
    await guest.close();
  };
  // All wait at the same time, but don't load at the same time.
  const waits: Promise<void>[] = [];
  for (const screen of screens) {
    const tab = await context.newPage();
    const asked = await holdFirst(tab, screen[1]);
    await tab.goto(`${player.url}${screen[0]}`);
    waits.push(look(tab, asked, screen));
  }
  await Promise.all([...waits, sending(), loggingIn()]);
});

test("a list that can't be asked for offline says so, and comes by itself with the connection", async ({
  context,
  page,
}) => {
  await openList(page, "/transactions", "tr");
  const rows = rowsOf(page, "İşlemler");
  await expect(rows).toHaveCount(TRANSACTIONS);
  await context.setOffline(true);
  await page.getByLabel("Tür").selectOption({ label: "Makineden alma" });
  await expect(page.getByText("Bağlantı gelince liste kendiliğinden yüklenir")).toBeVisible();
  await expect(rows).toHaveCount(TRANSACTIONS);
  await context.setOffline(false);
  await expect(rows).toHaveCount(2);
});

for (const language of ["tr", "ar"] as const) {
  test(`both lists are free of barriers on a phone, open and as table too (${language})`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const messages: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") messages.push(message.text());
    });
    await openList(page, "/slot-sessions", language);
    await expect(page.locator("html")).toHaveAttribute("dir", language === "ar" ? "rtl" : "ltr");
    await expect(page.getByRole("slider").locator("canvas")).toHaveCount(2);
    await page
      .getByRole("listitem")
      .filter({ hasText: nameOf(FIRST) })
      .getByRole("button")
      .click();
    await expectNoViolations(page);
    await new PlayerPage(page).open(player.url, "/transactions");
    await page.getByRole("button", { name: language === "ar" ? "عرض كجدول" : "Tablo olarak göster" }).click();
    await page.getByRole("main").getByRole("listitem").first().waitFor();
    await expectNoViolations(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(messages).toEqual([]);
  });
}
