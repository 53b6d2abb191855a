/**
 * A phone on a poor line (400 kbit/s and 400 ms of delay, by Chromium's own emulation), with nothing in its cache: until the login
 * can be filled in, and from its sending until the lobby's first cards have their pictures. The built app on the real server.
 */
import { CHROMIUM_ARGS, findChromium } from "@reelcast/e2e/chromium";
import { TestServer } from "@reelcast/e2e/testServer";
import { chromium } from "playwright-core";
import { ensureAppBuilt } from "../../scripts/lib/appBuild.ts";
import { inShort } from "./short.ts";

const VISITS = inShort(5, 1);
const LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const BARS_MS = { login: 3_000, cards: null, pictures: 8_000 };

const executablePath = findChromium();
if (!executablePath) throw new Error("no Chromium: set CHROMIUM_PATH");
await ensureAppBuilt();
const house = await TestServer.open();
const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });

/** All pictures of cards that are in the window have come. */
function haveCome(): boolean {
  const shown = [...document.querySelectorAll<HTMLImageElement>(".machine-item img")].filter((image) => {
    const { top, width } = image.getBoundingClientRect();
    return top < innerHeight && width > 0;
  });
  return shown.length > 0 && shown.every((image) => image.complete && image.naturalWidth > 0);
}

async function visit(): Promise<Record<keyof typeof BARS_MS, number>> {
  const { username, password } = await house.addPlayer();
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: "tr-TR" });
  try {
    const page = await context.newPage();
    const line = await context.newCDPSession(page);
    await line.send("Network.enable");
    await line.send("Network.emulateNetworkConditions", LINE);
    let began = performance.now();
    const since = () => performance.now() - began;
    await page.goto(house.url, { waitUntil: "commit" });
    const field = page.locator("input[type=password]");
    await field.waitFor();
    const login = since();
    await page.locator("input[name=username]").fill(username);
    await field.fill(password);
    began = performance.now();
    await field.press("Enter");
    await page.locator(".machine-item").first().waitFor();
    const cards = since();
    await page.waitForFunction(haveCome);
    return { login, cards, pictures: since() };
  } finally {
    await context.close();
  }
}

try {
  const visits = [];
  while (visits.length < VISITS) visits.push(await visit());
  for (const [what, name] of [
    ["login", "login is there"],
    ["cards", "login → the first card"],
    ["pictures", "login → pictures"],
  ] as const) {
    const times = visits.map((times) => times[what]).toSorted((a, b) => a - b);
    const median = times[Math.floor(times.length / 2)] ?? NaN;
    const bar = BARS_MS[what];
    console.log(
      `${name.padEnd(24)} median ${median.toFixed(0).padStart(6)} ms   worst ${(times.at(-1) ?? NaN).toFixed(0).padStart(6)} ms   n ${times.length}${bar === null ? "" : `   (bar: median at most ${bar} ms)`}`,
    );
  }
} finally {
  await browser.close();
  await house.close();
}
