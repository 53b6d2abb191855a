/**
 * The console's floor wall with 1,000 machines, half of them in play (standInFloor.ts), in a real Chromium: frames a second while it
 * scrolls, its longest task, and the bytes that it receives a second. The console and its calls come from a real server, except the
 * floor, its changes and the stills, which are those of the stand-ins: each still is a real one, new every two seconds.
 *
 * `--slower`: so many times the processor is slowed down. `--seconds`: how long each speed is watched.
 */
import { parseArgs } from "node:util";
import { CHROMIUM_ARGS, findChromium } from "@reelcast/e2e/chromium";
import { PlayerClient } from "@reelcast/e2e/client";
import { freePort } from "@reelcast/e2e/freePort";
import { TestServer } from "@reelcast/e2e/testServer";
import fastify from "fastify";
import { chromium } from "playwright-core";
import type { CDPSession, Page } from "playwright-core";
import { WebSocketServer } from "ws";
import * as z from "zod";
import { passOn } from "./passOn.ts";
import { scrollAt, watchPage } from "./scrolling.ts";
import { MACHINES, overview, stopFloor } from "./standInFloor.ts";
import { inShort } from "./short.ts";

const SCROLL_PX_PER_SECOND = [750, 1_500];
const STILL_MS = 2_000;
const PASSWORD = "lamps that burn at night";
const Stills = z.object({ stills: z.array(z.object({ image: z.string() })).min(1) });
const Request = z.object({ id: z.union([z.string(), z.number()]), method: z.string(), params: z.unknown() });

const { values: options } = parseArgs({
  options: { slower: { type: "string", default: "1" }, seconds: { type: "string", default: inShort("20", "0.5") } },
});
const executablePath = findChromium();
if (!executablePath) throw new Error("no Chromium: set CHROMIUM_PATH");
const consolePort = await freePort();
const house = await TestServer.open({ CONSOLE_PORT: String(consolePort) });
const consoleUrl = `http://localhost:${consolePort}`;

/** Of a machine in play, as a data URL. */
let still = "";
const received = { changes: 0, stills: 0, floor: 0 };

async function serveWall(): Promise<{ url: string; close: () => Promise<void> }> {
  const app = fastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  app.get("/api/v1/floor", async (_request, reply) => {
    const text = JSON.stringify(await overview.snapshot());
    received.floor += text.length;
    return reply.type("application/json").send(text);
  });
  app.get("/api/v1/floor/stills", async ({ query }, reply) => {
    const { machines } = z.object({ machines: z.string() }).parse(query);
    const wanted = machines.split(",").map((one) => Number(one.split(":")[0]));
    const version = Math.floor(Date.now() / STILL_MS);
    // Odd numbers are in play.
    const stills = wanted.filter((id) => id % 2 === 1).map((id) => ({ id, version, image: still }));
    const text = JSON.stringify({ stills, nextMs: STILL_MS });
    received.stills += text.length;
    return reply.type("application/json").send(text);
  });
  app.all("*", async (request, reply) => {
    const answer = await passOn(request, reply, consoleUrl);
    return reply.send(Buffer.from(await answer.arrayBuffer()));
  });
  const sockets = new WebSocketServer({ server: app.server, path: "/ws/console" });
  sockets.on("connection", (socket) => {
    const end = overview.follow((changes) => {
      const text = JSON.stringify({ jsonrpc: "2.0", method: "floor", params: changes });
      received.changes += text.length;
      socket.send(text);
    });
    socket.on("close", end);
    socket.on("message", (data: Buffer) => {
      const parsed = Request.safeParse(JSON.parse(data.toString()));
      if (!parsed.success) return;
      const { id, method, params } = parsed.data;
      const result = method === "ping" ? { at: Date.now() } : params;
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, result }));
    });
  });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  return {
    url: url.replace("127.0.0.1", "localhost"),
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      await app.close();
    },
  };
}

/** A member signs in by the link, and the wall is there. */
async function openWall(page: Page, url: string): Promise<void> {
  const { stdout, stderr } = await house.cli("staff", "add", "bench", "viewer");
  const [, path] = /(\/link#\S+)/.exec(stdout) ?? [];
  if (path === undefined) throw new Error(`the member could not be added: ${stdout}${stderr}`);
  await page.goto(url + path);
  const fields = page.locator("input[type=password]");
  await fields.first().waitFor();
  for (const field of await fields.all()) await field.fill(PASSWORD);
  await page.locator("form button[type=submit]").click();
  await page.waitForURL("**/account");
  const token = await page.evaluate(() => sessionStorage.getItem("console.token"));
  await readStill(token ?? "");
  await page.goto(`${url}/floor`);
  await page.locator(`li[aria-setsize="${MACHINES}"]`).first().waitFor();
}

async function readStill(token: string): Promise<void> {
  const game = await PlayerClient.of(house.url, await house.addPlayer()).game();
  await game.init(1);
  for (let tries = 0; still === "" && tries < 50; tries += 1) {
    const answer = await fetch(`${consoleUrl}/api/v1/floor/stills?machines=1`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const stills = Stills.safeParse(await answer.json());
    if (stills.success) still = stills.data.stills[0]?.image ?? "";
    else await new Promise((resolve) => setTimeout(resolve, 200));
  }
  if (still === "") throw new Error("there is no still of a machine in play");
  game.close();
}

const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
const perSecond = (bytes: number, ms: number) => `${(bytes / 1024 / (ms / 1_000)).toFixed(1)} KiB/s`;

/** What the page receives meanwhile, before any compression. */
async function bytesOf(when: string, work: () => Promise<void>): Promise<void> {
  Object.assign(received, { changes: 0, stills: 0, floor: 0 });
  const began = Date.now();
  await work();
  const ms = Date.now() - began;
  const { changes, stills, floor } = received;
  console.log(
    `  bytes ${when}: changes ${perSecond(changes, ms)}, stills ${perSecond(stills, ms)}, the whole floor ${perSecond(floor, ms)}`,
  );
}
async function scroll(devtools: CDPSession, frames: () => Promise<number>): Promise<void> {
  for (const speed of SCROLL_PX_PER_SECOND) {
    const rates = await scrollAt(devtools, speed, Number(options.seconds) * 1_000, frames);
    console.log(
      `  frames a second at ${String(speed).padStart(5)} px/s   median ${median(rates).toFixed(1)}   least ` +
        `${Math.min(...rates).toFixed(1)}   n ${rates.length}   (bar: 60)`,
    );
  }
}

const wall = await serveWall();
const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
try {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await openWall(page, wall.url);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: Number(options.slower) });
  // The start of the page is not measured here.
  await page.waitForTimeout(inShort(4_000, 0));
  const elements = await page.evaluate(() => document.querySelectorAll("*").length);
  console.log(
    `${MACHINES} machines, ${await page.locator(`li[aria-setsize="${MACHINES}"]`).count()} in the document, ${elements} elements; ` +
      `processor ${options.slower} × slower; a still has ${still.length} bytes`,
  );
  const { frames, longTasks } = await watchPage(page);
  await bytesOf("at rest", () => page.waitForTimeout(Number(options.seconds) * 1_000));
  await bytesOf("while it scrolls", () => scroll(devtools, frames));
  const tasks = await longTasks();
  console.log(`  tasks over 50 ms: ${tasks.length}   longest ${Math.max(0, ...tasks).toFixed(0)} ms   (bar: none)`);
} finally {
  await browser.close();
  await wall.close();
  stopFloor();
  await house.close();
}
