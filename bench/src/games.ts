/**
 * Games per second through the ledger, on the embedded PostgreSQL with fsync, each machine recording its next game as soon as
 * the last one is acknowledged: recorded together, as the server does it, and one by one.
 *
 * `--against FOLDER` measures another checkout of the repository in turn with this one, in the same rounds. Each has a
 * process and a database of its own, of which one is at work at a time.
 */
import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { inShort } from "./short.ts";

const ROUNDS = inShort(5, 1);
const ROUND_MS = inShort(1_500, 60);
const WARM_UP_MS = inShort(500, 30);

interface Load {
  name: string;
  machines: number;
  jackpot: boolean;
  /** Wallets with a pool of connections each, as so many floor processes. */
  floors: number;
}
const LOADS: readonly Load[] = [
  { name: "1 machine", machines: 1, jackpot: false, floors: 1 },
  { name: "1 machine on a jackpot", machines: 1, jackpot: true, floors: 1 },
  { name: "16 machines", machines: 16, jackpot: false, floors: 1 },
  { name: "64 machines", machines: 64, jackpot: false, floors: 1 },
  { name: "16 machines on one jackpot", machines: 16, jackpot: true, floors: 1 },
  { name: "64 machines on one jackpot", machines: 64, jackpot: true, floors: 1 },
  { name: "64 machines of two floors on one", machines: 64, jackpot: true, floors: 2 },
];

/** What `gamesWorker.ts` is asked and answers. */
export interface Round extends Load {
  alone: boolean;
  ms: number;
}
export interface RoundResult {
  /** Milliseconds of each game from the call to the acknowledgement. */
  times: number[];
  seconds: number;
}

const { values } = parseArgs({ options: { against: { type: "string" } }, strict: true });
const ROOT = fileURLToPath(new URL("../../", import.meta.url));

async function start(folder: string): Promise<ChildProcess> {
  const worker = fork(join(import.meta.dirname, "gamesWorker.ts"), [folder], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  await once(worker, "message");
  return worker;
}
async function ask(worker: ChildProcess, round: Round | "check"): Promise<unknown> {
  worker.send(round);
  const [answer] = (await once(worker, "message")) as [unknown];
  return answer;
}

const own = await start(ROOT);
const other = values.against === undefined ? null : await start(values.against);
const BUILDS: readonly { name: string; worker: ChildProcess; alone: boolean }[] = [
  ...(other ? [{ name: "against", worker: other, alone: false }] : []),
  { name: "one by one", worker: own, alone: true },
  { name: "together", worker: own, alone: false },
];

const median = (rates: readonly number[]) => percentile(rates, 0.5);
const percentile = (times: readonly number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? NaN;

console.log(
  "                                   build        games/s   (rounds)                        p50 ms    p99 ms",
);
for (const load of LOADS) {
  const rates = new Map<string, number[]>(BUILDS.map(({ name }) => [name, []]));
  const times = new Map<string, number[]>(BUILDS.map(({ name }) => [name, []]));
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { name, worker, alone } of BUILDS) {
      const result = (await ask(worker, { ...load, alone, ms: round === 0 ? WARM_UP_MS : ROUND_MS })) as RoundResult;
      if (round === 0) continue;
      rates.get(name)?.push(result.times.length / result.seconds);
      times.get(name)?.push(...result.times);
    }
  }
  for (const { name } of BUILDS) {
    const found = rates.get(name) ?? [];
    const all = times.get(name) ?? [];
    console.log(
      `${load.name.padEnd(34)} ${name.padEnd(12)} ${String(Math.round(median(found))).padStart(7)}   ${`(${found
        .toSorted((a, b) => a - b)
        .map(Math.round)
        .join(", ")})`.padEnd(
        30,
      )} ${percentile(all, 0.5).toFixed(2).padStart(7)}  ${percentile(all, 0.99).toFixed(2).padStart(8)}`,
    );
  }
  const [first] = BUILDS;
  const before = median(rates.get(first?.name ?? "") ?? []);
  console.log(`${"".padEnd(34)} ratio        ${(median(rates.get("together") ?? []) / before).toFixed(2).padStart(7)}`);
}
let broken = 0;
for (const [name, worker] of [["this build", own] as const, ...(other ? [["against", other] as const] : [])]) {
  const found = (await ask(worker, "check")) as string[];
  broken += found.length;
  console.log(`ledger of ${name.padEnd(25)} ${found.length === 0 ? "in order" : found.join("; ")}`);
  await once(worker, "exit");
}
process.exit(broken === 0 ? 0 : 1);
