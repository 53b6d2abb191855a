/** What of the layouts a mouse in a test can't show: the menu under a finger. Everything else is a component test. */
import { expect, test } from "../fixtures.ts";
import { PlayerPage } from "../player-page.ts";

test.describe("a house without template pages", () => {
  test.use({ settings: { templatePages: false } });
  test("has none of them in its menus, nor at their addresses", async ({ page, player }) => {
    await player.go("/rules");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.getByRole("button", { name: "Menüyü aç" }).click();
    const places = page.getByRole("dialog").getByRole("navigation", { name: "Ana menü" });
    await expect(places.getByRole("listitem")).toHaveCount(5);
    await expect(page.getByRole("dialog").getByRole("link", { name: "Belgeler" })).toHaveCount(0);
    await player.go("/ui/icons");
    await expect(page).toHaveURL(/error-404/);
  });
});

test("layout 2 flies out for a finger, and closes for one beside it", async ({ browser, house, account }) => {
  const { status } = await fetch(`${house.url}/api/v1/player/settings`, {
    method: "PUT",
    headers: { "content-type": "application/json", authorization: `Bearer ${account.token}` },
    body: JSON.stringify({ theme: { layout: "layout2" } }),
  });
  expect(status).toBe(200);
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 1180, height: 820 }, locale: "tr-TR" });
  const tablet = await context.newPage();
  const player = new PlayerPage(tablet, house.url);
  await player.logIn(account);
  await player.go("/rules");
  const row = tablet.getByRole("navigation", { name: "Ana menü" });
  await row.getByRole("button", { name: "Arayüz" }).tap();
  await row.getByRole("button", { name: "Sayfa düzenleri" }).tap();
  expect((await row.getByRole("link", { name: "Boş sayfa" }).boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await row.getByRole("link", { name: "Boş sayfa" }).tap();
  await expect(tablet).toHaveURL(/\/ui\/page-layouts\/blank$/);
  await row.getByRole("button", { name: "Arayüz" }).tap();
  await tablet.getByRole("main").tap({ position: { x: 10, y: 300 } });
  await expect(row.getByRole("button", { name: "Arayüz" })).toHaveAttribute("aria-expanded", "false");
  await context.close();
});
