/** Money that is being checked: shown on every page, in every layout and language, until it is over. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { ErrorCode } from "@reelcast/contract";
import { expect, test } from "../fixtures.ts";
import { tapGame } from "../tap.ts";

const BALANCE = 950_000;
const CHECKING = 50_000;

/** Stands between the page and the house: what is being checked, in the balance call and by pushes. */
async function check(page: Page, from: number): Promise<{ push: (checking: number) => void }> {
  let checking = from;
  let send = (_text: string): void => undefined;
  await page.route("**/api/v1/player/balance", (route) => route.fulfill({ json: { balance: BALANCE, checking } }));
  await page.routeWebSocket(/\/ws\/notifications/, (near) => {
    const far = near.connectToServer();
    // The house's own balance would replace ours.
    far.onMessage((frame) => void (String(frame).includes('"balance"') || near.send(frame)));
    send = (text) => near.send(text);
  });
  return {
    push(next) {
      checking = next;
      send(JSON.stringify({ jsonrpc: "2.0", method: "checking", params: { checking } }));
    },
  };
}
const note = (page: Page, words: string) => page.getByRole("status").filter({ hasText: words });
const TURKISH = "₺500,00 kontrol ediliyor.";

test("is announced by a push, shown on every page and after a reload, and its end is announced", async ({
  page,
  player,
}) => {
  const { push } = await check(page, 0);
  await player.go("/lobby");
  await expect(page.getByRole("banner").getByText("₺9.500,00")).toBeVisible();
  await expect(note(page, "kontrol ediliyor")).toHaveCount(0);
  /** Until the page's socket is open. */
  const pushUntil = (checking: number, words: string) =>
    expect(async () => {
      push(checking);
      await expect(note(page, words)).toBeVisible({ timeout: 500 });
    }).toPass();
  await pushUntil(CHECKING, TURKISH);
  await expect(note(page, TURKISH)).toContainText("Paranız güvende");
  await expect(note(page, TURKISH)).toContainText("başka bir makinede oynayabilirsiniz");
  await expect(note(page, TURKISH).getByRole("link", { name: "7/24 WhatsApp hattı" })).toHaveAttribute(
    "href",
    "https://wa.me/905551234567",
  );
  await page.reload();
  await expect(note(page, TURKISH)).toBeVisible();
  for (const path of ["/profile", "/rules", "/slot-sessions", "/transactions", "/game/2/x", "/lobby"]) {
    await page.goto(player.url + path);
    await expect(note(page, TURKISH), path).toBeVisible();
  }
  await pushUntil(20_000, "₺200,00 kontrol ediliyor.");
  push(0);
  await expect(page.getByText("Kontrol bitti. Bakiyeniz: ₺9.500,00.").first()).toBeVisible();
  await expect(note(page, "kontrol ediliyor")).toHaveCount(0);
});

test("ends the session at the machine, and leads to the lobby with words that are no fault", async ({
  page,
  player,
}) => {
  const tap = await tapGame(page);
  await player.sit(3, "10");
  tap.info("CLOSE_SESSION", ErrorCode.AmountUnderReview, { reason: "checking", amount: CHECKING });
  await expect(page).toHaveURL(/\/lobby/);
  await expect(page.getByText(/₺500 kontrol ediliyor\. Paranız güvende/).first()).toBeVisible();
});

const WORDS = { tr: TURKISH, en: "₺500.00 is being checked.", ar: "يجري التحقق من" };
const SIZES = [
  [390, 844],
  [844, 390],
  [1440, 900],
] as const;
for (const [index, language] of (["tr", "en", "ar"] as const).entries())
  test(`fits every screen and layout, and axe finds nothing (${language})`, async ({ page, player }) => {
    await page.addInitScript((chosen) => localStorage.setItem("language", chosen), language);
    await check(page, CHECKING);
    await player.go("/lobby");
    await page.getByRole("main").getByRole("listitem").first().waitFor();
    const fits = async (name: string) => {
      await expect(note(page, WORDS[language]), name).toBeVisible();
      const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      await expect.poll(wide, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
      if (process.env["SHOTS"]) await page.screenshot({ path: `${process.env["SHOTS"]}/${name}.png` });
    };
    for (const layout of ["layout1", "layout2", "layout3"]) {
      await page.route("**/api/v1/player/settings", (route) =>
        route.fulfill({ json: { theme: { layout }, shortcuts: [] } }),
      );
      await page.goto(`${player.url}/lobby`);
      await expect(page.locator("[data-layout]")).toHaveAttribute("data-layout", layout);
      await page.getByRole("main").getByRole("listitem").first().waitFor();
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await fits(`${language}-${layout}-${width}`);
      }
    }
    expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([]);
    await page.goto(`${player.url}/game/${index + 4}/x`);
    await page.locator("video").waitFor();
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await fits(`${language}-game-${width}`);
    }
    expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([]);
  });
