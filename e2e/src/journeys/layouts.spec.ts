/** The three layouts and the navigation in them: what folds, flies out, slides in and opens by itself. */
import { AxeBuilder } from "@axe-core/playwright";
import { type Page, expect, test } from "@playwright/test";
import { House } from "../house.ts";
import { PlayerPage } from "../player-page.ts";

let house: House;
test.beforeAll(async () => {
  const support = { whatsapp: "+905551112233", telegram: "", chat: false };
  house = await House.open({}, { support, languageSelect: true });
});
test.afterAll(async () => {
  await house.close();
});

const PLAIN = {
  navbarPosition: "left",
  navbarFolded: false,
  navbarHidden: false,
  toolbarHidden: false,
  footerHidden: false,
  textSize: 16,
} as const;

/** Logs in, once the player has this look kept at the house. */
async function enter(page: Page, username: string, theme: Record<string, unknown>, path = "/rules"): Promise<void> {
  await new PlayerPage(page).login(house.url, username);
  await wear(page, theme);
  await page.goto(house.url + path);
  await page.getByRole("heading", { level: 1 }).waitFor();
}
async function wear(page: Page, theme: Record<string, unknown>): Promise<void> {
  await page.evaluate(
    async (chosen) => {
      const { status } = await fetch("/api/v1/player/settings", {
        method: "PUT",
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${localStorage.getItem("access_token")}`,
        },
        body: JSON.stringify({ theme: chosen }),
      });
      if (status !== 200) throw new Error(`settings: ${status}`);
      // What this browser has kept of an earlier look goes.
      for (const key of Object.keys(localStorage)) if (key.startsWith("theme")) localStorage.removeItem(key);
    },
    { ...PLAIN, ...theme },
  );
}
/** How many pixels the page is wider than its window. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const menu = (page: Page) => page.getByRole("navigation", { name: /^(Ana menü|Main menu)$/ });
async function expectNoViolations(page: Page): Promise<void> {
  await page.waitForTimeout(400);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`)).toEqual([]);
}

test("layout 1 folds to its icons, unfolds under the pointer, stands at either side, and opens what is present", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await enter(page, "demo1", { layout: "layout1" });
  const navbar = menu(page);
  const width = async () => (await navbar.boundingBox())?.width;
  const left = async () => (await navbar.boundingBox())?.x;
  const contentLeft = async () => (await page.getByRole("main").boundingBox())?.x;
  await expect.poll(width).toBe(184);
  expect(await left()).toBe(0);
  await expect(navbar.getByRole("link", { name: "Kurallar", exact: true })).toHaveAttribute("aria-current", "page");

  await navbar.getByRole("button", { name: "Menüyü daralt" }).click();
  await expect.poll(width).toBe(64);
  await expect.poll(contentLeft).toBeLessThan(184);
  // It overlays the page, so that the content does not move.
  const before = await contentLeft();
  await page.mouse.move(900, 400);
  await page.mouse.move(20, 300);
  await expect.poll(width).toBe(184);
  expect(await contentLeft()).toBe(before);
  await page.mouse.move(900, 400);
  await expect.poll(width).toBe(64);
  // The keyboard unfolds it, too.
  await navbar.getByRole("link", { name: "Lobi", exact: true }).focus();
  await page.keyboard.press("Tab");
  await expect.poll(width).toBe(184);
  // It stays folded on the next visit.
  await page.reload();
  await expect.poll(width).toBe(64);

  await wear(page, { layout: "layout1", navbarPosition: "right" });
  await page.goto(`${house.url}/documentation/contract`);
  await expect.poll(left).toBe(1280 - 184);
  // The group of the present page has opened by itself, and no other.
  const documentation = navbar.getByRole("button", { name: /^Belgeler/ });
  await expect(documentation).toHaveAttribute("aria-expanded", "true");
  await expect(navbar.getByRole("link", { name: "Sözleşme" })).toHaveAttribute("aria-current", "page");
  await expect(navbar.getByRole("link", { name: "Genel bakış" })).not.toHaveAttribute("aria-current", "page");
  await expect(navbar.getByRole("button", { name: /^Hesap sayfaları/ })).toHaveAttribute("aria-expanded", "false");
  const indented = (name: string) => navbar.getByText(name, { exact: true }).locator("xpath=..");
  await navbar.getByRole("button", { name: "Sayfa düzenleri" }).click();
  await navbar.getByRole("button", { name: "Yalın" }).click();
  await expect(indented("Lobi")).toHaveCSS("padding-left", "24px");
  await expect(indented("Sözleşme")).toHaveCSS("padding-left", "56px");
  await expect(indented("Sol sütun")).toHaveCSS("padding-left", "72px");
  await documentation.click();
  await expect(navbar.getByRole("link", { name: "Sözleşme" })).toBeHidden();
  // The role examples are led to, whom they let in or not: their guard is what they show.
  await expect(navbar.getByRole("button", { name: /^Rol örnekleri/ })).toHaveCount(1);
  const outside = navbar.getByRole("link", { name: /^Erişilebilirlik kalıpları/ });
  await expect(outside).toHaveAttribute("target", "_blank");
  await expect(outside).toHaveAttribute("rel", /noopener/);
  // The logo leads to the lobby and leaves no step behind.
  const steps = await page.evaluate(() => history.length);
  await navbar.getByRole("link", { name: /^Reelcast/ }).click();
  await expect(page).toHaveURL(/\/lobby$/);
  expect(await page.evaluate(() => history.length)).toBe(steps);
});

test("on a phone the menu slides in and goes when a place is chosen", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, "demo1", { layout: "layout1" });
  for (const layout of ["layout1", "layout2", "layout3"]) {
    await wear(page, { layout });
    await page.goto(`${house.url}/rules`);
    await expect(page.getByRole("banner").locator("img")).toHaveCSS("width", "48px");
    // As at 200 % on a phone.
    await page.setViewportSize({ width: 195, height: 422 });
    expect(await overflow(page), layout).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await overflow(page), layout).toBeLessThanOrEqual(0);
    await page.getByRole("button", { name: "Menüyü aç" }).click();
    const drawer = page.getByRole("dialog", { name: "Demo Player 1" });
    await expect(drawer).toBeVisible();
    if (layout !== "layout3") await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(280);
    await drawer.getByRole("link", { name: "İşlemler" }).click();
    await expect(page).toHaveURL(/\/transactions/);
    await expect(drawer).toBeHidden();
  }
  // The casino's layout has no foot: its drawer has the handbook's button.
  await page.getByRole("button", { name: "Menüyü aç" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Belgeler" }).click();
  await expect(page).toHaveURL(/\/documentation$/);
});

test("layout 2 flies out for a pointer that stays, for keys, and for a finger", async ({ page, browser }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await enter(page, "demo2", { layout: "layout2" });
  const row = menu(page);
  const pages = row.getByRole("button", { name: "Sayfalar" });
  const surface = row.getByRole("button", { name: "Arayüz" });
  await expect(surface).toBeVisible();
  await expect(page.getByRole("contentinfo").getByRole("link", { name: "Kurallar" })).toBeVisible();

  // A pointer that only passes by, in and out in one moment, opens nothing; one that stays does, until it goes.
  await surface.evaluate((button) => {
    const passing = { bubbles: true, pointerType: "mouse", relatedTarget: document.body };
    button.dispatchEvent(new PointerEvent("pointerover", passing));
    button.dispatchEvent(new PointerEvent("pointerout", passing));
  });
  await page.waitForTimeout(400);
  await expect(surface).toHaveAttribute("aria-expanded", "false");
  await surface.hover();
  await expect(surface).toHaveAttribute("aria-expanded", "true");
  await page.mouse.move(640, 700);
  await expect(surface).toHaveAttribute("aria-expanded", "false");

  // Keys: along the row, down into the list, into the next list, and back out.
  await row.getByRole("link", { name: "İşlemler" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(pages).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  const layouts = row.getByRole("button", { name: "Sayfa düzenleri" });
  await expect(layouts).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await expect(row.getByRole("button", { name: /^Yalın/ })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("End");
  await expect(row.getByRole("link", { name: "Sağ sütun 3, sekmeli" })).toBeFocused();
  await expect(row.getByRole("link", { name: "Sağ sütun 3, sekmeli" })).toBeInViewport();
  await page.keyboard.press("Escape");
  await expect(row.getByRole("button", { name: /^Yalın/ })).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(layouts).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(surface).toBeFocused();
  await expect(surface).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(layouts).toBeFocused();
  await row.getByRole("link", { name: "Simgeler" }).click();
  await expect(page).toHaveURL(/\/ui\/icons$/);
  await expect(surface).toHaveAttribute("aria-expanded", "false");

  const context = await browser.newContext({ hasTouch: true, viewport: { width: 1180, height: 820 }, locale: "tr-TR" });
  const tablet = await context.newPage();
  await enter(tablet, "demo2", { layout: "layout2" });
  const fingerRow = menu(tablet);
  await fingerRow.getByRole("button", { name: "Arayüz" }).tap();
  await fingerRow.getByRole("button", { name: "Sayfa düzenleri" }).tap();
  expect((await fingerRow.getByRole("link", { name: "Boş sayfa" }).boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await fingerRow.getByRole("link", { name: "Boş sayfa" }).tap();
  await expect(tablet).toHaveURL(/\/ui\/page-layouts\/blank$/);
  await fingerRow.getByRole("button", { name: "Arayüz" }).tap();
  await tablet.getByRole("main").tap({ position: { x: 10, y: 300 } });
  await expect(fingerRow.getByRole("button", { name: "Arayüz" })).toHaveAttribute("aria-expanded", "false");
  await context.close();
});

/** Words of the menu that go on in the next line, though they are short enough for one. */
const brokenWords = (page: Page) =>
  page.locator("nav[data-folded] li span:not(.sr-only)").evaluateAll((spans) =>
    spans.flatMap(({ firstChild: text }) =>
      [...(text?.textContent ?? "").matchAll(/(?<!\S)\S{1,9}(?!\S)/gu)].flatMap(({ 0: word, index }) => {
        if (!text) return [];
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1 ? [word] : [];
      }),
    ),
  );

for (const [language, player] of [
  ["tr", "demo1"],
  ["en", "demo2"],
  ["ar", "demo3"],
] as const)
  test(`axe finds nothing on the layouts and their menus (${language})`, async ({ page }) => {
    await page.addInitScript((chosen) => localStorage.setItem("language", chosen), language);
    const messages: string[] = [];
    page.on("console", (message) => message.type() === "error" && messages.push(message.text()));
    await new PlayerPage(page).open(house.url, "/login");
    await page.locator("input[name=username]").fill(player);
    await page.locator("input[name=password]").fill("play1234");
    await page.locator("button[type=submit]").click();
    await expect(page).toHaveURL(/\/lobby/);
    for (const [theme, width] of [
      [{ layout: "layout1", textSize: 22 }, 1280],
      [{ layout: "layout1", navbarFolded: true, navbarPosition: "right", toolbarHidden: true }, 1280],
      [{ layout: "layout1", navbarPosition: "right" }, 390],
      [{ layout: "layout2" }, 1280],
      [{ layout: "layout3" }, 390],
    ] as const) {
      await wear(page, theme);
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`${house.url}/rules`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await expect(page.locator("[data-layout]")).toHaveAttribute("data-layout", theme.layout);
      if (width === 390) await page.locator("header button").first().click();
      else if (theme.layout === "layout2") {
        await page.locator("header nav ul button").nth(1).click();
        await page.locator("header nav ul ul button").first().click();
      } else await page.locator("nav ul button").first().click();
      await expectNoViolations(page);
      expect(await overflow(page), JSON.stringify(theme)).toBeLessThanOrEqual(0);
      if ("textSize" in theme) expect(await brokenWords(page)).toEqual([]);
    }
    expect(messages).toEqual([]);
  });

test("the game has no frame, and a house without template pages has none of them in its menus", async ({ page }) => {
  await enter(page, "demo4", { layout: "layout1" }, "/lobby");
  await expect(menu(page).getByText("Arayüz")).toBeVisible();
  await page.getByRole("main").getByRole("listitem").getByRole("link").first().click();
  await expect(page).toHaveURL(/\/game\//);
  await expect(page.getByLabel("Canlı görüntü")).toBeVisible();
  await expect(page.locator("[data-layout], #content")).toHaveCount(0);
  // Left properly: no open session is offered in between.
  await page.getByRole("button", { name: "Çıkış", exact: true }).click();
  await expect(page).toHaveURL(/\/lobby/);

  await house.configure({ templatePages: false, headerBar: false });
  await page.goto(`${house.url}/rules`);
  await expect(menu(page).getByRole("listitem")).toHaveCount(5);
  await expect(page.getByRole("contentinfo").getByRole("link")).toHaveCount(1);
  await page.goto(`${house.url}/ui/icons`);
  await expect(page).toHaveURL(/error-404/);

  // Nor has it a bar on top: what stands there is found in the drawer, on a wide screen, too.
  for (const layout of ["layout2", "layout3"]) {
    await wear(page, { layout });
    await page.goto(`${house.url}/rules`);
    await expect(page.locator("[data-layout]")).toHaveAttribute("data-layout", layout);
    await page.getByRole("button", { name: "Menüyü aç" }).click();
    await expect(page.getByRole("dialog").getByText("Güncel bakiye")).toBeVisible();
    await expect(page.getByRole("dialog").getByRole("link", { name: "Belgeler" })).toHaveCount(0);
  }
  await page.getByRole("dialog").getByRole("button", { name: "Çıkış yap" }).click();
  await expect(page).toHaveURL(/\/login/);
});
