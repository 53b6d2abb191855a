/**
 * Every benchmark runs to its end and prints its figures, in a short run (`npm run bench -- --short`). What they are does not count,
 * except for the sizes of JavaScript: those are the same on every computer, and above a bar that benchmark fails.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { BENCHMARKS, LONG } from "../../../../bench/src/names.ts";

const MAIN = fileURLToPath(new URL("../../../../bench/src/main.ts", import.meta.url));

/** What each prints, with `#` for a figure. */
const FIGURES: Record<string, readonly string[]> = {
  sizes: ["login: # kB of JavaScript in # files", "login, lobby and game: # kB", "floor wall: # kB"],
  transfers: ["transfers per second, 8 at once median #", "bare updates per second median #", "in order"],
  games: ["1 machine together # (#) # #", "64 machines of two floors on one together #", "in order"],
  presses: ["# presses accepted", "median # ms", "p99 # server # core"],
  floor: ["# leases taken in # s", "# machines playable, and all of the house, after # s", "given back in # s"],
  faults: ["rounds #", "transfers acknowledged #", "violations #"],
  video: [
    "picture alone",
    "picture and sound",
    "join to first frame median # ms",
    "glass to glass median # ms",
    "press to changed picture median # ms",
    "always playing # of a core",
    "nobody watches # of a core",
  ],
  stills: ["nobody looks # of a core", "players look # of a core", "a request: median # ms", "a still: mean # bytes"],
  fanout: ["Reelcast # # KiB # KiB #", "Socket.IO 4 # # KiB # KiB #", "ratio #"],
  overview: [
    "nobody follows # % of a core",
    "consoles follow # % of a core",
    "a console: # KiB/s in # batches a second",
  ],
  lobby: ["machines in the document, # elements", "frames a second at # px/s median #", "tasks over 50 ms: #"],
  wall: ["in the document, # elements", "bytes at rest: changes # KiB/s", "frames a second at # px/s median #"],
  brands: ["every machine # # #", "found by words # # #", "five brands each # statuses/s # kB/s a socket # ms of CPU"],
  history: [
    "transactions: first page of 25 median # ms",
    "sessionsCsv # rows per second",
    "summary of 366 days median # ms",
  ],
  tap: ["tap → moving picture median # ms", "the first tap of a visit median # ms"],
  slowLine: ["login is there median # ms", "the first card median # ms", "pictures median # ms"],
  fairness: ["alone median # ms", "balances at once median # ms p95 #", "pages of history at once median # ms p95 #"],
  attackers: ["quiet # # ms # ms # ms # core # MiB #", "attacked from other networks # # ms", "the server is up"],
  long: [
    "filled in #",
    "start to ready, the second #",
    "transactions: first page #",
    "ledger check --full #",
    "# postings read, in order",
    "restore: house ledger check #",
    "ended with 0",
  ],
  soak: ["server: resident MiB # # # #", "a second"],
  lighthouse: ["performance # accessibility #", "first paint # ms largest paint # ms"],
  scale: [
    "one process: # machines, # seats: # presses/s accepted",
    "five processes: # machines",
    "lobbies, opened in # s: # KiB resident each",
    "Reelcast, NATS: # statuses per CPU second",
    "Socket.IO 4, Redis: # statuses per CPU second",
    "edge-1 killed #",
    "database away, from when it answers #",
    "ledger: in order",
  ],
};
/** Digits, also with a sign, a fraction and commas. */
const FIGURE = String.raw`-?\d[\d.,]*`;

function expectFigures(output: string, wanted: string): void {
  const words = wanted.split(" ").map((word) =>
    word
      .split("#")
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join(FIGURE),
  );
  expect(output).toMatch(new RegExp(words.join(String.raw`\s+`)));
}

test("each benchmark has its figures here", () => {
  expect(Object.keys(FIGURES).toSorted()).toEqual([...BENCHMARKS, ...LONG].toSorted());
});

for (const [name, figures] of Object.entries(FIGURES))
  test(`${name} runs to its end and prints its figures`, async () => {
    test.setTimeout(600_000);
    const run = spawn(process.execPath, [MAIN, name, "--short"], { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [run.stdout, run.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const [code] = (await once(run, "close")) as [number | null];
    expect({ code, output }).toMatchObject({ code: 0 });
    for (const wanted of figures) expectFigures(output, wanted);
    expect(output).not.toMatch(/NaN|undefined|Infinity|failed \d+ times/);
  });
