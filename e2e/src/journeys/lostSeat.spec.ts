/** A player loses the seat: in the lobby one message says so, whatever took the seat. */
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { PlayerPage } from "../playerPage.ts";
import { TestServer } from "../testServer.ts";

let house: TestServer;
test.afterEach(() => house.close());

const MESSAGES = "[role=region] :is([role=dialog], [role=alertdialog])";
/** From now on the page notes the messages that it shows together in the lobby. */
async function watchMessages(page: Page): Promise<void> {
  // What was said of the deposit is over.
  await expect(page.locator(MESSAGES)).toHaveCount(0);
  await page.evaluate((messages) => {
    const note = () => {
      if (!location.pathname.startsWith("/lobby")) return;
      const shown = [...document.querySelectorAll(messages)].filter((one) => !one.hasAttribute("data-ending-style"));
      const texts = shown.map(({ textContent }) => textContent);
      const { dataset } = document.documentElement;
      if (texts.length > 1) dataset["together"] = texts.join(" + ");
    };
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true, attributes: true });
  }, MESSAGES);
}

async function expectOneMessage(page: Page, words: RegExp): Promise<void> {
  await expect(page).toHaveURL(/\/lobby/, { timeout: 60_000 });
  await expect(page.locator(MESSAGES).filter({ hasText: words })).toBeVisible();
  await expect(page.locator(".machine-item").first()).toBeVisible();
  await expect(page.locator(MESSAGES)).toHaveCount(1);
  expect(await page.evaluate(() => document.documentElement.dataset["together"])).toBeUndefined();
}

const outOfOrder = async () => void (await house.cli("machine", "out-of-order", "5", "reel stalled"));
// Short idle times are for the first alone: on a slow machine they would end the other seats before their machine is out of order.
for (const [how, settings, machine, amount, lose, words] of [
  ["nobody presses", { IDLE_SECONDS: "10" }, 2, "50", async () => {}, /Uzun süre oynamadığınız için/],
  ["the machine goes out of order", {}, 5, "50", outOfOrder, /Makine arızalandığı için/],
  ["a machine without credit goes out of order", {}, 5, undefined, outOfOrder, /Makine arızalandığı için/],
] as const)
  test(`${how}: one message in the lobby`, async ({ page }) => {
    house = await TestServer.open(settings);
    const player = new PlayerPage(page, house.url);
    await player.logIn(await house.addPlayer());
    await player.sit(machine, amount);
    await watchMessages(page);
    await lose();
    await expectOneMessage(page, words);
  });

test("another tab takes the seat over and gives it back: no page shows two messages", async ({ page, context }) => {
  house = await TestServer.open();
  const first = new PlayerPage(page, house.url);
  await first.logIn(await house.addPlayer());
  await first.sit(2, "50");
  await watchMessages(page);
  const second = new PlayerPage(await context.newPage(), house.url);
  await second.page.goto(`${house.url}/game/2/x`);
  await second.seeLiveVideo();
  await expect(page.getByText("Oyuna başka bir pencerede devam ettiniz").first()).toBeVisible();
  await watchMessages(second.page);
  await second.leave.click();
  await second.page
    .getByRole("alertdialog")
    .getByRole("button", { name: /^Çıkış ve parayı al/ })
    .click();
  await expectOneMessage(second.page, /₺50/);
  await expect.poll(() => page.locator(MESSAGES).count()).toBeLessThanOrEqual(1);
});
