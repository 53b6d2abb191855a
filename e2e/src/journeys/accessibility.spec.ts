/**
 * The app as it is built and served: axe finds nothing on it, the security policy refuses nothing of it, and the keyboard
 * alone is enough to play. Every state in every language is a matter of the component tests.
 */
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { PlayerPage } from "../player-page.ts";

async function expectNoViolations(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${where} ${id}: ${nodes.map((node) => node.html).join(" | ")}`)).toEqual(
    [],
  );
}

test("axe finds nothing in the built app, and the browser has nothing to complain of", async ({ page, player }) => {
  const messages: string[] = [];
  page.on("console", (message) => message.type() === "error" && messages.push(message.text()));
  page.on("pageerror", (error) => messages.push(error.message));
  for (const path of [
    "/lobby",
    "/lobby/1/lodestar",
    "/profile",
    "/rules",
    "/slot-sessions",
    "/transactions",
    "/documentation/components",
    "/documentation/contract",
    "/ui/icons",
    "/ui/helper-classes",
    "/pages/search/modern?q=a",
  ]) {
    await player.go(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
    await expectNoViolations(page, path);
  }
  await player.sit(1);
  await expectNoViolations(page, "game");
  expect(messages).toEqual([]);
});

test("a player logs in, plays and leaves with the keyboard alone", async ({ page, house, account }) => {
  const player = new PlayerPage(page, house.url);
  await player.go("/login");
  await page.getByLabel("Kullanıcı adı veya e-posta").focus();
  await page.keyboard.type(account.username);
  await page.keyboard.press("Tab");
  await page.keyboard.type(account.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/lobby/);
  await page.getByRole("main").getByRole("listitem").getByRole("link").first().focus();
  await page.keyboard.press("Enter");
  await player.seeLiveVideo();
  await page.locator("body").click({ position: { x: 5, y: 300 } });
  await page.keyboard.press("d");
  await page.getByRole("dialog").getByRole("textbox").focus();
  await page.keyboard.type("250");
  await page.keyboard.press("Enter");
  await expect.poll(() => player.creditMinor()).toBe(250_00);
  await expect(page.getByRole("dialog", { name: "Makineye para aktar" })).toBeHidden();
  await expect(player.play).toBeEnabled();
  await page.keyboard.press("Space");
  await expect.poll(() => player.creditMinor()).not.toBe(250_00);
  await expect(player.play).toBeEnabled({ timeout: 60_000 });
});
