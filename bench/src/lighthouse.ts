/**
 * Lighthouse (mobile: a slower processor and slow 4G, both simulated) on the login and on the lobby, next to an empty page of
 * React in the same run, since one computer's hours differ by more than two pages do. Medians of `--runs` (5). Lighthouse
 * is fetched by npx in the version below: it is no part of what `npm ci` installs.
 */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { brotliCompressSync } from "node:zlib";
import { CHROMIUM_ARGS, findChromium } from "@reelcast/e2e/chromium";
import { PlayerPage } from "@reelcast/e2e/playerPage";
import { TestServer } from "@reelcast/e2e/testServer";
import { chromium } from "playwright-core";
import type * as Vite from "vite";
import * as z from "zod";
import { ensureAppBuilt } from "../../scripts/lib/appBuild.ts";
import { inShort } from "./short.ts";

const LIGHTHOUSE = "lighthouse@13.5.0";
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
const TIMES = {
  "first-contentful-paint": "first paint",
  "largest-contentful-paint": "largest paint",
  "total-blocking-time": "blocking",
  "speed-index": "speed index",
} as const;
const { values } = parseArgs({ options: { runs: { type: "string", default: inShort("5", "1") } } });
const RUNS = Number(values.runs);

const Score = z.object({ score: z.nullable(z.number()) });
const Report = z.object({
  categories: z.record(z.string(), Score),
  audits: z.record(z.string(), z.object({ score: z.nullable(z.number()), numericValue: z.optional(z.number()) })),
});
type Report = z.infer<typeof Report>;

const run = promisify(execFile);
const executablePath = findChromium();
if (!executablePath) throw new Error("no Chromium: set CHROMIUM_PATH");
const folder = await mkdtemp(join(tmpdir(), "reelcast-lighthouse-"));
const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? NaN;

/** A page that shows one heading by React, built and compressed as the app is. */
async function serveEmptyPage() {
  const require = createRequire(fileURLToPath(new URL("../../apps/player/package.json", import.meta.url)));
  const { build } = (await import(require.resolve("vite"))) as typeof Vite;
  await writeFile(
    join(folder, "main.js"),
    `import { createElement } from ${JSON.stringify(require.resolve("react"))};
import { createRoot } from ${JSON.stringify(require.resolve("react-dom/client"))};
createRoot(document.getElementById("root")).render(createElement("h1", null, "Empty"));`,
  );
  await writeFile(
    join(folder, "index.html"),
    `<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>Empty</title>
<meta name="viewport" content="width=device-width" /><meta name="description" content="Empty" /></head>
<body><div id="root"></div><script type="module" src="./main.js"></script></body></html>`,
  );
  await build({ root: folder, configFile: false, logLevel: "error", build: { modulePreload: { polyfill: false } } });
  const server = createServer(({ url = "/" }, response) => {
    const path = url === "/" ? "index.html" : url.slice(1);
    const type = path.endsWith(".js") ? "text/javascript" : "text/html";
    readFile(join(folder, "dist", path)).then(
      (content) => {
        response.writeHead(200, { "content-type": type, "content-encoding": "br" }).end(brotliCompressSync(content));
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

/** Chromium with what a player's browser keeps, if `login` gives it a login. */
async function openBrowser(login?: (player: PlayerPage) => Promise<void>) {
  const profile = await mkdtemp(join(folder, "profile-"));
  const port = 9_300 + Math.floor(Math.random() * 600);
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath && { executablePath }),
    args: [...CHROMIUM_ARGS, `--remote-debugging-port=${port}`],
    locale: "tr-TR",
  });
  const page = context.pages()[0] ?? (await context.newPage());
  await login?.(new PlayerPage(page, house.url));
  return { port, close: () => context.close() };
}

async function measure(url: string, port: number): Promise<Report> {
  const file = join(folder, "report.json");
  await run(
    "npx",
    [
      "--yes",
      LIGHTHOUSE,
      url,
      `--port=${port}`,
      "--quiet",
      "--disable-storage-reset",
      "--output=json",
      `--output-path=${file}`,
      `--only-categories=${CATEGORIES.join(",")}`,
    ],
    { maxBuffer: 64 * 2 ** 20 },
  );
  return Report.parse(JSON.parse(await readFile(file, "utf8")));
}

function print(name: string, reports: readonly Report[]): void {
  const scores = CATEGORIES.map((category) => {
    const all = reports.map(({ categories }) => 100 * (categories[category]?.score ?? 0));
    return `${category} ${median(all).toFixed(0)}`;
  });
  const times = Object.entries(TIMES).map(([audit, words]) => {
    const all = reports.map(({ audits }) => audits[audit]?.numericValue ?? NaN);
    return `${words} ${median(all).toFixed(0)} ms`;
  });
  console.log(`${name.padEnd(12)} ${scores.join("   ")}\n${" ".repeat(13)}${times.join("   ")}`);
  const last = reports.at(-1);
  const missed = Object.entries(last?.audits ?? {}).filter(([, { score }]) => score !== null && score < 0.9);
  console.log(`${" ".repeat(13)}below 0.9: ${missed.map(([audit]) => audit).join(", ") || "none"}`);
}

await ensureAppBuilt();
const house = await TestServer.open();
const empty = await serveEmptyPage();
try {
  const account = await house.addPlayer();
  const guest = await openBrowser();
  const player = await openBrowser(async (page) => {
    await page.open(house.url, "/login");
    await page.fillLogin(account.username, account.password);
    await page.page.getByRole("checkbox").check();
    await page.submitLogin();
    await page.page.waitForURL(/\/lobby/);
  });
  const pages = [
    { name: "empty React", url: empty.url, browser: guest, reports: [] as Report[] },
    { name: "login", url: `${house.url}/login`, browser: guest, reports: [] as Report[] },
    { name: "lobby", url: `${house.url}/lobby`, browser: player, reports: [] as Report[] },
    // A short run needs one of them: the last one has all before it.
  ].slice(inShort(0, 2));
  for (let n = 0; n < RUNS; n += 1)
    for (const { url, browser, reports } of pages) reports.push(await measure(url, browser.port));
  for (const { name, reports } of pages) print(name, reports);
  await guest.close();
  await player.close();
} finally {
  empty.close();
  await house.close();
  await rm(folder, { recursive: true, force: true });
}
