/**
 * The app as it is built and served: axe finds nothing on it, the security policy refuses nothing of it, and the keyboard
 * alone is enough to play. Every state in every language is a matter of the component tests.
 */
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { PlayerPage } from "../playerPage.ts";

const SCREENS = [
  "/profile",
  "/rules",
  "/slot-sessions",
  "/transactions",
  "/documentation/components",
  "/documentation/contract",
  "/ui/icons",
  "/ui/helper-classes",
  "/pages/search/modern?q=a",
  "/lobby",
];

async function expectNoViolations(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${where} ${id}: ${nodes.map((node) => node.html).join(" | ")}`)).toEqual(
    [],
  );
}

test("a player logs in, plays and leaves with the keyboard alone; axe finds nothing, and the browser reports no error", async ({
  page,
  house,
  account,
}) => {
  const messages: string[] = [];
  page.on("console", (message) => message.type() === "error" && messages.push(message.text()));
  page.on("pageerror", (error) => messages.push(error.message));
  const player = new PlayerPage(page, house.url);
  await player.go("/login");
  await page.getByLabel("Kullanıcı adı veya e-posta").focus();
  await page.keyboard.type(account.username);
  await page.keyboard.press("Tab");
  await page.keyboard.type(account.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/lobby/);
  await expectNoViolations(page, "lobby");
  // The other screens: their code and styles pass the security policy.
  const title = page.getByRole("heading", { level: 1 });
  for (const path of SCREENS) {
    const before = await title.innerText();
    await page.evaluate((to) => history.pushState(null, "", to), path);
    await expect(title, path).not.toHaveText(before);
  }

  await page.getByRole("main").getByRole("listitem").getByRole("link").first().focus();
  await page.keyboard.press("Enter");
  await player.seeLiveVideo();
  await expectNoViolations(page, "game");
  await page.keyboard.press("d");
  await expect(page.getByRole("dialog").getByRole("textbox")).toBeFocused();
  await page.keyboard.type("250");
  await page.keyboard.press("Enter");
  await expect.poll(() => player.creditMinor()).toBe(250_00);
  await expect(page.getByRole("dialog", { name: "Makineye para aktar" })).toBeHidden();
  await expect(player.play).toBeEnabled();
  await page.keyboard.press("Space");
  await expect.poll(() => player.creditMinor()).not.toBe(250_00);
  await player.rest();
  await player.leave.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^Çıkış ve parayı al/ })).toBeFocused();
  const videoOver = page.waitForResponse((answer) => answer.request().method() === "DELETE");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/lobby/);
  expect((await videoOver).status()).toBe(200);
  expect(messages).toEqual([]);
});
