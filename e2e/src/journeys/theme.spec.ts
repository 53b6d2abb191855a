/** The look of the app as its player wishes it, the search in the navigation, and the player's own shortcuts. */
import { AxeBuilder } from "@axe-core/playwright";
import { type Page, expect, test } from "@playwright/test";
import { House } from "../house.ts";
import { PlayerPage } from "../player-page.ts";

let house: House;
test.beforeAll(async () => {
  house = await House.open();
});
test.afterAll(async () => {
  await house.close();
});

const html = (page: Page) => page.locator("html");
const toolOf = (page: Page, name: string) => page.getByRole("group", { name: "Araçlar" }).getByRole("button", { name });
const background = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
async function openPanel(page: Page) {
  await toolOf(page, "Görünüm ayarları").click();
  const panel = page.getByRole("dialog", { name: "Görünüm" });
  await panel.waitFor();
  return panel;
}
/** Where the parts of the page's frame are. */
const frame = (page: Page) =>
  page.locator("header, nav[aria-label], main, footer").evaluateAll((parts) =>
    parts.map((part) => {
      const { x, width, height } = part.getBoundingClientRect();
      return [part.localName, x, width, part.localName === "main" ? 0 : height].map(String).join(" ");
    }),
  );
const saved = (page: Page) =>
  page.waitForResponse(
    (response) => response.url().endsWith("/player/settings") && response.request().method() === "PUT",
  );
async function expectNoViolations(page: Page, where: string): Promise<void> {
  await page.waitForTimeout(400);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${where}: ${id}: ${nodes.map((node) => node.html).join(" | ")}`)).toEqual(
    [],
  );
}

test("a player chooses colours, layout and text size, sees them at once, and finds them again everywhere", async ({
  page,
  browser,
}) => {
  await new PlayerPage(page).login(house.url, "demo1");
  const dark = await background(page);
  const panel = await openPanel(page);
  await panel.getByRole("radio", { name: "Gündüz" }).check();
  await expect(html(page)).toHaveAttribute("data-scheme", "light");
  expect(await background(page)).not.toBe(dark);
  await expect(page.locator("meta[name=theme-color]")).toHaveAttribute("content", "#f8f4fa");
  await panel.getByRole("radio", { name: "Yan menü" }).check();
  await panel.getByRole("radio", { name: "Sağ", exact: true }).check();
  await panel.getByRole("radio", { name: "Sağdan sola" }).check();
  await expect(html(page)).toHaveAttribute("dir", "rtl");
  const answer = saved(page);
  await panel.getByRole("slider", { name: "Yazı boyutu" }).press("End");
  await expect(html(page)).toHaveCSS("font-size", "22px");
  expect((await answer).ok()).toBe(true);

  // Before the app itself is there, the page already wears them.
  await page.route("**/assets/app-*.js", (route) => route.abort());
  await page.reload({ waitUntil: "domcontentloaded" });
  await expect(html(page)).toHaveAttribute("data-scheme", "light");
  await expect(html(page)).toHaveCSS("font-size", "22px");
  await page.unroute("**/assets/app-*.js");
  await page.reload();
  await expect(html(page)).toHaveAttribute("dir", "rtl");

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await new PlayerPage(other).login(house.url, "demo1");
  await expect(html(other)).toHaveAttribute("data-scheme", "light");
  await expect(html(other)).toHaveAttribute("dir", "rtl");
  const again = await openPanel(other);
  await expect(again.getByRole("radio", { name: "Yan menü" })).toBeChecked();
  // Another layout has options of its own: the place of the menu is as it was at first.
  await again.getByRole("radio", { name: "Salon" }).check();
  await again.getByRole("radio", { name: "Yan menü" }).check();
  await expect(again.getByRole("radio", { name: "Sol", exact: true })).toBeChecked();
  const reset = saved(other);
  await again.getByRole("button", { name: "Varsayılana dön" }).click();
  await expect(html(other)).toHaveAttribute("data-scheme", "dark");
  await expect(html(other)).toHaveCSS("font-size", "16px");
  await reset;
  // Every switch that a layout offers changes something in it.
  for (const [layout, switches] of [
    ["Yan menü", 4],
    ["Üst menü", 3],
    ["Salon", 0],
  ] as const) {
    await again.getByRole("radio", { name: layout }).check();
    await expect(again.getByRole("checkbox")).toHaveCount(switches);
    for (const one of await again.getByRole("checkbox").all()) {
      await expect(other.locator("nav[aria-label='Ana menü']")).toBeVisible();
      await expect(other.locator("footer")).toBeVisible();
      const before = await frame(other);
      await one.check();
      await expect.poll(() => frame(other)).not.toEqual(before);
      await one.uncheck();
      await expect.poll(() => frame(other)).toEqual(before);
    }
  }
  // Without the bar on top there is still a way out.
  await again.getByRole("radio", { name: "Üst menü" }).check();
  await again.getByRole("checkbox", { name: "Üst çubuğu gizle" }).check();
  await other.keyboard.press("Escape");
  await other.getByRole("banner").getByRole("button", { name: "Menüyü aç" }).click();
  await other.getByRole("dialog").getByRole("button", { name: "Çıkış yap" }).click();
  await expect(other).toHaveURL(/\/login/);
  await elsewhere.close();
});

test("a guest's look stays in the browser, and is back when the player has left", async ({ page }) => {
  const user = new PlayerPage(page);
  await user.open(house.url, "/login");
  await page.getByRole("button", { name: "Görünüm" }).click();
  await page.getByRole("dialog", { name: "Görünüm" }).getByRole("radio", { name: "Okyanus" }).check();
  await page.getByRole("dialog", { name: "Görünüm" }).getByRole("radio", { name: "Üst menü" }).check();
  await page.keyboard.press("Escape");
  await expect(html(page)).toHaveAttribute("data-scheme", "ocean");
  await user.login(house.url, "demo2");
  const panel = await openPanel(page);
  const answer = saved(page);
  await panel.getByRole("radio", { name: "Yakut" }).check();
  // The first that the house hears of this player's look is all of it.
  expect((await (await answer).json()).theme).toMatchObject({ scheme: "ruby", layout: "layout2" });
  await expect(page.locator("[data-layout]")).toHaveAttribute("data-layout", "layout2");
  // A second tab of the same browser follows by itself.
  const second = await page.context().newPage();
  await new PlayerPage(second).open(house.url, "/rules");
  await expect(html(second)).toHaveAttribute("data-scheme", "ruby");
  await panel.getByRole("radio", { name: "Zümrüt" }).check();
  await expect(html(second)).toHaveAttribute("data-scheme", "emerald");
  await second.close();
  await page.goto(`${house.url}/logout`);
  await expect(page).toHaveURL(/\/login/);
  await expect(html(page)).toHaveAttribute("data-scheme", "ocean");
});

test("what can't be saved is said, and what the house has is shown again", async ({ page }) => {
  await new PlayerPage(page).login(house.url, "demo3");
  const panel = await openPanel(page);
  await page.route("**/player/settings", (route) =>
    route.request().method() === "PUT" ? route.abort() : route.continue(),
  );
  await panel.getByRole("radio", { name: "Yakut" }).check();
  await expect(html(page)).toHaveAttribute("data-scheme", "ruby");
  await expect(page.getByText("Görünüm ayarınız kaydedilemedi.").first()).toBeVisible();
  await expect(html(page)).toHaveAttribute("data-scheme", "dark");
});

test("pages are found by typing alone, and pinned pages are there after the next login", async ({ page, browser }) => {
  await new PlayerPage(page).login(house.url, "demo4");
  await toolOf(page, "Menüde ara").waitFor();
  await page.keyboard.press("/");
  const field = page.getByRole("combobox", { name: "Menüde ara" });
  await expect(field).toBeFocused();
  await expect(page.getByRole("listbox")).toBeHidden();
  await field.fill("qqq");
  await expect(page.getByRole("dialog")).toContainText("Sonuç yok..");
  await field.fill("  ISLEM ");
  await expect(page.getByRole("option").first()).toContainText("İşlemler");
  // What opens for administrators alone is an example of just that.
  await field.fill("yonetici");
  await expect(page.getByRole("option")).toHaveCount(1);
  await field.fill("sa");
  await expect(page.getByRole("option")).toHaveCount(10);
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option").nth(1)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("End");
  await expect(page.getByRole("option").last()).toHaveAttribute("aria-selected", "true");
  await expectNoViolations(page, "search");
  await page.keyboard.press("Escape");
  await expect(field).toBeHidden();
  await page.keyboard.press("Control+k");
  await field.fill("profil");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/profile$/);

  await toolOf(page, "Kısayollar").click();
  const panel = page.getByRole("dialog", { name: "Kısayollar" });
  await panel.getByRole("searchbox").fill("KURALLAR");
  const answer = saved(page);
  await panel.getByRole("button", { name: /^Kurallar: kısayollara ekle/ }).click();
  await answer;
  await expect(panel.getByRole("button", { name: /^Kurallar: kısayollardan çıkar/ })).toBeVisible();
  await expectNoViolations(page, "shortcuts");

  const elsewhere = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const other = await elsewhere.newPage();
  await new PlayerPage(other).login(house.url, "demo4");
  await other.getByRole("group", { name: "Araçlar" }).getByRole("link", { name: "Kurallar" }).click();
  await expect(other).toHaveURL(/\/rules$/);
  await toolOf(other, "Kısayollar").click();
  await other.getByRole("button", { name: /^Kurallar: kısayollardan çıkar/ }).click();
  await expect(other.getByRole("dialog")).toContainText("Henüz kısayolunuz yok");
  await elsewhere.close();
});

const PANEL_WORDS = { tr: "Görünüm ayarları", en: "Theme settings", ar: "إعدادات المظهر" };
const SCHEMES = {
  tr: ["dark", "light", "contrast", "emerald", "ocean", "ruby"],
  en: ["light"],
  ar: ["light"],
};
for (const language of ["tr", "en", "ar"] as const) {
  test(`axe finds nothing on the lobby and the panel in any scheme (${language})`, async ({ page }) => {
    await page.addInitScript((chosen) => localStorage.setItem("language", chosen), language);
    const user = new PlayerPage(page);
    await user.open(house.url, "/login");
    await page.locator("input[name=username]").fill("demo3");
    await page.locator("input[name=password]").fill("play1234");
    await page.locator("button[type=submit]").click();
    await page.getByRole("main").getByRole("listitem").first().waitFor();
    for (const scheme of SCHEMES[language]) {
      await page.getByRole("button", { name: PANEL_WORDS[language] }).first().click();
      await page.getByRole("dialog").locator(`input[value=${scheme}]`).check();
      await expect(html(page)).toHaveAttribute("data-scheme", scheme);
      await expectNoViolations(page, `panel, ${scheme}`);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toBeHidden();
      await expectNoViolations(page, `lobby, ${scheme}`);
    }
  });
}
