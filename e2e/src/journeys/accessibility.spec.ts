/** What assistive technology meets: axe finds nothing on any screen, dialog or sheet, and the keyboard reaches all. */
import { AxeBuilder } from "@axe-core/playwright";
import { type Page, expect, test } from "@playwright/test";
import { House } from "../house.ts";
import { PlayerPage } from "../player-page.ts";

let house: House;
test.beforeAll(async () => {
  house = await House.open();
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

for (const [language, player, deposit, help] of [
  ["tr", "demo1", "Makineye para aktar", "Yardım"],
  ["en", "demo2", "Move money to the machine", "Help"],
] as const) {
  test(`axe finds nothing on login, lobby, drawer, game, deposit and help (${language})`, async ({ page }) => {
    await page.addInitScript((chosen) => localStorage.setItem("language", chosen), language);
    const messages: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") messages.push(message.text());
    });
    const user = new PlayerPage(page);
    await user.open(house.url, "/login");
    await expectNoViolations(page);
    await user.login(house.url, player);
    await page.getByRole("main").getByRole("listitem").first().waitFor();
    await expectNoViolations(page);
    await page.getByRole("banner").getByRole("button").first().click();
    await page.getByRole("dialog").waitFor();
    await expectNoViolations(page);
    await page.keyboard.press("Escape");
    await page.getByRole("main").getByRole("listitem").getByRole("link").first().click();
    await user.seeLiveVideo();
    await expectNoViolations(page);
    await page.keyboard.press("d");
    await page.getByRole("dialog", { name: deposit }).waitFor();
    await expectNoViolations(page);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: help, exact: true }).click();
    await page.getByRole("dialog").waitFor();
    await expectNoViolations(page);
    // Nothing was refused by the security policy, and nothing failed unseen.
    expect(messages).toEqual([]);
  });
}

test("a player logs in, plays and leaves with the keyboard alone", async ({ page }) => {
  const user = new PlayerPage(page);
  await user.open(house.url, "/login");
  await page.getByLabel("Kullanıcı adı veya e-posta").focus();
  await page.keyboard.type("demo3");
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
