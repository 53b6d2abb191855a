/**
 * A lobby of 2,000 machines whose statuses change 1,000 times a second, in a real Chromium with a processor slowed down
 * four times: long tasks of the page, and frames a second while it scrolls. The app and its calls come from a real server,
 * whose list of machines is extended in transit; the statuses come from its notification socket.
 */
import { MachineSchema } from "@reelcast/contract";
import { CHROMIUM_ARGS, findChromium } from "@reelcast/e2e/chromium";
import { TestServer } from "@reelcast/e2e/testServer";
import { chromium } from "playwright-core";
import * as z from "zod";
import { createLocalBus } from "../../apps/server/src/bus/local.ts";
import { serveSocketsOnly } from "./socketServer.ts";

const MACHINES = 2_000;
const PUSHES_PER_SECOND = 1_000;
const SLOWER = 4;
/** Longer than the lobby's own refresh every 10 s, which is part of what is measured. */
const WATCH_MS = 32_000;
const SCROLL_PX = 6_000;
/** Two speeds: looking at the cards, and going to the end. */
const SCROLL_PX_PER_SECOND = [750, 1_500];
const STATUSES = ["available", "waiting", "playing", "bonus", "cashout"] as const;

const executablePath = findChromium();
if (!executablePath) throw new Error("no Chromium: set CHROMIUM_PATH");
const house = await TestServer.open();
const bus = createLocalBus(() => {});
const app = await serveSocketsOnly(bus, () => 1);
app.removeAllContentTypeParsers();
app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
app.all("*", async (request, reply) => {
  const headers = new Headers();
  for (const name of ["accept", "authorization", "content-type", "accept-language"]) {
    const value = request.headers[name];
    if (typeof value === "string") headers.set(name, value);
  }
  const answer = await fetch(house.url + request.url, {
    method: request.method,
    headers,
    ...(Buffer.isBuffer(request.body) ? { body: new Uint8Array(request.body) } : {}),
  });
  reply.code(answer.status);
  for (const name of ["content-type", "cache-control", "content-security-policy"]) {
    const value = answer.headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  if (!request.url.endsWith("/machine/all")) return reply.send(Buffer.from(await answer.arrayBuffer()));
  const few = z.array(MachineSchema).parse(await answer.json());
  const many = Array.from({ length: MACHINES }, (_, n) => {
    const like = few[n % few.length];
    if (!like) throw new Error("the house has no machines");
    return { ...like, id: n + 1, name: `${like.name} ${n + 1}` };
  });
  return reply.send(JSON.stringify(many));
});
const url = await app.listen({ port: 0, host: "127.0.0.1" });
const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });

try {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.goto(url.replace("127.0.0.1", "localhost"));
  await page.locator("input[name=username]").fill("demo1");
  await page.locator("input[name=password]").fill("play1234");
  await page.locator("button[type=submit]").click();
  await page.locator(`li[aria-setsize="${MACHINES}"]`).first().waitFor();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  let sent = 0;
  const timer = setInterval(() => {
    for (let n = 0; n < PUSHES_PER_SECOND / 100; n += 1) {
      bus.publish("machine.status", {
        id: 1 + ((sent * 37) % MACHINES),
        status: STATUSES[sent % STATUSES.length] ?? "available",
      });
      sent += 1;
    }
  }, 10);
  // The start of the page is not measured here.
  await page.waitForTimeout(4_000);
  await page.evaluate(() => {
    const seen = { tasks: [] as number[], frames: 0 };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.tasks.push(duration);
    }).observe({ type: "longtask" });
    const count = (): void => {
      seen.frames += 1;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    Object.assign(globalThis, { seen });
  });
  const frames = () => page.evaluate(() => (globalThis as unknown as { seen: { frames: number } }).seen.frames);
  const began = Date.now();
  const sentBefore = sent;
  const lines: string[] = [];
  for (const speed of SCROLL_PX_PER_SECOND) {
    const rates: number[] = [];
    const until = Date.now() + WATCH_MS / SCROLL_PX_PER_SECOND.length;
    for (let down = true; Date.now() < until; down = !down) {
      const [before, at] = [await frames(), Date.now()];
      await devtools.send("Input.synthesizeScrollGesture", {
        x: 700,
        y: 500,
        yDistance: down ? -SCROLL_PX : SCROLL_PX,
        speed,
        gestureSourceType: "mouse",
      });
      rates.push((((await frames()) - before) * 1000) / (Date.now() - at));
    }
    rates.sort((a, b) => a - b);
    lines.push(
      `frames a second at ${String(speed).padStart(5)} px/s   median ${(rates[Math.floor(rates.length / 2)] ?? 0).toFixed(1)}   least ${(rates[0] ?? 0).toFixed(1)}   n ${rates.length}   (bar: at least 55)`,
    );
  }
  const seconds = (Date.now() - began) / 1000;
  clearInterval(timer);
  const tasks = await page.evaluate(() => (globalThis as unknown as { seen: { tasks: number[] } }).seen.tasks);
  const shown = await page.getByRole("listitem").count();
  console.log(`${MACHINES} machines (${shown} in the document), ${Math.round((sent - sentBefore) / seconds)} statuses a second, processor ${SLOWER} × slower, ${seconds.toFixed(0)} s
${lines.join("\n")}
tasks over 50 ms                ${tasks.length}   longest ${Math.max(0, ...tasks).toFixed(0)} ms   (bar: none)`);
} finally {
  await browser.close();
  await app.close();
  await house.close();
}
