/** Many open lobbies at two edges: memory of each, what they cost at rest, and while a few players play. */
import { setTimeout as pause } from "node:timers/promises";
import { Clients, NODES, coresDuring, memoryOf, openBenchHouse, percentiles, pidOf } from "./house.ts";
import type { ScaleOptions } from "./house.ts";
import { inShort } from "../short.ts";

/** A player may have 24. */
const EACH = 22;
const SEATS = inShort(20, 2);
const AT_REST_MS = inShort(10_000, 500);

type MeasuredCluster = Awaited<ReturnType<typeof openBenchHouse>>;
type SocketOptions = Pick<ScaleOptions, "sockets" | "seconds">;
async function measure(
  { cluster, machines }: MeasuredCluster,
  lobbies: Clients,
  players: Clients,
  { sockets, seconds }: SocketOptions,
) {
  const urls = [cluster.node("edge-1").url, cluster.node("edge-2").url];
  const edges = ["edge-1", "edge-2"].map((name) => pidOf(cluster, name));
  const all = [...NODES.map((name) => pidOf(cluster, name)), cluster.nats.pid, lobbies.pid];
  const names = [...NODES, "nats", "clients"];
  const show = (cores: readonly number[]) => names.map((name, n) => `${name} ${(cores[n] ?? 0).toFixed(3)}`).join(", ");
  await players.ask({ do: "sit", urls, machines: machines.slice(0, SEATS) });
  const before = await memoryOf(edges);
  const began = performance.now();
  const opened = await lobbies.ask({ do: "lobbies", urls, from: SEATS + 1, each: EACH, sockets });
  const openedIn = (performance.now() - began) / 1_000;
  await pause(inShort(5_000, 100));
  const idle = await coresDuring(all, () => pause(AT_REST_MS));
  const after = await memoryOf(edges);
  const sum = (bytes: readonly number[]) => bytes.reduce((total, one) => total + one, 0);
  const each = (sum(after) - sum(before)) / opened / 1024;
  console.log(
    `  ${opened} lobbies, opened in ${openedIn.toFixed(0)} s: ${each.toFixed(1)} KiB resident each ` +
      `(edges ${after.map((bytes) => (bytes / 2 ** 20).toFixed(0)).join(" and ")} MiB)\n    cores at rest: ${show(idle)}`,
  );
  const times: number[] = [];
  const cores = await coresDuring(all, async () => {
    times.push(...(await players.ask({ do: "press", ms: seconds * 1_000 })).times);
  });
  const { p50, p99 } = percentiles(times);
  console.log(
    `  ${SEATS} of ${machines.length} machines in play: ${(times.length / seconds).toFixed(1)} presses/s, ` +
      `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms\n    cores: ${show(cores)}`,
  );
}

export async function measureSockets(options: ScaleOptions): Promise<void> {
  const house = await openBenchHouse(SEATS + Math.ceil(options.sockets / EACH), options.machines);
  try {
    await Clients.with((lobbies) => Clients.with((players) => measure(house, lobbies, players, options)));
  } finally {
    await house.cluster[Symbol.asyncDispose]();
  }
}
