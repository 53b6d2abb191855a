/** The frame around the screens of the built app: panels that close, brands in the lobby, languages, and what a page is before its code. */
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { PlayerPage } from "../playerPage.ts";
import { TestServer } from "../testServer.ts";

for (const [panel, name] of [
  ["chat", "Sohbet"],
  ["quick", "Hızlı panel"],
] as const)
  test(`a press next to the ${panel} panel closes it and seats nobody; the next one does`, async ({
    page,
    player,
    client,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await player.go("/lobby");
    const card = page.locator("a.machine-card[href]").first();
    await expect(card).toBeVisible();
    await page.locator(`[data-panel=${panel}]`).filter({ visible: true }).first().click();
    const dialog = page.getByRole("dialog", { name: new RegExp(name) });
    await expect(dialog).toBeVisible();
    const box = await card.boundingBox();
    if (!box) throw new Error("no card");
    const press = () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 3);
    await press();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/lobby/);
    expect((await client.machines()).every(({ status }) => status !== "waiting")).toBe(true);
    await press();
    await expect(page).toHaveURL(/\/game\//);
  });

test("machines stand under their brands; a brand that is pressed stands alone, pressed again all are there", async ({
  page,
  player,
}) => {
  await page.setViewportSize({ width: 1440, height: 2_400 });
  await player.go("/lobby");
  const headings = page.getByRole("main").getByRole("heading", { level: 2 });
  const brands = page.getByRole("navigation", { name: "Markalar" }).getByRole("link");
  await expect(headings.first()).toBeVisible();
  const names = await headings.allTextContents();
  expect(names.length).toBeGreaterThan(1);
  const [second = ""] = names.slice(1);
  const group = page.getByRole("group", { name: second, exact: true });
  await expect(group).toContainText(/boş makine/);
  await expect(group).toContainText(/₺/);
  const all = await page.locator(".machine-item").count();
  const brand = brands.filter({ hasText: second });
  await brand.click();
  await expect(brand).toHaveAttribute("aria-current", "page");
  await expect(page).toHaveURL(/\/lobby\/\d+\//);
  await expect.poll(() => page.locator(".machine-item").count()).toBeLessThan(all);
  for (const name of names.filter((one) => one !== second))
    await expect(page.getByRole("group", { name, exact: true })).toHaveCount(0);
  await brand.click();
  await expect(page).toHaveURL(/\/lobby$/);
  await expect(page.locator(".machine-item")).toHaveCount(all);
});

const languageOf = (page: Page) => page.locator("html").getAttribute("lang");

test("Turkish is shown to an English browser where players may choose; `auto` follows the browser; no visit stores a choice", async ({
  browser,
}) => {
  const house = await TestServer.open({}, { languageSelect: true });
  try {
    const visit = async (locale: string, expected: string) => {
      const context = await browser.newContext({ baseURL: house.url, locale });
      const guest = new PlayerPage(await context.newPage(), house.url);
      await guest.go("/login");
      expect(await languageOf(guest.page), locale).toBe(expected);
      expect(await guest.page.evaluate(() => localStorage.getItem("language"))).toBeNull();
      return { context, guest };
    };
    const first = await visit("en-GB", "tr");
    await house.cli("settings", "set", "language", '"auto"');
    await expect
      .poll(async () => (await fetch(`${house.url}/Settings.json`)).json())
      .toMatchObject({ language: "auto" });
    const english = await visit("en-GB", "en");
    const arabic = await visit("ar-EG", "ar");
    expect(await arabic.guest.page.locator("html").getAttribute("dir")).toBe("rtl");
    const other = await visit("de-DE", "tr");
    for (const { context } of [first, english, arabic, other]) await context.close();
  } finally {
    await house.close();
  }
});

test("a page says what it is without its code, in the house's language: description, manifest, and what needs JavaScript", async ({
  browser,
}) => {
  const house = await TestServer.open({}, { language: "ar" });
  try {
    const context = await browser.newContext({ baseURL: house.url, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${house.url}/login`);
    for (const [language, words] of [
      ["tr", "JavaScript gerektirir"],
      ["en", "needs JavaScript"],
      ["ar", "يتطلب"],
    ] as const)
      await expect(page.locator(`.noscript [lang=${language}]`)).toContainText(words);
    await expect(page.locator("html")).toHaveAttribute("lang", "ar");
    const description = await page.locator("meta[name=description]").getAttribute("content");
    expect(description).toMatch(/[\u0600-\u06ff]/);
    const manifest = (await (await fetch(`${house.url}/manifest.webmanifest`)).json()) as Record<string, unknown>;
    expect(manifest).toMatchObject({ lang: "ar", dir: "rtl", description });
    await context.close();
  } finally {
    await house.close();
  }
});

test("without any setting the template's navigation leads to the documentation, and the video uses a STUN server and no empty TURN entry", async ({
  browser,
}) => {
  const house = await TestServer.open();
  try {
    const context = await browser.newContext({ baseURL: house.url, locale: "tr-TR" });
    const player = new PlayerPage(await context.newPage(), house.url);
    await player.logIn(await house.addPlayer());
    await player.go("/ui/page-layouts/blank");
    await player.page.getByRole("button", { name: "Menüyü aç" }).first().click();
    const drawer = player.page.getByRole("dialog");
    await drawer.getByRole("link", { name: "Belgeler" }).click();
    await expect(player.page).toHaveURL(/\/documentation/);
    await expect(player.page.getByRole("heading", { level: 1 })).toBeVisible();
    await player.page.addInitScript(() => {
      globalThis.RTCPeerConnection = class extends RTCPeerConnection {
        constructor(how?: RTCConfiguration) {
          super(how);
          document.documentElement.dataset["ice"] = JSON.stringify(how?.iceServers?.map(({ urls }) => urls));
        }
      };
    });
    await player.sit(3);
    await expect(player.page.locator("html")).toHaveAttribute("data-ice", '["stun:stun.l.google.com:19302"]');
    await context.close();
  } finally {
    await house.close();
  }
});

test.describe("in a long menu", () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test("limits and support stand before the groups", async ({ page, player }) => {
    await player.go("/lobby");
    await page.getByRole("button", { name: "Menüyü aç" }).first().click();
    const menu = page.getByRole("dialog").getByRole("navigation", { name: "Ana menü" });
    const limits = await menu.getByRole("link", { name: "Limitlerim" }).boundingBox();
    const support = await menu.getByRole("button", { name: /Destek/ }).boundingBox();
    const group = await menu.getByText("Arayüz", { exact: true }).first().boundingBox();
    if (!limits || !support || !group) throw new Error("an entry is missing");
    expect(limits.y).toBeLessThan(support.y);
    expect(support.y).toBeLessThan(group.y);
  });
});
