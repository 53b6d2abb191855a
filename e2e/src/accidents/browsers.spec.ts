/**
 * Browsers that are as old as the apps are built for, and older ones. The first are this Chromium without all that the oldest Chrome
 * and the oldest Safari lack; what those lack in style sheets or syntax, the build finds (packages/build/src/browsers/).
 */
import type { Page } from "@playwright/test";
import { missingApis } from "@reelcast/build/browsers/missing";
import type { Engine } from "@reelcast/build/browsers/missing";
import { removeApis } from "@reelcast/build/browsers/removeApis";
import { PASSWORD, expect, test } from "../console/fixtures.ts";
import { PlayerPage } from "../playerPage.ts";

const OLD_AGENT =
  "Mozilla/5.0 (Windows NT 6.1; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/80.0.3987.149 Safari/537.36";
const TITLES = ["Bu tarayıcı çok eski", "This browser is too old", "هذا المتصفح قديم جدًا"];

/** Errors of scripts, and what they write as errors. */
function recordErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error.stack ?? error)));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  return errors;
}

for (const engine of ["chrome", "safari"] satisfies Engine[]) {
  test(`a player logs in, finds a machine, deposits, plays and leaves in the oldest ${engine}`, async ({
    page,
    testConsole: { house },
  }) => {
    const account = await house.addPlayer();
    await page.addInitScript(removeApis, missingApis(engine));
    const errors = recordErrors(page);
    const player = new PlayerPage(page, house.url);
    await player.login(house.url, account.username);
    expect(await page.evaluate(() => "canParse" in URL || "size" in URLSearchParams.prototype)).toBe(false);
    await page.getByRole("searchbox").first().fill("a");
    await page.getByRole("searchbox").first().fill("");
    await page.getByRole("listitem").getByRole("link", { name: /Boş/ }).first().click();
    await expect(page).toHaveURL(/\/game\//);
    await player.seeLiveVideo();
    await player.deposit("500");
    await expect.poll(() => player.creditMinor()).toBe(500_00);
    await player.playOnce();
    await player.rest();
    await page.getByRole("button", { name: /PARA ÇEK/ }).click();
    await expect.poll(() => player.creditMinor()).toBe(0);
    await player.leave.click();
    await expect(page).toHaveURL(/\/lobby/);
    await player.go("/transactions");
    await expect(page.getByRole("main")).toBeVisible();
    expect(errors).toEqual([]);
  });
}

test("a member of staff signs in, takes a machine out of order and searches in the oldest safari", async ({
  browser,
  testConsole,
  member,
}) => {
  const { page: first, name } = await member("manager");
  await first.context().close();
  const context = await browser.newContext({ locale: "en-GB", reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.addInitScript(removeApis, missingApis("safari"));
  const errors = recordErrors(page);
  await page.goto(testConsole.url);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("navigation").getByRole("link", { name: "Floor wall" }).click();
  await page.getByRole("main").getByRole("link").first().click();
  await expect(page.locator("video[data-state=live]")).toBeVisible();
  await page.getByRole("button", { name: "Take out of order" }).click();
  // The focus of a dialog begins in its field.
  await expect(page.getByRole("alertdialog").getByRole("textbox")).toBeFocused();
  await page.getByRole("alertdialog").getByRole("textbox").fill("reel 2 is stuck");
  await page.getByRole("alertdialog").getByRole("button", { name: "Take out of order" }).click();
  await page.getByRole("button", { name: "Put back" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Put back" }).click();
  await expect(page.getByText("Free", { exact: true }).first()).toBeVisible();
  await page.goto(`${testConsole.url}/players?q=demo`);
  await expect(page.getByRole("main").getByRole("link").first()).toBeVisible();
  expect(errors).toEqual([]);
  await context.close();
});

test("a browser below the oldest sees which one it is and what to do, in three languages, and no app", async ({
  browser,
  testConsole: { house, url },
}) => {
  const context = await browser.newContext({ userAgent: OLD_AGENT });
  await context.addInitScript(() => {
    const { supports } = CSS;
    CSS.supports = (...words: string[]) =>
      !words.join(":").includes("color-mix") && supports.apply(CSS, words as never);
  });
  for (const address of [`${house.url}/lobby`, url]) {
    const page = await context.newPage();
    await page.goto(address);
    for (const title of TITLES) await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await expect(page.getByRole("alert")).toContainText("Your browser: Chrome 80");
    await expect(page.getByRole("alert")).toContainText("Chrome 111");
    await expect(page.getByRole("link", { name: "Google Chrome" })).toHaveAttribute("href", /^https:/);
    // The app has not run: it would have said that it is ready, and put itself into its place.
    expect(await page.locator("body").getAttribute("data-ready")).toBeNull();
    expect(await page.locator("#root").count()).toBe(0);
    await page.close();
  }
  await context.close();
});
