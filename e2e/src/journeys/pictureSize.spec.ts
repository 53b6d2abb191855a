/** The form in which a drawn machine comes, and how much of the screen its picture has, in the built app. */
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

/** The parts of the window's height and width that the picture has, what is seen of it, and the pixels from its end to the meters. */
const seen = ({ video }: PlayerPage) =>
  video.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const room = element.closest("[data-part=picture]")?.getBoundingClientRect() ?? new DOMRect();
    const cut = /^inset\(([\d.]+)% ([\d.]+)% ([\d.]+)% ([\d.]+)%\)$/.exec(element.style.clipPath);
    const [top = 0, right = 0, bottom = 0, left = 0] = (cut?.slice(1) ?? []).map((part) => Number(part) / 100);
    const [from, to] = [
      { x: Math.max(room.left, box.left + left * box.width), y: Math.max(room.top, box.top + top * box.height) },
      {
        x: Math.min(room.right, box.right - right * box.width),
        y: Math.min(room.bottom, box.bottom - bottom * box.height),
      },
    ];
    const meters = document.querySelector("[data-part=meters]")?.getBoundingClientRect() ?? new DOMRect();
    return { width: (to.x - from.x) / innerWidth, height: (to.y - from.y) / innerHeight, gap: meters.top - to.y };
  });

/** What each window must give to the picture at least. */
const SHARES = [
  [
    { width: 390, height: 844 },
    { width: 1, height: 0.5 },
  ],
  [
    { width: 360, height: 640 },
    { width: 0.9, height: 0.38 },
  ],
  [
    { width: 844, height: 390 },
    { width: 0.75, height: 0.8 },
  ],
  [
    { width: 667, height: 375 },
    { width: 0.75, height: 0.6 },
  ],
  [
    { width: 1_440, height: 900 },
    { width: 0.9, height: 0.72 },
  ],
  [
    { width: 1_920, height: 1_080 },
    { width: 0.85, height: 0.75 },
  ],
] as const;
const TALL_WIDTH = 540;

for (const [machine, name] of [
  [3, "a machine's own picture"],
  [6, "a cabinet"],
] as const)
  test(`the screen belongs to the picture, without the machine's own figures and buttons: ${name}`, async ({
    page,
  }) => {
    const player = new PlayerPage(page, house.url);
    await player.logIn(await house.addPlayer());
    await page.setViewportSize(PHONE);
    await player.sit(machine);
    for (const [size, least] of SHARES) {
      await page.setViewportSize(size);
      const isTall = size.width < size.height;
      const isAcross = !isTall && size.height < 541;
      await expect.poll(async () => (await widthOf(player)) === TALL_WIDTH, { message: "its form" }).toBe(isTall);
      await expect
        .poll(async () => {
          const { width, height, gap } = await seen(player);
          const wide = width >= least.width - 0.001;
          // The reels stand on the meters: no empty band lies between them.
          return { wide, high: height >= least.height, stands: !isAcross || gap < 4, width, height, gap };
        }, `${size.width}×${size.height}`)
        .toMatchObject({ wide: true, high: true, stands: true });
    }
  });

test("a desktop's picture is sharp; in a narrow window it comes smaller, and the picture goes on", async ({ page }) => {
  const player = new PlayerPage(page, house.url);
  await player.logIn(await house.addPlayer());
  await page.setViewportSize(DESKTOP);
  await player.sit(2, "50");
  await expect.poll(() => widthOf(player)).toBe(1_280);
  await page.setViewportSize(PHONE);
  await expect.poll(() => widthOf(player)).toBe(TALL_WIDTH);
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
