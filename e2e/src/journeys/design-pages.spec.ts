/** The reference of the design and the page layouts: sound in three languages, wide and narrow, and by keyboard. */
import { AxeBuilder } from "@axe-core/playwright";
import { type Page, expect, test } from "@playwright/test";
import { House } from "../house.ts";
import { DEMO_PASSWORD, PlayerPage } from "../player-page.ts";

let house: House;
test.beforeAll(async () => {
  house = await House.open();
});
test.afterAll(async () => {
  await house.close();
});

const CARDED = [
  "full-width",
  "full-width-tabbed",
  "full-width-2",
  "full-width-2-tabbed",
  "left-sidebar",
  "left-sidebar-tabbed",
  "left-sidebar-2",
  "left-sidebar-2-tabbed",
  "right-sidebar",
  "right-sidebar-tabbed",
  "right-sidebar-2",
  "right-sidebar-2-tabbed",
];
const SIMPLE = [
  "full-width",
  "full-width-tabbed",
  "left-sidebar",
  "left-sidebar-tabbed",
  "left-sidebar-2",
  "left-sidebar-2-tabbed",
  "left-sidebar-3",
  "left-sidebar-3-tabbed",
  "right-sidebar",
  "right-sidebar-tabbed",
  "right-sidebar-2",
  "right-sidebar-2-tabbed",
  "right-sidebar-3",
  "right-sidebar-3-tabbed",
];
const LAYOUTS = [
  ...CARDED.map((name) => `/ui/page-layouts/carded/${name}`),
  ...SIMPLE.map((name) => `/ui/page-layouts/simple/${name}`),
  "/ui/page-layouts/blank",
];
const WALKED = [
  "/ui/icons",
  "/ui/typography",
  "/ui/helper-classes",
  "/ui/page-layouts/carded/left-sidebar-tabbed",
  "/ui/page-layouts/simple/left-sidebar",
  "/ui/page-layouts/blank",
];
const NARROW = { width: 390, height: 844 };
const WIDE = { width: 1280, height: 800 };

/** Logs in, in that language. Returns the browser's errors from then on. */
async function enter(page: Page, language: string, player: string, path: string): Promise<string[]> {
  await page.addInitScript((chosen) => localStorage.setItem("language", chosen), language);
  const messages: string[] = [];
  page.on("console", (message) => message.type() === "error" && messages.push(message.text()));
  page.on("pageerror", (error) => messages.push(error.message));
  await new PlayerPage(page).open(house.url, `/login?redirect=${encodeURIComponent(path)}`);
  await page.locator("input[name=username]").fill(player);
  await page.locator("input[name=password]").fill(DEMO_PASSWORD);
  await page.locator("button[type=submit]").click();
  await expect(page).toHaveURL(house.url + path);
  return messages;
}

async function expectNothingAside(page: Page, path: string): Promise<void> {
  const aside = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(aside, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
}
async function expectNoViolations(page: Page, path: string): Promise<void> {
  // Colours that are still fading in are not what the player reads.
  await page.waitForTimeout(400);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${path} ${id}: ${nodes.map((node) => node.html).join(" | ")}`)).toEqual([]);
}

for (const [language, player] of [
  ["tr", "demo1"],
  ["en", "demo2"],
  ["ar", "demo3"],
] as const)
  test(`the reference and the page layouts are sound, wide and narrow (${language})`, async ({ page }) => {
    const messages = await enter(page, language, player, "/ui/icons");
    for (const [n, path] of WALKED.entries()) {
      const [first, then] = n % 2 === 0 ? [WIDE, NARROW] : [NARROW, WIDE];
      await page.setViewportSize(first);
      await page.goto(house.url + path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await expect(page.getByRole("main")).toHaveCount(1);
      await expectNoViolations(page, path);
      await expectNothingAside(page, path);
      await page.setViewportSize(then);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectNothingAside(page, path);
    }
    expect(messages).toEqual([]);
  });

test("an icon is found by its name, which a press copies; where copying is refused, the name is selected", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: house.url });
  await enter(page, "en", "demo4", "/ui/icons");
  const tiles = page.getByRole("main").getByRole("listitem");
  await expect(tiles.nth(20)).toBeVisible();
  const search = page.getByRole("searchbox", { name: "Search the icons" });
  await search.fill("OFF eye");
  await expect(tiles).toHaveCount(1);
  await expect(page.getByText("1 icon", { exact: true })).toBeVisible();
  const eye = page.getByRole("button", { name: "EyeOffIcon", exact: true });
  const box = await eye.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await eye.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("EyeOffIcon has been copied.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("EyeOffIcon");

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
  });
  await eye.click();
  await expect(page.getByRole("alert").filter({ hasText: "The browser refused to copy." })).toBeVisible();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe("EyeOffIcon");
  await search.fill("no such drawing");
  await expect(page.getByRole("heading", { name: "No such icon" })).toBeVisible();
});

test("the reference says what the browser made of the styles, in the scheme that is chosen", async ({ page }) => {
  await enter(page, "en", "demo3", "/ui/helper-classes");
  const gold = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ hasText: /^gold#/ });
  await expect(gold).toContainText("#f2c14e");
  await expect(gold).toContainText(/1[0-9]\.\d : 1 on the surface/);
  await page.evaluate(() => (document.documentElement.dataset["scheme"] = "light"));
  await expect(gold).toContainText("#7a4d00");
  await expect(gold).toContainText(/[67]\.\d : 1 on the surface/);
  await expect(page.getByRole("heading", { name: "scroll-row" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "across:" })).toBeVisible();

  await page.goto(`${house.url}/ui/typography`);
  const large = page.getByRole("main").getByRole("listitem").filter({ hasText: "text-2xl" });
  await expect(large).toContainText("24px / 32px · 400");
  const widths = (name: string) =>
    page
      .locator("div", { has: page.getByRole("heading", { name, exact: true }) })
      .last()
      .locator("[data-figures]")
      .evaluateAll((lines) => lines.map((line) => Math.round(line.getBoundingClientRect().width)));
  expect(new Set(await widths("Of equal width")).size).toBe(1);
  expect(new Set(await widths("Of their own width")).size).toBeGreaterThan(1);
});

test("every page layout opens at its address, tabs go by arrow keys, and on a phone the sidebar is a sheet", async ({
  page,
}) => {
  expect(LAYOUTS).toHaveLength(27);
  const messages = await enter(page, "en", "demo1", "/ui/page-layouts/blank");
  const titles = new Set<string>();
  for (const path of LAYOUTS) {
    await page.goto(house.url + path);
    titles.add(await page.getByRole("heading", { level: 1 }).innerText());
    expect(new URL(page.url()).pathname).toBe(path);
    await expectNothingAside(page, path);
    await expect(page.getByRole("tab")).toHaveCount(path.endsWith("-tabbed") ? 3 : 0);
  }
  expect(titles.size).toBe(LAYOUTS.length);

  await page.goto(`${house.url}/ui/page-layouts/carded/left-sidebar-tabbed`);
  await page.getByRole("tab", { name: "Playing" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Money" })).toBeFocused();
  await expect(page.getByRole("tab", { name: "Money" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("tabpanel", { name: "Money" })).toBeVisible();
  await page.keyboard.press("End");
  await expect(page.getByRole("tab", { name: "Safety" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tabpanel", { name: "Playing" })).toBeVisible();

  await page.setViewportSize(NARROW);
  await page.goto(`${house.url}/ui/page-layouts/simple/right-sidebar`);
  const opener = page.getByRole("button", { name: "Chapters" });
  await opener.click();
  const sheet = page.getByRole("dialog", { name: "Chapters" });
  await expect(sheet).toBeVisible();
  await expectNoViolations(page, "sheet of the sidebar");
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  const link = sheet.getByRole("link").last();
  const chapter = (await link.innerText()).trim();
  await link.click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole("heading", { level: 2, name: chapter })).toBeFocused();
  expect(messages).toEqual([]);
});
