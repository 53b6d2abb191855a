/** Parts that load when they are first needed: offline they load late, and nothing else fails. */
import { expect, test } from "../fixtures.ts";
import { PlayerPage } from "../playerPage.ts";

test("offline, a drawer, a dialog and a screen that were never opened come once the network is back", async ({
  page,
  context,
  player,
}) => {
  await player.go("/lobby");
  const late = page.getByText("Bu bölüm yüklenemedi").first();
  await page.waitForLoadState("networkidle");

  await context.setOffline(true);
  await page.getByRole("button", { name: "Menüyü aç" }).click();
  await expect(late).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Lobi" })).toBeAttached();
  await context.setOffline(false);
  const drawer = page.getByRole("dialog", { name: /^Test / });
  await expect(drawer).toBeVisible();
  await expect(late).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();

  // A screen: what is there stays in use, and the way to another one stays open.
  await context.setOffline(true);
  const missed = page.waitForEvent("requestfailed", (request) => request.url().includes("/assets/"));
  await page.getByRole("link", { name: "Oyun Oturumları" }).click();
  // Only what could not be fetched can take a screen down.
  await missed;
  await expect(page.getByText("İnternet bağlantınız yok").first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Lobi", exact: true }).first()).toBeVisible();
  await expect(page.getByText("Bu ekran gösterilemedi")).toBeHidden();
  await context.setOffline(false);
  await expect(page.getByRole("heading", { level: 1, name: "Oyun Oturumları" })).toBeVisible();

  await page.getByRole("link", { name: "Profil" }).first().click();
  await page.getByRole("link", { name: "Limitler" }).click();
  const set = page.getByRole("button", { name: /limit koy/i }).first();
  await set.waitFor();
  await context.setOffline(true);
  await set.click();
  await expect(late).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Profil" })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("on a slow line nothing is fetched before the pictures that can wait, and no font; on a fast one Turkish needs two small files", async ({
  page,
  browser,
  player,
  house,
}) => {
  const fonts: string[] = [];
  page.on("request", (request) => {
    const name = /\/([\w-]+)-[^/]*\.woff2$/.exec(request.url())?.[1];
    if (name !== undefined) fonts.push(name);
  });
  await player.go("/lobby");
  await page.evaluate(() => document.fonts.ready);
  expect(fonts.toSorted()).toEqual(["inter-latin-wght-normal", "inter-turkish-wght-normal"]);
  expect(await page.evaluate(() => document.fonts.check('16px "Inter Variable"', "Ğğİ₺"))).toBe(true);

  const context = await browser.newContext({
    locale: "tr-TR",
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
  });
  const slow = await context.newPage();
  await slow.addInitScript(() =>
    Object.defineProperty(navigator, "connection", { value: { effectiveType: "3g", addEventListener() {} } }),
  );
  const [fetched, times]: [string[], number[]] = [[], []];
  slow.on("request", (request) => {
    fetched.push(request.url());
    times.push(performance.now());
  });
  const other = new PlayerPage(slow, house.url);
  await other.logIn(await house.addPlayer());
  await other.go("/lobby");
  await expect(slow.locator(".machine-item img").first()).toBeVisible();
  await slow.evaluate(() => document.fonts.ready);
  expect(fetched.filter((url) => url.endsWith(".woff2"))).toEqual([]);
  // The pictures come in the size of an ordinary screen, and before what the page shows later.
  const pictures = fetched.filter((url) => url.includes("/machines/"));
  expect(pictures.length).toBeGreaterThan(2);
  expect(pictures.filter((url) => !url.endsWith("?w=240"))).toEqual([]);
  // Four seconds later than the app that asks for it, whatever the machine that runs this.
  const fetchedAt = (part: RegExp) => times[fetched.findIndex((url) => part.test(url))] ?? NaN;
  await expect.poll(() => fetchedAt(/\/assets\/livingCards-/)).toBeGreaterThan(fetchedAt(/\/assets\/app-/) + 4_000);
  await context.close();
});
