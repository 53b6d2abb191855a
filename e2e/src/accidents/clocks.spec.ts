/**
 * Clocks that are wrong, or are set while somebody plays: of the player's computer, and of a member's. Shown times are the house's, and
 * nothing ends or waits because a clock was set.
 */
import type { Page } from "@playwright/test";
import { PASSWORD, expect, test } from "../console/fixtures.ts";
import { PlayerPage } from "../playerPage.ts";

const DAY = 86_400_000;

/** Gives the page a clock that is wrong by so many ms, and `setClock` to set it. */
async function giveClock(page: Page, wrongBy: number): Promise<(by: number) => Promise<void>> {
  await page.addInitScript((first) => {
    const Right = Date;
    let by = first;
    class Wrong extends Right {
      constructor(...given: unknown[]) {
        super(...((given.length === 0 ? [Right.now() + by] : given) as [number]));
      }
      static override now() {
        return Right.now() + by;
      }
    }
    Object.assign(globalThis, { Date: Wrong, setClock: (next: number) => (by = next) });
  }, wrongBy);
  return (by) => page.evaluate((next) => (globalThis as unknown as { setClock(by: number): void }).setClock(next), by);
}
/** Hours, minutes and seconds of the session, as shown. */
const shownSeconds = async (page: Page): Promise<number> => {
  const text = await page.locator("dt", { hasText: "Süre" }).locator("+ dd").textContent();
  return (text ?? "").split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
};

for (const [name, wrongBy] of [
  ["a day fast", DAY],
  ["a day slow", -DAY],
] as const) {
  test(`a player whose clock is ${name}, and is set while they play, stays logged in and sees the house's times`, async ({
    page,
    testConsole: { house },
  }) => {
    const account = await house.addPlayer();
    const setClock = await giveClock(page, wrongBy);
    const player = new PlayerPage(page, house.url);
    await player.login(house.url, account.username, account.password);
    await page.reload();
    await page.locator('body[data-ready="true"]').waitFor();
    await expect(page).toHaveURL(/\/lobby/);

    await player.sit(2, "200");
    expect(await shownSeconds(page)).toBeLessThan(600);
    await setClock(-wrongBy);
    const before = await shownSeconds(page);
    await expect.poll(() => shownSeconds(page)).toBeGreaterThan(before);
    expect(await shownSeconds(page)).toBeLessThan(600);
    await player.playOnce();
    await player.rest();
    // Neither the screen lock nor the reality check nor the end of the login has come.
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.getByRole("button", { name: /PARA ÇEK/ }).click();
    await expect.poll(() => player.creditMinor()).toBe(0);
    await player.leave.click();
    await expect(page).toHaveURL(/\/lobby/);
  });
}

test("a member of staff whose clock is a day fast, and is set back by two, sees the house's times", async ({
  browser,
  testConsole,
  member,
}) => {
  const { page: first, name } = await member("attendant");
  await first.context().close();
  const context = await browser.newContext({ locale: "en-GB", reducedMotion: "reduce" });
  const page = await context.newPage();
  const setClock = await giveClock(page, DAY);
  await page.goto(testConsole.url);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("navigation").getByRole("link", { name: "Floor wall" }).click();
  await page.getByRole("main").getByRole("link").first().click();
  await page.getByRole("button", { name: "Take out of order" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("textbox").fill("reel 2 is stuck");
  await question.getByRole("button", { name: "Take out of order" }).click();
  await expect(page.getByText("reel 2 is stuck").first()).toBeVisible();
  await setClock(-DAY);
  await expect(page.getByRole("main")).not.toContainText(/yesterday|tomorrow|day ago|in 1 day|24 h/i);
  await page.getByRole("button", { name: "Put back" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Put back" }).click();
  await expect(page.getByText("Free", { exact: true }).first()).toBeVisible();
  await context.close();
});
