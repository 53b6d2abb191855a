/**
 * Players who press about once a second: how long until a press is accepted, through edge, NATS and floor, and in
 * one process with the same number of machines. The difference is what the way between processes costs.
 */
import { TestServer } from "@reelcast/e2e/testServer";
import { seedPlayersAndMachines } from "../seed.ts";
import { Clients, NO_LIMITS, NODES, coresDuring, memoryOf, openBenchHouse, percentiles, pidOf } from "./house.ts";
import type { ClientAnswers } from "./clients.ts";
import type { ScaleOptions } from "./house.ts";
import { inShort } from "../short.ts";

const AT_REST_MS = inShort(10_000, 500);

interface Place {
  urls: string[];
  machines: number[];
  pids: number[];
  names: readonly string[];
}
async function run(title: string, { urls, machines, pids, names }: Place, { seats, seconds }: ScaleOptions) {
  const load: ClientAnswers["press"] = { times: [], refused: 0 };
  const cores = await Clients.with(async (clients) => {
    await clients.ask({ do: "sit", urls, machines: machines.slice(0, seats) });
    await clients.ask({ do: "press", ms: inShort(3_000, 300) });
    return coresDuring([...pids, clients.pid], async () => {
      Object.assign(load, await clients.ask({ do: "press", ms: seconds * 1_000 }));
    });
  });
  const { times, refused } = load;
  const { p50, p99 } = percentiles(times);
  const used = [...names, "clients"].map((name, n) => `${name} ${(cores[n] ?? 0).toFixed(3)}`);
  console.log(
    `  ${title}: ${machines.length} machines, ${seats} seats: ${(times.length / seconds).toFixed(1)} presses/s accepted, ${refused} refused\n` +
      `    press → accepted p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms\n    cores: ${used.join(", ")}`,
  );
}

export async function measurePresses(options: ScaleOptions): Promise<void> {
  const alone = await TestServer.open(NO_LIMITS);
  try {
    const machines = await seedPlayersAndMachines(alone, { players: options.seats, machines: options.machines });
    await run("one process", { urls: [alone.url], machines, pids: [alone.pid ?? 0], names: ["server"] }, options);
  } finally {
    await alone.close();
  }
  const { cluster, machines } = await openBenchHouse(options.seats, options.machines);
  try {
    const pids = NODES.map((name) => pidOf(cluster, name));
    const idle = await coresDuring(pids, () => new Promise((resolve) => setTimeout(resolve, AT_REST_MS)));
    const memory = await memoryOf(pids);
    const at = (n: number) => `${(idle[n] ?? 0).toFixed(3)} core, ${((memory[n] ?? 0) / 2 ** 20).toFixed(0)} MiB`;
    console.log(`  at rest: ${NODES.map((name, n) => `${name} ${at(n)}`).join("; ")}`);
    const urls = [cluster.node("edge-1").url, cluster.node("edge-2").url];
    const broker = { pids: [...pids, cluster.nats.pid], names: [...NODES, "nats"] };
    await run("five processes", { urls, machines, ...broker }, options);
  } finally {
    await cluster[Symbol.asyncDispose]();
  }
}
