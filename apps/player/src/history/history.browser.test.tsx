/** The lists of what a player has played: searched, narrowed, paged, opened, charted, and taken along as a file. */
import type { Operation } from "@reelcast/contract";
import { expect, it, vi } from "vitest";
import { expectAccessible } from "../testing/accessibility.ts";
import { setLanguage } from "../i18n/index.ts";
import { page, userEvent } from "vitest/browser";
import { expectCount, one, screenIsThere } from "@reelcast/testing/find";
import { DESKTOP, PHONE, keptHere, openApp } from "../testing/openApp.ts";
import { SESSIONS } from "../testing/answers.ts";
import { onCall, requestsOf } from "../testing/scriptedServer.ts";

const tableOf = (name: string) => page.getByRole("table", { name, exact: true });
const rowsOf = (name: string) => [
  ...(tableOf(name).elements()[0]?.querySelectorAll<HTMLTableRowElement>(":scope > tbody > tr") ?? []),
];
const rowCount = (name: string) => expect.poll(() => rowsOf(name).length);
const open = async (path: string, stored: Record<string, string> = {}, size = DESKTOP): Promise<void> => {
  await openApp(path, { stored, size });
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

it("on a phone the chart is folded, asks for nothing until it is opened by a press or a key, and says which it is", async () => {
  await open("/slot-sessions", {}, PHONE);
  const fold = page.getByRole("heading", { name: "Günlere göre oyununuz" }).getByRole("button");
  await expect.element(fold).toHaveAttribute("aria-expanded", "false");
  await expect.element(page.getByRole("list", { name: "Oyun Oturumları" })).toBeVisible();
  const chart = page.getByRole("slider", { name: /gün gün/ });
  await expectCount(chart, 0);
  expect(requestsOf("summary")).toEqual([]);
  await expectAccessible("folded chart", "main");
  (fold.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(chart).toBeVisible();
  await expect.element(fold).toHaveAttribute("aria-expanded", "true");
  expect(document.getElementById(fold.element().getAttribute("aria-controls") ?? "")).not.toBeNull();
  await fold.click();
  await expectCount(chart, 0);
});

it("on a phone sessions and transactions are rows of two lines that open to all their figures", async () => {
  for (const [path, list, name, more] of [
    ["/slot-sessions", "Oyun Oturumları", /^Lantern Street.*ayrıntılar$/, "Makineden alma"],
    ["/transactions", "İşlemler", /^Makineden alma.*ayrıntılar$/, "203.0.113.7"],
  ] as const) {
    await open(path, {}, { width: 360, height: 640 });
    const rows = page.getByRole("list", { name: list, exact: true });
    const opener = rows.getByRole("button", { name }).first();
    await expect.element(opener).toHaveAttribute("aria-expanded", "false");
    const row = rows.getByRole("listitem").first().element() as HTMLElement;
    expect(row.offsetHeight, path).toBeLessThan(64);
    expect(row.offsetHeight, path).toBeGreaterThanOrEqual(44);
    await expectCount(rows.getByText(more), 0);
    (opener.element() as HTMLElement).focus();
    await userEvent.keyboard(" ");
    await expect.element(rows.getByText(more).first()).toBeVisible();
    await expectAccessible(path, "main");
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
    await opener.click();
    await expectCount(rows.getByText(more), 0);
  }
});

it("what returns from a machine is neither coloured nor counted as paid in", async () => {
  const movement = (id: string, type: number, amount: number): Operation => ({ ...operation(0), id, type, amount });
  onCall("transactions", {
    items: [
      movement("1", 1, 100_000),
      movement("2", 3, -50_000),
      movement("3", 4, 40_000),
      movement("4", 5, 5_000),
      movement("5", 2, -7_000),
    ],
    nextCursor: null,
    total: 5,
  });
  await open("/transactions");
  await rowCount("İşlemler").toBe(5);
  const colours = rowsOf("İşlemler").map((row) => {
    const classes = row.querySelector("span[dir=ltr]")?.classList;
    return [classes?.contains("text-success"), classes?.contains("text-error")];
  });
  const none = [false, false];
  expect(colours).toEqual([[true, false], none, none, none, [false, true]]);
  const sum = (name: string) => [...document.querySelectorAll("dt")].find((term) => term.textContent === name);
  const sums = ["Hesaba yatan", "Hesaptan çekilen", "Makinelere aktarılan", "Makinelerden dönen"];
  expect(sums.map((name) => sum(name)?.nextElementSibling?.textContent)).toEqual([
    "+₺1.000,00",
    "-₺70,00",
    "₺500,00",
    "₺450,00",
  ]);
});

it("sessions without a game are hidden by a switch that this browser keeps, by asking the server for the others", async () => {
  const [played] = SESSIONS.items;
  const idle = Array.from({ length: 3 }, (_, n) => ({ ...played, id: `idle-${n}`, spins: 0, freeSpins: 0 }));
  onCall("sessions", ({ query }) => {
    const items = query["played"] === "true" ? SESSIONS.items : [...SESSIONS.items, ...idle];
    return { items, nextCursor: null, total: items.length } as typeof SESSIONS;
  });
  await open("/slot-sessions");
  await rowCount("Oyun Oturumları").toBe(4);
  const hide = page.getByRole("switch", { name: "Oyun oynanmayan oturumları gizle" });
  await expect.element(hide).not.toBeChecked();
  await hide.click();
  await rowCount("Oyun Oturumları").toBe(1);
  await expect.element(page.getByText("1 kayıttan 1 tanesi gösteriliyor").last()).toBeVisible();
  await open("/slot-sessions", keptHere());
  await expect.element(hide).toBeChecked();
  await rowCount("Oyun Oturumları").toBe(1);
  await open("/transactions", keptHere());
  await expectCount(page.getByRole("switch"), 0);
  expect(requestsOf("transactions").at(-1)?.query["played"]).toBeUndefined();
  // Clearing another list changes nothing here.
  onCall("transactions", { items: [], nextCursor: null, total: 0 });
  await open("/transactions", keptHere());
  await page.getByRole("searchbox").fill("zzz");
  await page.getByRole("button", { name: "Aramayı ve filtreleri kaldır" }).click();
  await open("/slot-sessions", keptHere());
  await expect.element(hide).toBeChecked();
  // Where nothing is left, the way back shows them again.
  onCall("sessions", ({ query }) => ({
    items: query["played"] ? [] : [...SESSIONS.items],
    nextCursor: null,
    total: 1,
  }));
  await open("/slot-sessions", keptHere());
  await page.getByRole("button", { name: "Aramayı ve filtreleri kaldır" }).click();
  await rowCount("Oyun Oturumları").toBe(1);
  await expect.element(hide).not.toBeChecked();
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

it("tags of the house's own parts are shown and searched in words, those of an operator as they are", async () => {
  const items = ["demo", "correction", "checking", "Tombala"].map((tag, n) => ({ ...operation(n), tag }));
  onCall("transactions", { items, nextCursor: null, total: items.length });
  await open("/transactions");
  for (const words of ["Deneme bakiyesi", "Düzeltme", "Kontrol", "Tombala"])
    await expect.element(page.getByRole("cell", { name: words, exact: true })).toBeVisible();
  await page.getByRole("searchbox").fill("düzelt");
  await expect
    .poll(() => requestsOf("transactions").at(-1)?.query)
    .toMatchObject({ search: "düzelt", searchTags: "correction" });
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
