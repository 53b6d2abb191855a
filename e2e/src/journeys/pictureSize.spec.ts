/** The size in which a drawn machine comes: by how large the page shows it, in the built app. */
import { expect } from "@playwright/test";
import { test } from "../fixtures.ts";
import { PlayerPage } from "../playerPage.ts";
import { TestServer } from "../testServer.ts";

const DESKTOP = { width: 1_440, height: 900 };
const PHONE = { width: 390, height: 844 };
let house: TestServer;
test.beforeEach(async () => {
  // As it ships.
  house = await TestServer.open({ VIDEO_LARGE: "1" });
});
test.afterEach(() => house.close());

const widthOf = ({ video }: PlayerPage) =>
  video.evaluate((element) => (element instanceof HTMLVideoElement ? element.videoWidth : 0));

test("a desktop's picture is sharp; in a narrow window it comes smaller, and the picture goes on", async ({ page }) => {
  const player = new PlayerPage(page, house.url);
  await player.logIn(await house.addPlayer());
  await page.setViewportSize(DESKTOP);
  await player.sit(2, "50");
  await expect.poll(() => widthOf(player)).toBe(1_280);
  await page.setViewportSize(PHONE);
  await expect.poll(() => widthOf(player)).toBe(640);
  const before = await player.frames();
  await expect.poll(() => player.frames()).not.toBe(before);
  await page.setViewportSize(DESKTOP);
  await expect.poll(() => widthOf(player)).toBe(1_280);
  await expect(player.video).toHaveAttribute("data-state", "live");
});

test("a player who saves data gets the small picture on a desktop, too", async ({ page }) => {
  const player = new PlayerPage(page, house.url);
  await player.logIn(await house.addPlayer());
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "connection", { value: { saveData: true, addEventListener() {} } }),
  );
  await page.setViewportSize(DESKTOP);
  await player.sit(2, "50");
  await expect.poll(() => widthOf(player)).toBe(640);
  await player.play.click();
  await expect.poll(() => player.creditMinor()).not.toBe(50_00);
  expect(await widthOf(player)).toBe(640);
});
