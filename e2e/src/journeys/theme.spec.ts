/** The look and the shortcuts of a player, as the server keeps them, and the menu under a finger. What the panels do is a matter of the component tests. */
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { PlayerPage } from "../playerPage.ts";

const html = (page: Page) => page.locator("html");
const toolOf = (page: Page, name: string) => page.getByRole("group", { name: "Araçlar" }).getByRole("button", { name });
test("what a player has chosen is applied before the app is there, by a second tab at once, and in another browser, under a finger", async ({
  browser,
  house,
  account,
  page,
  player,
}) => {
  await player.go("/lobby");
  /** What the server keeps. */
  const kept = async () => {
    const headers = { authorization: `Bearer ${account.token}` };
    return (await (await fetch(`${house.url}/api/v1/player/settings`, { headers })).json()) as object;
  };
  await toolOf(page, "Görünüm ayarları").click();
  const panel = page.getByRole("dialog", { name: "Görünüm" });
  await panel.getByRole("radio", { name: "Gündüz" }).check();
  await panel.getByRole("radio", { name: "Üst menü" }).check();
  await panel.getByRole("slider", { name: "Yazı boyutu" }).press("End");
  await expect(html(page)).toHaveCSS("font-size", "22px");
  await expect.poll(kept).toMatchObject({ theme: { scheme: "light", layout: "layout2", textSize: 22 } });

  // Before the app itself is there, the page already has them.
  await page.route("**/assets/app-*.js", (route) => route.abort());
  await page.reload({ waitUntil: "domcontentloaded" });
  await expect(html(page)).toHaveAttribute("data-scheme", "light");
  await expect(html(page)).toHaveCSS("font-size", "22px");
  await page.unroute("**/assets/app-*.js");
  await player.go("/lobby");

  const second = await page.context().newPage();
  await second.goto(`${house.url}/rules`);
  await expect(html(second)).toHaveAttribute("data-scheme", "light");
  await toolOf(page, "Görünüm ayarları").click();
  await panel.getByRole("radio", { name: "Zümrüt" }).check();
  await expect(html(second)).toHaveAttribute("data-scheme", "emerald");
  await second.close();
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();

  await toolOf(page, "Kısayollar").click();
  const shortcuts = page.getByRole("dialog", { name: "Kısayollar" });
  await shortcuts.getByRole("searchbox").fill("KURALLAR");
  await shortcuts.getByRole("button", { name: /^Kurallar: kısayollara ekle/ }).click();
  await expect.poll(kept).toMatchObject({ theme: { scheme: "emerald" }, shortcuts: ["rules"] });

  // Another browser, where a finger opens the menu.
  const elsewhere = await browser.newContext({
    hasTouch: true,
    viewport: { width: 1440, height: 900 },
    locale: "tr-TR",
  });
  const tablet = await elsewhere.newPage();
  const other = new PlayerPage(tablet, house.url);
  await other.logIn(account);
  await other.go("/rules");
  await expect(html(tablet)).toHaveAttribute("data-scheme", "emerald");
  const row = tablet.getByRole("navigation", { name: "Ana menü" });
  const surface = row.getByRole("button", { name: "Arayüz" });
  await surface.tap();
  await row.getByRole("button", { name: "Sayfa düzenleri" }).tap();
  const blank = row.getByRole("link", { name: "Boş sayfa" });
  expect((await blank.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await blank.tap();
  await expect(tablet).toHaveURL(/\/ui\/page-layouts\/blank$/);
  await surface.tap();
  await tablet.getByRole("main").tap({ position: { x: 10, y: 300 } });
  await expect(surface).toHaveAttribute("aria-expanded", "false");
  await tablet.getByRole("group", { name: "Araçlar" }).getByRole("link", { name: "Kurallar" }).tap();
  await expect(tablet).toHaveURL(/\/rules$/);
  await elsewhere.close();
});
