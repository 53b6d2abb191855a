/** What assistive technology meets: axe finds nothing on any screen, dialog or sheet, and the keyboard reaches all. */
import { AxeBuilder } from "@axe-core/playwright";
import { type Page, expect, test } from "@playwright/test";
import { House } from "../house.ts";
import { PlayerPage } from "../player-page.ts";

let house: House;
test.beforeAll(async () => {
  house = await House.open(
    {},
    {
      languageSelect: true,
      infoDialog: {
        title: { tr: "Hoş geldiniz", en: "Welcome", ar: "أهلًا بكم" },
        body: { tr: "İyi eğlenceler.", en: "Have fun.", ar: "وقتًا ممتعًا." },
      },
    },
  );
});
test.afterAll(async () => {
  await house.close();
});

async function expectNoViolations(page: Page): Promise<void> {
  // Colours that are still fading in are not what the player reads.
  await page.waitForTimeout(400);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`)).toEqual([]);
}

/** Words by which the parts of a screen are found, in each language. */
const WORDS = {
  tr: {
    player: "demo1",
    lobby: "Lobi",
    deposit: "Makineye para aktar",
    promotions: /^Promosyonlar/,
    information: "Bilgi",
  },
  en: {
    player: "demo2",
    lobby: "Lobby",
    deposit: "Move money to the machine",
    promotions: /^Promotions/,
    information: "Information",
  },
  ar: {
    player: "demo3",
    lobby: "الصالة",
    deposit: "نقل المال إلى الماكينة",
    promotions: /^العروض/,
    information: "معلومات",
  },
} as const;
const LANGUAGES = ["tr", "en", "ar"] as const;
type Language = (typeof LANGUAGES)[number];

/** In that language, recording the browser's errors. */
async function speak(page: Page, language: Language): Promise<string[]> {
  await page.addInitScript((chosen) => localStorage.setItem("language", chosen), language);
  const messages: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") messages.push(message.text());
  });
  return messages;
}

for (const language of LANGUAGES) {
  const words = WORDS[language];
  test(`axe finds nothing on login, lobby, brand, drawer, dialogs and the other screens (${language})`, async ({
    page,
  }) => {
    const messages = await speak(page, language);
    const user = new PlayerPage(page);
    await user.open(house.url, "/login");
    await expect(page.locator("html")).toHaveAttribute("dir", language === "ar" ? "rtl" : "ltr");
    await expectNoViolations(page);
    await page.locator("input[name=username]").fill(words.player);
    await page.locator("input[name=password]").fill("play1234");
    await page.locator("button[type=submit]").click();
    await page.getByRole("main").getByRole("listitem").first().waitFor();
    await expectNoViolations(page);
    await page.getByRole("navigation").locator("a[href^='/lobby/']").first().click();
    await page.getByRole("definition").first().waitFor();
    await expectNoViolations(page);
    // Where the promotions have no room of their own, one button opens them.
    await page.setViewportSize({ width: 1100, height: 800 });
    const banner = page.getByRole("banner");
    for (const opener of [
      banner.getByRole("button").first(),
      banner.getByRole("button", { name: words.promotions }),
      banner.getByRole("button", { name: words.information, exact: true }),
    ]) {
      await opener.click();
      await page.getByRole("dialog").waitFor();
      await expectNoViolations(page);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toBeHidden();
      // The focus is where it was, for keyboard users.
      await expect(opener).toBeFocused();
    }
    await banner.locator("[aria-haspopup=menu]").click();
    await page.getByRole("menu").waitFor();
    await expectNoViolations(page);
    await page.keyboard.press("Escape");
    for (const path of ["/profile", "/rules", "/slot-sessions", "/transactions", "/pages/errors/error-404"]) {
      await page.goto(house.url + path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForLoadState("networkidle");
      await expectNoViolations(page);
    }
    // Nothing was refused by the security policy, and nothing failed unseen.
    expect(messages).toEqual([]);
  });

  test(`axe finds nothing on the game and its sheets (${language})`, async ({ page }) => {
    const messages = await speak(page, language);
    const user = new PlayerPage(page);
    await user.open(house.url, "/login");
    await page.locator("input[name=username]").fill(words.player);
    await page.locator("input[name=password]").fill("play1234");
    await page.locator("button[type=submit]").click();
    await page.getByRole("main").getByRole("listitem").getByRole("link").first().click();
    await expect
      .poll(() => page.locator("video").evaluate((video: HTMLVideoElement) => video.videoWidth), { timeout: 30_000 })
      .toBeGreaterThan(0);
    await expectNoViolations(page);
    await page.keyboard.press("d");
    await page.getByRole("dialog", { name: words.deposit }).waitFor();
    await expectNoViolations(page);
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await expectNoViolations(page);
    expect(messages).toEqual([]);
  });

  test(`axe finds nothing on what stands in the way of the app (${language})`, async ({ page }) => {
    await speak(page, language);
    await page.addInitScript(() => {
      Object.defineProperty(globalThis, "RTCPeerConnection", { value: undefined });
    });
    await new PlayerPage(page).open(house.url);
    await page.getByRole("alert").waitFor();
    await expectNoViolations(page);
  });
}

test("at 200 % nothing is cut off and nothing scrolls sideways", async ({ page }) => {
  // A desktop of 1280 at 200 % has 640 CSS pixels; a phone of 390 has 195 at worst, 320 by WCAG 1.4.10.
  await page.setViewportSize({ width: 320, height: 640 });
  await new PlayerPage(page).login(house.url, "demo4");
  for (const path of ["/lobby", "/profile", "/rules", "/slot-sessions", "/transactions"]) {
    await page.goto(house.url + path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(wide, path).toBeLessThanOrEqual(0);
  }
});

test("a player logs in, plays and leaves with the keyboard alone", async ({ page }) => {
  const user = new PlayerPage(page);
  await user.open(house.url, "/login");
  await page.getByLabel("Kullanıcı adı veya e-posta").focus();
  await page.keyboard.type("demo4");
  await page.keyboard.press("Tab");
  await page.keyboard.type("play1234");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/lobby/);
  await page.getByRole("main").getByRole("listitem").getByRole("link").first().focus();
  await page.keyboard.press("Enter");
  await user.seeLiveVideo();
  await page.locator("body").click({ position: { x: 5, y: 300 } });
  await page.keyboard.press("d");
  await page.getByRole("dialog").getByRole("textbox").focus();
  await page.keyboard.type("250");
  await page.keyboard.press("Enter");
  await expect.poll(() => user.creditMinor()).toBe(250_00);
  await expect(page.getByRole("dialog", { name: "Makineye para aktar" })).toBeHidden();
  await page.keyboard.press("Space");
  await expect.poll(() => user.creditMinor()).not.toBe(250_00);
  await expect(user.play).toBeEnabled({ timeout: 60_000 });
});
