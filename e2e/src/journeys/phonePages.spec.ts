/** Menus and pages of the player's own on a phone that is held upright. */
import { type Locator } from "@playwright/test";
import { expect, test } from "../fixtures.ts";

test.use({ viewport: { width: 390, height: 844 } });

const top = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;

test("the drawer begins with the navigation, and the game's settings are one list", async ({ page, player }) => {
  await player.go("/rules");
  await page.getByRole("button", { name: "Menüyü aç" }).click();
  const drawer = page.getByRole("dialog");
  const entries = drawer.getByRole("navigation", { name: "Ana menü" });
  await expect(entries.getByRole("link", { name: "Lobi", exact: true })).toBeVisible();
  const parts = [entries, drawer.getByText("Güncel bakiye"), drawer.getByRole("region", { name: "Son giriş" })];
  const tops = await Promise.all(parts.map(top));
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));

  await player.sit(1);
  await page.getByRole("button", { name: "Ayarlar" }).click();
  const settings = page.getByRole("dialog", { name: "Ayarlar" });
  await expect(settings.getByRole("list")).toHaveCount(1);
  await expect(settings.getByRole("listitem").filter({ hasText: "Limitlerim" })).toHaveCount(1);
  await settings.getByRole("button", { name: "Bağlantı" }).click();
  await expect(page.getByRole("dialog", { name: "Bağlantı" })).toBeVisible();
});

test("sessions are rows of two lines below a folded chart, and those without a game can be hidden for good", async ({
  page,
  player,
  client,
}) => {
  // Nobody plays in this one.
  const game = await client.game();
  await game.init(2);
  await game.cashIn(5_000);
  await expect.poll(() => client.cancel(2).then(Boolean, () => false), { timeout: 60_000 }).toBe(true);
  game.close();
  await player.go("/slot-sessions");
  const fold = page.getByRole("button", { name: "Günlere göre oyununuz" });
  await expect(fold).toHaveAttribute("aria-expanded", "false");
  const rows = page.getByRole("list", { name: "Oyun Oturumları", exact: true }).getByRole("listitem");
  await expect(rows).toHaveCount(1);
  expect((await rows.first().boundingBox())?.height).toBeLessThan(64);
  await fold.click();
  await expect(fold).toHaveAttribute("aria-expanded", "true");
  const hide = page.getByRole("switch", { name: "Oyun oynanmayan oturumları gizle" });
  await hide.click();
  await expect(rows).toHaveCount(0);
  await page.reload();
  await expect(hide).toBeChecked();
  await expect(page.getByRole("heading", { name: "Eşleşen kayıt yok" })).toBeVisible();

  // The money that came back is the player's own.
  await player.go("/transactions");
  const sums = page.locator("dl").filter({ hasText: "Makinelerden dönen" });
  await expect(sums.locator("div").filter({ hasText: "Makinelerden dönen" })).toContainText("₺50,00");
  await expect(sums.locator("div").filter({ hasText: "Hesaba yatan" })).toContainText("+₺10.000,00");
});

test("each limit has its day, week and month in one row, and is set there", async ({ page, player }) => {
  await player.go("/profile/limits");
  const cells = page.getByRole("list", { name: "Kayıp limiti" }).getByRole("listitem");
  await expect(cells).toHaveCount(3);
  const tops = await Promise.all((await cells.all()).map(top));
  expect(new Set(tops).size).toBe(1);
  await cells.nth(1).getByRole("button", { name: "Kayıp limiti, Haftalık: limit koy" }).click();
  const dialog = page.getByRole("dialog", { name: "Kayıp limiti, Haftalık" });
  await dialog.getByRole("textbox").fill("500");
  await dialog.getByRole("button", { name: "Kaydet" }).click();
  await expect(cells.nth(1).getByText("₺500", { exact: true })).toBeVisible();
  await expect(cells.nth(0).getByText("Limit yok")).toBeVisible();
});
