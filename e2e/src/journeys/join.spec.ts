/** From a machine's card to its live picture, in the built app, while the video takes its time. */
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { PlayerPage } from "../playerPage.ts";

test("the card's picture stands in the game until the video shows frames, and nothing is said that is not known", async ({
  page,
  house,
  account,
}) => {
  const player = new PlayerPage(page, house.url);
  await player.logIn(account);
  await page.setViewportSize({ width: 390, height: 844 });
  const { promise: come, resolve: bringVideo } = Promise.withResolvers<void>();
  await page.route(/\/whep\//, async (route) => {
    await come;
    await route.continue();
  });
  await player.go("/lobby");
  const card = page.getByRole("listitem").getByRole("link", { name: /Boş/ }).first();
  const picture = card.locator("img").first();
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  const address = await picture.evaluate((image) => (image as HTMLImageElement).currentSrc);
  await card.click();
  await expect(page).toHaveURL(/\/game\//);

  const area = page.locator("[data-part=picture]").first();
  const still = area.locator("[data-part=still]");
  await expect(still).toBeVisible();
  const place = await still.evaluate((image) => {
    const { width, height } = image.getBoundingClientRect();
    const room = image.closest("[data-part=picture]")?.getBoundingClientRect();
    const layer = image.parentElement && getComputedStyle(image.parentElement).viewTransitionName;
    const { currentSrc, naturalWidth } = image as HTMLImageElement;
    return { fills: width === room?.width && height === room.height, layer, currentSrc, isLoaded: naturalWidth > 0 };
  });
  expect(place).toEqual({ fills: true, layer: "machine-picture", currentSrc: address, isLoaded: true });
  await expect(page.getByRole("button", { name: "Bağlantı: henüz bilinmiyor" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Oyna/ })).toContainText("Görüntü henüz yok");

  bringVideo();
  await player.seeLiveVideo();
  await expect(still).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Bağlantı: iyi" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Oyna", exact: true })).toBeVisible();
});

test("in a low window what is said lies over no button", async ({ page, house, account }) => {
  const player = new PlayerPage(page, house.url);
  await player.logIn(account);
  await page.setViewportSize({ width: 844, height: 390 });
  await player.sit(3);
  const message = page.locator("[data-part=message] > *");
  await expect(message).toHaveText("Oynamak için makineye para aktarın");
  for (const width of [667, 844])
    for (const direction of ["ltr", "rtl"]) {
      await page.setViewportSize({ width, height: width === 667 ? 375 : 390 });
      await page.evaluate((dir) => document.documentElement.setAttribute("dir", dir), direction);
      const covered = () =>
        message.evaluate((element) => {
          const text = element.getBoundingClientRect();
          return [...document.querySelectorAll("main button")]
            .filter((button) => {
              const { left, right, top, bottom } = button.getBoundingClientRect();
              return left < text.right && right > text.left && top < text.bottom && bottom > text.top;
            })
            .map((button) => button.ariaLabel ?? button.textContent);
        });
      await expect.poll(covered, { message: `${width} ${direction}` }).toEqual([]);
    }
});

/** The page wants motion, and notes in `data-grown` which parts its newest step between two screens moves. */
async function noteGrowth(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.addInitScript(() => {
    const begin = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = begin(update);
      void transition.ready.then(
        () => {
          const parts = document
            .getAnimations()
            .flatMap(({ effect }) => (effect instanceof KeyframeEffect ? (effect.pseudoElement ?? []) : []));
          document.documentElement.dataset["grown"] = parts.join(" ");
        },
        (error: unknown) => (document.documentElement.dataset["grown"] = String(error)),
      );
      return transition;
    };
  });
}

test("the card's picture grows into the game's, and the game takes presses meanwhile", async ({ page, player }) => {
  await noteGrowth(page);
  await player.go("/lobby");
  const card = page.getByRole("listitem").getByRole("link", { name: /Boş/ }).first();
  const picture = card.locator("img").first();
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  // The page stands still for a game alone whose code is there: it is after a first visit.
  await card.click();
  await expect(page).toHaveURL(/\/game\//);
  await player.leave.click();
  await expect(page).toHaveURL(/\/lobby/);
  await page.evaluate(() => delete document.documentElement.dataset["grown"]);
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  await card.click();
  await expect(page).toHaveURL(/\/game\//);
  await expect(page.locator("html")).toHaveAttribute(
    "data-grown",
    /view-transition-(old|new|group)\(machine-picture\)/,
  );
  // Two of one name, or none of the card's, would have no old picture.
  await expect(page.locator("html")).toHaveAttribute("data-grown", /view-transition-old\(machine-picture\)/);
  await page.getByRole("button", { name: /PARA YATIR/ }).click();
  await expect(page.getByRole("dialog").getByRole("textbox")).toBeVisible();
});

test.describe("with a finger", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  test("the first tap of a visit grows too: the game's code comes once the lobby is used", async ({ page, player }) => {
    await noteGrowth(page);
    await player.go("/lobby");
    const card = page.getByRole("listitem").getByRole("link", { name: /Boş/ }).last();
    await expect(card).toBeVisible();
    const code = page.waitForResponse(/\/assets\/game-[^/]*\.js/);
    await card.scrollIntoViewIfNeeded();
    await code;
    const picture = card.locator("img").first();
    await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
    await page.waitForLoadState("networkidle");
    await card.tap();
    await expect(page).toHaveURL(/\/game\//);
    await expect(page.locator("html")).toHaveAttribute("data-grown", /view-transition-old\(machine-picture\)/);
  });
});
