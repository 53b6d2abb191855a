/** The handbook: examples that work, the code that draws them, a search, and every chapter in three languages. */
import { readFile } from "node:fs/promises";
import { AxeBuilder } from "@axe-core/playwright";
import { type Page, expect, test } from "@playwright/test";
import { ErrorCode } from "@reelcast/contract";
import { House } from "../house.ts";
import { DEMO_PASSWORD, PlayerPage } from "../player-page.ts";

const EXAMPLES = new URL("../../../apps/player/src/template/handbook/examples/", import.meta.url);

let house: House;
test.beforeAll(async () => {
  house = await House.open({}, { hotCoinSet: "low" });
});
test.afterAll(async () => {
  await house.close();
});

async function enter(page: Page, language: string, player: string): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem("language", chosen), language);
  await new PlayerPage(page).open(house.url, "/login?redirect=/documentation");
  await page.locator("input[name=username]").fill(player);
  await page.locator("input[name=password]").fill(DEMO_PASSWORD);
  await page.locator("button[type=submit]").click();
  await expect(page).toHaveURL(`${house.url}/documentation`);
}

test("examples work, their code is that of the file and can be copied, and the search finds a part", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: house.url });
  await enter(page, "en", "demo1");
  await page.getByRole("main").getByRole("link", { name: "Components" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Components" })).toBeVisible();
  const button = page.locator("#Button");
  await button.getByRole("button", { name: "Press me" }).click();
  await button.getByRole("button", { name: "Pressed once" }).click();
  await expect(button.getByRole("button", { name: "Pressed 2 times" })).toBeVisible();
  await expect(button.getByRole("definition").first()).toContainText('"main" | "plain" | "quiet" | "danger"');

  const file = await readFile(new URL("Button.tsx", EXAMPLES), "utf8");
  expect(await button.getByRole("region", { name: "Code of the Button example" }).locator("pre").textContent()).toBe(
    file,
  );
  await button.getByRole("button", { name: "Copy: Button" }).click();
  await expect(page.getByText("The code of Button has been copied.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(file);

  await page.getByRole("searchbox", { name: "Search this chapter" }).fill("DIALOG");
  await expect(page.getByRole("heading", { level: 2, name: "Dialog", exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: "Chip" })).toBeHidden();
  await page.getByRole("button", { name: "Open the dialog" }).click();
  await expect(page.getByRole("dialog", { name: "Leave the game?" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("searchbox", { name: "Search this chapter" }).fill("nothing is called this");
  await expect(page.getByText("Nothing matches")).toBeVisible();

  // From a call to the words of an error it may answer.
  const contents = page.getByRole("navigation", { name: "Contents of the handbook" });
  await contents.getByRole("link", { name: "Contract" }).click();
  // Each chapter has a search of its own: words typed before this one has come stay with the last.
  await expect(page.getByRole("heading", { level: 1, name: "Contract" })).toBeVisible();
  await page.getByRole("searchbox", { name: "Search this chapter" }).fill("/player/pin");
  await expect(page.getByRole("heading", { level: 3, name: "POST /api/v1/player/pin" })).toBeVisible();
  await expect(page.locator("#call-pin")).toContainText("minLength 4, maxLength 12");
  await page.getByRole("button", { name: "Clear the search" }).click();
  await page
    .locator("#call-pin")
    .getByRole("link", { name: String(ErrorCode.WrongPin) })
    .click();
  await expect(page.locator(`#error-${ErrorCode.WrongPin} h3`)).toBeFocused();
  await expect(page.locator(`#error-${ErrorCode.WrongPin}`)).toContainText("3 tries left");

  // This server's value, next to the default.
  await contents.getByRole("link", { name: "Settings" }).click();
  await expect(page.locator("#hotCoinSet")).toContainText('"low"');
  await expect(page.locator("#hotCoinSet")).toContainText("differs from the default");
  await expect(page.locator("#siteId")).not.toContainText("differs from the default");
  await contents.getByRole("link", { name: "dateFormat" }).click();
  await expect(page.locator("#dateFormat h2")).toBeFocused();
});

for (const [turn, [language, player]] of (
  [
    ["tr", "demo2"],
    ["en", "demo3"],
    ["ar", "demo4"],
  ] as const
).entries())
  test(`axe finds nothing in the handbook, on a desktop and on a phone (${language})`, async ({ page }) => {
    const errors: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    await enter(page, language, player);
    for (const [index, chapter] of ["", "/components", "/contract", "/settings"].entries()) {
      await page.setViewportSize({ width: (index + turn) % 2 === 0 ? 1280 : 390, height: 844 });
      await page.goto(`${house.url}/documentation${chapter}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForLoadState("networkidle");
      // The whole contract is long: once is enough, then what there is of one subject.
      if (chapter === "/contract" && language !== "en") await page.getByRole("searchbox").fill("pin");
      // Colours that are still fading in are not what anybody reads.
      await page.waitForTimeout(400);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`),
        chapter,
      ).toEqual([]);
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(wide, `${chapter} scrolls sideways`).toBeLessThanOrEqual(0);
    }
    expect(errors).toEqual([]);
  });
