/** Cards that live while they are held: the machine's reels move, and a press grows from what is seen into the game. */
import { PlayerClient } from "../client.ts";
import { expect, test } from "../fixtures.ts";

const PLAYED = 3;

test("a card under the mouse shows the reels of a game five times a second, and ends with the mouse", async ({
  page,
  player,
  house,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const other = PlayerClient.of(house.url, await house.addPlayer());
  const game = await other.game();
  await game.init(PLAYED);
  await game.cashIn(500_00);
  const name = (await other.machines()).find(({ id }) => id === PLAYED)?.name ?? "";
  let calls = 0;
  page.on("request", (request) => (calls += request.url().includes("/machine/living") ? 1 : 0));
  await page.addInitScript(() => {
    // oxlint-disable-next-line typescript/unbound-method -- called with its object
    const start = AudioScheduledSourceNode.prototype.start;
    AudioScheduledSourceNode.prototype.start = function count(...how) {
      document.documentElement.dataset["notes"] = String(Number(document.documentElement.dataset["notes"] ?? 0) + 1);
      start.apply(this, how);
    };
  });
  await player.go("/lobby");
  // Before the first press on a page, a browser plays nothing.
  await page.getByRole("searchbox").first().click();
  const card = page.locator(".machine-card", { hasText: name }).first();
  await card.scrollIntoViewIfNeeded();
  await card.hover();
  await expect(card).toHaveClass(/machine-living/);
  await card.evaluate((element) => {
    const pictures = new Set<string>();
    new MutationObserver(() => {
      for (const { src } of element.querySelectorAll<HTMLImageElement>(".machine-still")) pictures.add(src);
      element.dataset["pictures"] = String(pictures.size);
    }).observe(element, { childList: true });
  });
  const sounds = page.waitForResponse(
    async (response) =>
      response.url().includes("/machine/living") &&
      ((await response.json()) as { notes?: unknown[] }).notes?.length !== 0,
  );
  await game.press("play");
  await sounds;
  await expect.poll(async () => Number(await page.locator("html").getAttribute("data-notes"))).toBeGreaterThan(10);
  // As many as the reels turn for a second, at least.
  await expect.poll(async () => Number(await card.getAttribute("data-pictures"))).toBeGreaterThan(4);
  await page.mouse.move(2, 2);
  await expect(card).not.toHaveClass(/machine-living/);
  const before = calls;
  expect(before).toBeGreaterThan(0);
  // The list's own pictures are asked for every two seconds: a call for the card would have come meanwhile.
  for (let n = 0; n < 2; n += 1) await page.waitForRequest(/\/machine\/stills/);
  expect(calls).toBe(before);
  game.close();
});

test.describe("under a finger", () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });
  test("a finger that stays makes the card live and opens nothing; a tap opens the game", async ({ page, player }) => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await player.go("/lobby");
    const card = page.locator("a.machine-card[href]").first();
    await expect(card).toBeVisible();
    await page.waitForLoadState("networkidle");
    const box = await card.boundingBox();
    if (!box) throw new Error("no card");
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 3 };
    const touch = await page.context().newCDPSession(page);
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
    await expect(card).toHaveClass(/machine-living/);
    await expect(card.locator(".machine-still")).toHaveCount(1);
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await expect(card).not.toHaveClass(/machine-living/);
    await expect(card.locator(".machine-still")).toHaveCount(0);
    await expect(page).toHaveURL(/\/lobby/);
    await page.touchscreen.tap(at.x, at.y);
    await expect(page).toHaveURL(/\/game\//);
    await player.seeLiveVideo();
  });
});
