/** The lists of what a player has played: searched, narrowed, paged, opened, charted, and taken along as a file. */
import type { Operation } from "@reelcast/contract";
import { expect, it, vi } from "vitest";
import { expectAccessible } from "../testing/accessibility.ts";
import { setLanguage } from "../i18n/index.ts";
import { page, userEvent } from "vitest/browser";
import { one, screenIsThere } from "@reelcast/testing/find";
import { keptHere, openApp } from "../testing/openApp.ts";
import { onCall, requestsOf } from "../testing/scriptedServer.ts";

const tableOf = (name: string) => page.getByRole("table", { name, exact: true });
const rowsOf = (name: string) => [
  ...(tableOf(name).elements()[0]?.querySelectorAll<HTMLTableRowElement>(":scope > tbody > tr") ?? []),
];
const rowCount = (name: string) => expect.poll(() => rowsOf(name).length);
const open = async (path: string, stored: Record<string, string> = {}): Promise<void> => {
  await openApp(path, { stored });
  await screenIsThere();
};

it("a session opens to its operations by key; a search and days that match nothing are said, and taken back", async () => {
  await open("/slot-sessions");
  await rowCount("Oyun Oturumları").toBe(1);
  const opener = tableOf("Oyun Oturumları").getByRole("button", { name: "2 işlem" });
  await expect.element(opener).toHaveAttribute("aria-expanded", "false");
  (opener.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(opener).toHaveAttribute("aria-expanded", "true");
  const operations = page.getByRole("table", { name: /Lantern Street.*oturumunun işlemleri/ });
  await expect.element(operations.getByRole("rowheader", { name: "Makineye aktarma" })).toBeVisible();
  await expect.element(operations.getByRole("rowheader", { name: "Makineden alma" })).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.element(operations).not.toBeInTheDocument();

  onCall("sessions", { items: [], nextCursor: null, total: 0 });
  await page.getByRole("searchbox").fill("LANTERN");
  await expect.poll(() => requestsOf("sessions").at(-1)?.query["search"]).toBe("LANTERN");
  await page.getByRole("button", { name: "Aramayı temizle" }).click();
  await page.getByLabelText("Şu güne kadar").fill("2020-01-01");
  await expect
    .poll(() => requestsOf("sessions").at(-1)?.query["to"])
    .toBe(new Date(new Date(2020, 0, 2).getTime() - 1).toISOString());
  await expect.element(page.getByRole("heading", { name: "Eşleşen kayıt yok" })).toBeVisible();
  await page.getByRole("button", { name: "Aramayı ve filtreleri kaldır" }).click();
  await rowCount("Oyun Oturumları").toBe(1);
});

it("a day is written in the language's own way, whatever the browser's, and chosen from a calendar by keys", async () => {
  await open("/slot-sessions");
  const from = page.getByLabelText("Şu günden", { exact: true });
  const asked = (part: string) => expect.poll(() => requestsOf("sessions").at(-1)?.query[part]);
  await from.fill("2.1.2026");
  await asked("from").toBe(new Date(2026, 0, 2).toISOString());
  await userEvent.tab();
  await expect.element(from).toHaveValue("02.01.2026");
  await from.fill("31.02.2026");
  await userEvent.tab();
  await expect.element(from).toHaveAccessibleDescription(/geçerli bir gün değil.*GG\.AA\.YYYY/);
  await from.fill("02.01.2026");
  await page.getByRole("button", { name: "Takvimden seç" }).first().click();
  const calendar = page.getByRole("dialog", { name: "Takvimden seç" });
  await expect.element(calendar.getByRole("grid", { name: "Ocak 2026" })).toBeVisible();
  await expect.element(calendar.getByRole("button", { name: "2 Ocak 2026 Cuma" })).toHaveFocus();
  await userEvent.keyboard("{PageUp}{ArrowDown}{ArrowRight}{Enter}");
  await expect.element(calendar).not.toBeInTheDocument();
  await expect.element(from).toHaveValue("10.12.2025");
  await asked("from").toBe(new Date(2025, 11, 10).toISOString());
  await setLanguage("en");
  await expect.element(page.getByLabelText("From day", { exact: true })).toHaveValue("10/12/2025");
  await page.getByRole("button", { name: "Choose from the calendar" }).first().click();
  await expect.element(page.getByRole("grid", { name: "December 2025" })).toBeVisible();
  await expectAccessible("calendar", "[role=dialog]");
});

it("the chart gives its days in words, by keyboard and as a table", async () => {
  await open("/slot-sessions");
  const chart = page.getByRole("slider", { name: /gün gün/ });
  await expect.element(chart).toBeVisible();
  await expect.poll(() => chart.element().querySelectorAll("canvas").length).toBe(2);
  (chart.element() as HTMLElement).focus();
  await userEvent.keyboard("{End}");
  await expect.element(chart).toHaveAttribute("aria-valuetext", expect.stringMatching(/net sonuç .*₺5,00.*12 spin/));
  await userEvent.keyboard("{ArrowLeft}");
  await expect.element(chart).toHaveAttribute("aria-valuenow", "29");
  await page.getByRole("button", { name: "Tablo olarak göster" }).click();
  await rowCount("Günlere göre oyununuz").toBe(2);
});

const TOTAL = 12;
const operation = (n: number): Operation => ({
  id: String(n),
  at: "2026-01-02T09:00:00.000Z",
  type: n < 2 ? 4 : 3,
  amount: -100,
  from: "Lantern Street",
  tag: "",
  ip: "203.0.113.7",
  balance: 1_000_000 - 100 * n,
});

it("transactions come page by page; how many is kept, what is searched is asked for by type and origin too", async () => {
  onCall("transactions", ({ query }) => {
    const first = Number(query["cursor"] ?? 0);
    const total = query["type"] === "4" || query["searchTypes"] === "4" ? 2 : TOTAL;
    const end = Math.min(total, first + Number(query["limit"]));
    const items = Array.from({ length: end - first }, (_, n) => operation(first + n));
    return { items, nextCursor: end < total ? String(end) : null, total };
  });
  await open("/transactions");
  await rowCount("İşlemler").toBe(TOTAL);
  const asked = () => requestsOf("transactions").at(-1)?.query;
  // What the columns show is found, too: where from, and what kind.
  await page.getByRole("searchbox").fill("kasa");
  await expect.poll(asked).toMatchObject({ search: "kasa", searchFrom: "house" });
  await page.getByRole("searchbox").fill("makineden");
  await expect.poll(asked).toMatchObject({ search: "makineden", searchTypes: "4" });
  await rowCount("İşlemler").toBe(2);
  await page.getByRole("button", { name: "Aramayı temizle" }).click();
  await page.getByLabelText("Tür").selectOptions("Makineden alma");
  await expect.poll(asked).toMatchObject({ type: "4" });
  await rowCount("İşlemler").toBe(2);
  await page.getByRole("button", { name: "Filtreleri kaldır" }).click();
  await rowCount("İşlemler").toBe(TOTAL);

  await page.getByLabelText("Sayfa başına").selectOptions("10");
  await rowCount("İşlemler").toBe(10);
  await open("/transactions", keptHere());
  await rowCount("İşlemler").toBe(10);
  (page.getByRole("button", { name: "Daha fazla göster" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await rowCount("İşlemler").toBe(TOTAL);
  const count = await one("p[tabindex='-1']");
  await expect.element(count).toHaveTextContent(`${TOTAL} kayıttan ${TOTAL} tanesi gösteriliyor`);
  await expect.element(count).toHaveFocus();
});

it("a download that breaks off is an error that the player sees and can retry; the file has the day in its name", async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const csv = (rows: number) =>
    new Response(`\uFEFFTarih\r\n${"1\r\n".repeat(rows)}`, {
      headers: { "content-type": "text/csv", "X-Total-Count": "3" },
    });
  onCall("transactionsCsv", () => csv(1));
  await open("/transactions");
  await rowCount("İşlemler").toBe(3);
  await page.getByRole("button", { name: "İndir", exact: true }).click();
  const failed = page.getByRole("alert").filter({ hasText: "Dosya indirilemedi" });
  await expect.element(failed).toBeVisible();
  expect(saved).toEqual([]);
  onCall("transactionsCsv", () => csv(3));
  await failed.getByRole("button", { name: "Yeniden dene" }).click();
  await expect.poll(() => saved).toEqual([expect.stringMatching(/^islemler-\d{4}-\d{2}-\d{2}\.csv$/)]);
  await expect.element(failed).not.toBeInTheDocument();
  // As Turkish spreadsheets read it, unless the player chooses otherwise.
  expect(requestsOf("transactionsCsv").at(-1)?.query).toMatchObject({ lang: "tr", separator: "semicolon" });
  await page.getByLabelText("Dosya biçimi").selectOptions("CSV: virgül, 12.50");
  await page.getByRole("button", { name: "İndir", exact: true }).click();
  await expect.poll(() => saved.length).toBe(2);
  expect(requestsOf("transactionsCsv").at(-1)?.query).toMatchObject({ lang: "tr", separator: "comma" });
  vi.restoreAllMocks();
});
