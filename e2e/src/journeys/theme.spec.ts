/** The look and the shortcuts of a player, as the server keeps them, and the menu under a finger. What the panels do is a matter of the component tests. */
import type { Locator, Page } from "@playwright/test";
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

const SCHEMES = ["dark", "light", "contrast", "emerald", "ocean", "ruby"];

/** Degrees of the colour circle, of a computed colour. */
function hueOf(computed: string): number {
  const [red = 0, green = 0, blue = 0] = (/\(([^)]+)\)/.exec(computed)?.[1] ?? "").split(/[\s,/]+/).map(Number);
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const part =
    most === red
      ? (green - blue) / (most - least)
      : most === green
        ? 2 + (blue - red) / (most - least)
        : 4 + (red - green) / (most - least);
  return (part * 60 + 360) % 360;
}
const isGreen = (hue: number) => hue > 100 && hue < 170;
const isRed = (hue: number) => hue > 345 || hue < 15;
const isCyan = (hue: number) => hue > 175 && hue < 200;
const isYellow = (hue: number) => hue > 35 && hue < 62;

test("deposit is green, withdraw red, bonus cyan and discount yellow in every scheme of the built app; the drawer is 280 px wide, its entries 40", async ({
  page,
  player,
}) => {
  const colours = async (names: Record<string, [Locator, (hue: number) => boolean]>) => {
    for (const scheme of SCHEMES) {
      await html(page).evaluate((element, name) => element.setAttribute("data-scheme", name), scheme);
      for (const [name, [place, fits]] of Object.entries(names)) {
        await expect(place).toBeVisible();
        await expect
          .poll(async () => {
            const { color } = await place.evaluate((element) => ({ color: getComputedStyle(element).color }));
            return fits(hueOf(color)) ? null : color;
          }, `${name} in ${scheme}`)
          .toBeNull();
      }
    }
  };
  await player.go("/lobby");
  await colours({
    discount: [page.getByRole("button", { name: "İndirim", exact: true }), isYellow],
    bonus: [page.getByRole("button", { name: "Bonus", exact: true }), isCyan],
  });
  await page.getByRole("button", { name: /^Menü/ }).first().click();
  const drawer = page.getByRole("dialog");
  await expect(drawer).toHaveCSS("width", "280px");
  const heights = await drawer
    .getByRole("navigation")
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));
  expect(new Set(heights)).toEqual(new Set([40]));
  await player.sit(4, "100");
  await player.rest();
  await colours({
    deposit: [page.getByRole("button", { name: /PARA YATIR/ }).first(), isGreen],
    withdraw: [page.getByRole("button", { name: /PARA ÇEK/ }).first(), isRed],
  });
});
