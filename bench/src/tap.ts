/**
 * From a tap on a machine's card in the lobby to its moving picture, in a real Chromium with the real server on loopback:
 * code, seat, signalling and video. A tap is a finger that stays down for 80 ms, and the time begins when it is lifted. The
 * picture moves with its second frame. The first tap of a visit, which fetches the game's code, is measured apart.
 */
import { CHROMIUM_ARGS, findChromium } from "@reelcast/e2e/chromium";
import { PlayerPage } from "@reelcast/e2e/playerPage";
import { TestServer } from "@reelcast/e2e/testServer";
import { chromium, type Page } from "playwright-core";
import { ensureAppBuilt } from "../../scripts/lib/appBuild.ts";
import { inShort } from "./short.ts";

const TAPS = inShort(12, 1);
const FIRST_TAPS = inShort(4, 1);
const DOWN_MS = 80;
const BAR_MS = 600;

const executablePath = findChromium();
if (!executablePath) throw new Error("no Chromium: set CHROMIUM_PATH");
await ensureAppBuilt();
const house = await TestServer.open();
const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const worst = (values: readonly number[]) => Math.max(...values);

/** Notes in the page when a finger was lifted, and when the second frame after it was shown. */
function watchTaps(): void {
  const times = { lifted: 0, moving: 0 };
  Object.assign(globalThis, { times });
  addEventListener(
    "click",
    () => {
      times.lifted = performance.now();
      times.moving = 0;
    },
    true,
  );
  const seen = new WeakSet<HTMLVideoElement>();
  new MutationObserver(() => {
    const video = document.querySelector("video");
    if (!video || seen.has(video)) return;
    seen.add(video);
    video.requestVideoFrameCallback(() =>
      video.requestVideoFrameCallback(() => {
        times.moving = performance.now();
      }),
    );
  }).observe(document, { childList: true, subtree: true });
}

async function tap(page: Page): Promise<number> {
  const card = page.getByRole("main").getByRole("listitem").getByRole("link").first();
  await card.waitFor();
  const box = await card.boundingBox();
  if (!box) throw new Error("the card has no place");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 3);
  await page.mouse.down();
  await page.waitForTimeout(DOWN_MS);
  await page.mouse.up();
  const took = await page.waitForFunction(() => {
    const { times } = globalThis as unknown as { times: { lifted: number; moving: number } };
    return times.moving > 0 && times.moving - times.lifted;
  });
  return Number(await took.jsonValue());
}
async function open(): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 }, locale: "tr-TR" })).newPage();
  await page.addInitScript(watchTaps);
  const player = new PlayerPage(page, house.url);
  await player.logIn(await house.addPlayer());
  await player.go("/lobby");
  await page.waitForLoadState("networkidle");
  return page;
}
async function leave(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: /^Çıkış/ })
    .first()
    .click();
  await page.waitForURL(/\/lobby/);
  await house.freeSeats();
}
function print(what: string, values: readonly number[]): void {
  console.log(
    `${what.padEnd(28)} median ${median(values).toFixed(0).padStart(5)} ms   worst ${worst(values).toFixed(0).padStart(5)} ms   n ${values.length}   (bar: median at most ${BAR_MS} ms)`,
  );
}

try {
  const first: number[] = [];
  for (let n = 0; n < FIRST_TAPS; n += 1) {
    const page = await open();
    first.push(await tap(page));
    await leave(page);
    await page.context().close();
  }
  const taps: number[] = [];
  const page = await open();
  await tap(page);
  await leave(page);
  while (taps.length < TAPS) {
    taps.push(await tap(page));
    await leave(page);
  }
  print("tap → moving picture", taps);
  print("the first tap of a visit", first);
} finally {
  await browser.close();
  await house.close();
}
