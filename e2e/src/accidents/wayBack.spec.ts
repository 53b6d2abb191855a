/** The way back from another site to a page that the browser has kept: its picture, its seat, and whose it is. */
import { type Page, expect } from "@playwright/test";
import { CHROMIUM_ARGS, findFullChromium } from "../chromium.ts";
import { test } from "../fixtures.ts";

const executablePath = findFullChromium();
test.use({
  launchOptions: {
    args: CHROMIUM_ARGS,
    // Playwright forbids it; players have it.
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
    ...(executablePath ? { executablePath } : {}),
  },
});

/** To another site and back; meanwhile something else. */
async function comeBack(page: Page, url: string, meanwhile = async () => {}): Promise<void> {
  await page.goto(`${url.replace("localhost", "127.0.0.1")}/healthz`);
  await meanwhile();
  // A page that the browser has kept is not loaded.
  await page.goBack({ waitUntil: "commit" });
}

test("on the way back from another site the picture and the seat are there again", async ({ page, player, house }) => {
  await page.addInitScript(() =>
    addEventListener("pageshow", ({ persisted }) => Object.assign(globalThis, { persisted })),
  );
  await player.sit(2, "50");
  await expect(player.video).toHaveAttribute("data-state", "live");
  await comeBack(page, house.url);
  const kept = () => page.evaluate(() => (globalThis as { persisted?: boolean }).persisted);
  await expect.poll(kept).toBe(true);
  await expect(player.video).toHaveAttribute("data-state", "live");
  const before = await player.frames();
  await expect.poll(() => player.frames()).toBeGreaterThan(before + 5);
  await player.play.click();
  await expect.poll(() => player.creditMinor()).not.toBe(50_00);
});

test("on the way back nothing is shown of a login that has ended meanwhile", async ({
  page,
  context,
  player,
  house,
}) => {
  await player.go("/profile");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await comeBack(page, house.url, async () => {
    const other = await context.newPage();
    await other.goto(`${house.url}/lobby`);
    await other.evaluate(() => localStorage.clear());
    await other.close();
  });
  await expect(page).toHaveURL(/\/login/);
});
