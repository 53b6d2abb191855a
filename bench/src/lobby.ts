/**
 * A lobby of 2,000 machines whose statuses change 1,000 times a second, in a real Chromium with a processor slowed down
 * four times: long tasks of the page, and frames a second while it scrolls. The app and its calls come from a real server,
 * whose list of machines is extended in transit; the statuses come from its notification socket.
 *
 * `--against FOLDER`: another build of the app (its `dist`), measured in turn with this one. `--rounds`: how often.
 * `--seconds`: how long a page is watched; longer than the lobby's own refresh every 10 s, which is part of what is
 * measured.
 */
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { parseArgs } from "node:util";
import { MachineSchema } from "@reelcast/contract";
import { CHROMIUM_ARGS, findChromium } from "@reelcast/e2e/chromium";
import { TestServer } from "@reelcast/e2e/testServer";
import { chromium } from "playwright-core";
import * as z from "zod";
import { createLocalBus } from "../../apps/server/src/bus/local.ts";
import { passOn } from "./passOn.ts";
import { scrollAt, watchPage } from "./scrolling.ts";
import { serveSocketsOnly } from "./socketServer.ts";
import { inShort } from "./short.ts";

const MACHINES = inShort(2_000, 200);
const PUSHES_PER_SECOND = inShort(1_000, 100);
const SLOWER = inShort(4, 1);
/** Two speeds: looking at the cards, and going to the end. */
const SCROLL_PX_PER_SECOND = [750, 1_500];
const STATUSES = ["available", "waiting", "playing", "bonus", "cashout"] as const;
const TYPES: Record<string, string> = { ".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2" };

const { values: options } = parseArgs({
  options: {
    against: { type: "string" },
    rounds: { type: "string", default: "1" },
    seconds: { type: "string", default: inShort("32", "0.5") },
  },
});
const executablePath = findChromium();
if (!executablePath) throw new Error("no Chromium: set CHROMIUM_PATH");
const house = await TestServer.open();
const bus = createLocalBus(() => {});

/** The files of another build; whatever has no extension is its page. */
async function fileOf(folder: string, address: string): Promise<{ type: string; content: Buffer }> {
  const { pathname } = new URL(address, "http://localhost");
  const extension = extname(pathname);
  const content = await readFile(join(folder, extension === "" ? "index.html" : pathname));
  return { type: TYPES[extension] ?? (extension === "" ? "text/html" : "application/octet-stream"), content };
}

/** @param folder of another build; undefined: the house's own */
async function serveLobby(folder: string | undefined): Promise<{ url: string; close: () => Promise<void> }> {
  const app = await serveSocketsOnly(bus, () => 1);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  app.all("*", async (request, reply) => {
    if (folder !== undefined && !/^\/(api|machines|brands|Settings\.json)/.test(request.url)) {
      const { type, content } = await fileOf(folder, request.url);
      return reply.type(type).send(content);
    }
    const answer = await passOn(request, reply, house.url);
    if (!/\/machine\/all(\?|$)/.test(request.url)) return reply.send(Buffer.from(await answer.arrayBuffer()));
    const few = z.array(MachineSchema).parse(await answer.json());
    const many = Array.from({ length: MACHINES }, (_, n) => {
      const like = few[n % few.length];
      if (!like) throw new Error("the house has no machines");
      return { ...like, id: n + 1, name: `${like.name} ${n + 1}` };
    });
    return reply.send(JSON.stringify(many));
  });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  return { url: url.replace("127.0.0.1", "localhost"), close: () => app.close() };
}

let sent = 0;
/** Returns the function that stops it. */
function pushStatuses(): () => void {
  const timer = setInterval(() => {
    for (let n = 0; n < PUSHES_PER_SECOND / 100; n += 1) {
      const status = STATUSES[sent % STATUSES.length] ?? "available";
      bus.publish("machine.status", { id: 1 + ((sent * 37) % MACHINES), status });
      sent += 1;
    }
  }, 10);
  return () => clearInterval(timer);
}

interface Measured {
  /** Frames a second of each way down or up, by speed in px/s. */
  rates: Map<number, number[]>;
  /** Tasks over 50 ms, in ms. */
  tasks: number[];
  shown: number;
  /** Elements in the document. */
  elements: number;
}

async function measure(url: string, executable: string): Promise<Measured> {
  const browser = await chromium.launch({ executablePath: executable, args: CHROMIUM_ARGS });
  try {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    await page.goto(url);
    await page.locator("input[name=username]").fill("demo1");
    await page.locator("input[name=password]").fill("play1234");
    await page.locator("button[type=submit]").click();
    // Of the whole list, or of the first brand.
    await page.locator("li[aria-setsize]").first().waitFor();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    const stopPushes = pushStatuses();
    // The start of the page is not measured here.
    await page.waitForTimeout(inShort(4_000, 0));
    const { frames, longTasks } = await watchPage(page);
    const rates = new Map<number, number[]>();
    for (const speed of SCROLL_PX_PER_SECOND)
      rates.set(
        speed,
        await scrollAt(devtools, speed, (Number(options.seconds) * 1000) / SCROLL_PX_PER_SECOND.length, frames),
      );
    stopPushes();
    const tasks = await longTasks();
    const shown = await page.locator("li[aria-setsize]").count();
    const elements = await page.evaluate(() => document.querySelectorAll("*").length);
    return { rates, tasks, shown, elements };
  } finally {
    await browser.close();
  }
}

function print(name: string, all: readonly Measured[]): void {
  const tasks = all.flatMap((one) => one.tasks);
  console.log(`${name}: ${all[0]?.shown} machines in the document, ${all[0]?.elements} elements`);
  for (const speed of SCROLL_PX_PER_SECOND) {
    const rates = all.flatMap((one) => one.rates.get(speed) ?? []).toSorted((a, b) => a - b);
    const median = rates[Math.floor(rates.length / 2)] ?? 0;
    console.log(
      `  frames a second at ${String(speed).padStart(5)} px/s   median ${median.toFixed(1)}   least ${(rates[0] ?? 0).toFixed(1)}   n ${rates.length}   (bar: at least 58)`,
    );
  }
  console.log(`  tasks over 50 ms: ${tasks.length}   longest ${Math.max(0, ...tasks).toFixed(0)} ms   (bar: none)`);
}

const builds: { name: string; folder: string | undefined; measured: Measured[] }[] = [
  { name: "this build", folder: undefined, measured: [] },
  ...(options.against === undefined ? [] : [{ name: options.against, folder: options.against, measured: [] }]),
];
try {
  const began = Date.now();
  for (let round = 0; round < Number(options.rounds); round += 1) {
    for (const { folder, measured } of builds) {
      const lobby = await serveLobby(folder);
      try {
        measured.push(await measure(lobby.url, executablePath));
      } finally {
        await lobby.close();
      }
    }
  }
  console.log(
    `${MACHINES} machines, ${PUSHES_PER_SECOND} statuses a second, processor ${SLOWER} × slower, ${((Date.now() - began) / 1000).toFixed(0)} s in all`,
  );
  for (const { name, measured } of builds) print(name, measured);
} finally {
  await house.close();
}
