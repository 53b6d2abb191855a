/** The look and the shortcuts of a player, as the server keeps them. What the panels do is a matter of the component tests. */
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { PlayerPage } from "../player-page.ts";

const html = (page: Page) => page.locator("html");
const toolOf = (page: Page, name: string) => page.getByRole("group", { name: "Araçlar" }).getByRole("button", { name });
const saved = (page: Page) =>
  page.waitForResponse(
    (response) => response.url().endsWith("/player/settings") && response.request().method() === "PUT",
  );

test("what a player has chosen is worn before the app is there, by a second tab at once, and in another browser", async ({
  browser,
  house,
  account,
  page,
  player,
}) => {
  await player.go("/lobby");
  await toolOf(page, "Görünüm ayarları").click();
  const panel = page.getByRole("dialog", { name: "Görünüm" });
  const answer = saved(page);
  await panel.getByRole("radio", { name: "Gündüz" }).check();
  await panel.getByRole("slider", { name: "Yazı boyutu" }).press("End");
  await expect(html(page)).toHaveCSS("font-size", "22px");
  expect((await answer).ok()).toBe(true);

  // Before the app itself is there, the page already wears them.
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
  const pinned = saved(page);
  await shortcuts.getByRole("button", { name: /^Kurallar: kısayollara ekle/ }).click();
  await pinned;

  const elsewhere = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const other = new PlayerPage(await elsewhere.newPage(), house.url);
  await other.logIn(account);
  await other.go("/lobby");
  await expect(html(other.page)).toHaveAttribute("data-scheme", "emerald");
  await other.page.getByRole("group", { name: "Araçlar" }).getByRole("link", { name: "Kurallar" }).click();
  await expect(other.page).toHaveURL(/\/rules$/);
  await toolOf(other.page, "Kısayollar").click();
  await other.page.getByRole("button", { name: /^Kurallar: kısayollardan çıkar/ }).click();
  await expect(other.page.getByRole("dialog")).toContainText("Henüz kısayolunuz yok");
  await elsewhere.close();
});
