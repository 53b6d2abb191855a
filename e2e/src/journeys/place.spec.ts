/** From the lobby to a machine, and back to the same place. */
import { expect, test } from "../fixtures.ts";

test.use({ viewport: { width: 390, height: 844 } });

test("who leaves a machine is back at the same place of the lobby", async ({ page, player }) => {
  await player.go("/lobby");
  // Its rows come as it is scrolled.
  await expect
    .poll(() =>
      page.evaluate(() => {
        scrollBy(0, 100);
        return scrollY;
      }),
    )
    .toBeGreaterThan(200);
  const card = page.locator(".machine-item a[href]").last();
  await card.scrollIntoViewIfNeeded();
  const path = await card.getAttribute("href");
  await card.click();
  await expect(page).toHaveURL(/\/game\//);
  await player.seeLiveVideo();
  await player.leave.click();
  await expect(page).toHaveURL(/\/lobby$/);
  await expect(page.locator(`.machine-item a[href="${path}"]`)).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
  // The browser's own way back leads out of the lobby, not to the machine.
  await page.goBack();
  expect(page.url()).not.toContain("/game/");
});
