/**
 * Statuses from one process over a broker to two edges, and from each to its clients: the product's feed, board and socket
 * over NATS, against Socket.IO 4 with its Redis adapter. Statuses per CPU second of the edges and the broker; in turn.
 */
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { NatsProcess } from "@reelcast/e2e/nats";
import { freePort } from "@reelcast/e2e/freePort";
import { installPackages } from "../../../scripts/lib/packages.ts";
import { cpuOf } from "./house.ts";
import type { Kind, ServerAnswer } from "./statusServers.ts";
import { inShort } from "../short.ts";

const CLIENTS = inShort(1_000, 200);
const PER_SECOND = 50;
const SECONDS = inShort(8, 1);
const RUNS = inShort(3, 1);
const REDIS = "/usr/bin/redis-server";

/** On loopback, without files. */
async function openRedis(): Promise<{ url: string; pid: number; close: () => Promise<void> }> {
  if (!existsSync(REDIS)) await installPackages("redis-server");
  const port = await freePort();
  const options = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const child = spawn(REDIS, options, { stdio: "ignore" });
  const exited = once(child, "exit");
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async close() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
async function openNats() {
  const nats = await NatsProcess.open();
  return { url: nats.url, pid: nats.pid, close: () => nats[Symbol.asyncDispose]() };
}

async function start(file: string, words: string[]): Promise<{ child: ChildProcess; answer: unknown }> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), words, {
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  const [answer] = (await once(child, "message")) as [unknown];
  return { child, answer };
}
async function answerOf(child: ChildProcess, order: object): Promise<ServerAnswer> {
  child.send(order);
  const [answer] = (await once(child, "message")) as [ServerAnswer];
  return answer;
}

async function measure(kind: Kind) {
  const broker = kind === "reelcast" ? await openNats() : await openRedis();
  const children: ChildProcess[] = [];
  const open = async (file: string, ...words: string[]) => {
    const started = await start(file, words);
    children.push(started.child);
    return started;
  };
  try {
    const publisher = await open("statusServers.ts", kind, "publisher", broker.url, "floor");
    const edges = [
      await open("statusServers.ts", kind, "edge", broker.url, "edge-1"),
      await open("statusServers.ts", kind, "edge", broker.url, "edge-2"),
    ];
    const ports = edges.map(({ answer }) => String(answer));
    const clients = await open("statusClients.ts", kind, ports.join(","), String(CLIENTS));
    await pause(1_000);
    await answerOf(clients.child, { do: "reset" });
    const pids = [...edges.map(({ child }) => child.pid ?? 0), broker.pid, publisher.child.pid ?? 0];
    const before = await cpuOf(pids);
    await answerOf(publisher.child, { do: "publish", perSecond: PER_SECOND, seconds: SECONDS });
    await pause(500);
    const used = (await cpuOf(pids)).map((cpu, n) => cpu - (before[n] ?? 0));
    const { received = 0 } = await answerOf(clients.child, { do: "count" });
    const [one = 0, other = 0, ofBroker = 0, ofPublisher = 0] = used;
    return { received, edges: one + other, broker: ofBroker, publisher: ofPublisher };
  } finally {
    for (const child of children) child.kill("SIGKILL");
    await broker.close();
  }
}

export async function measureStatuses(): Promise<void> {
  const runs: Record<Kind, Awaited<ReturnType<typeof measure>>[]> = { reelcast: [], socketio: [] };
  for (let run = 0; run < RUNS; run += 1)
    for (const kind of ["reelcast", "socketio"] as const) runs[kind].push(await measure(kind));
  const rates = (kind: Kind) =>
    runs[kind].map(({ received, edges, broker }) => received / (edges + broker)).toSorted((a, b) => a - b);
  const middle = (values: readonly number[]) => values[Math.floor(values.length / 2)] ?? Number.NaN;
  console.log(`  ${CLIENTS} clients at two edges, ${PER_SECOND} statuses/s for ${SECONDS} s, ${RUNS} runs in turn`);
  for (const kind of ["reelcast", "socketio"] as const) {
    const last = runs[kind].at(-1);
    console.log(
      `    ${kind === "reelcast" ? "Reelcast, NATS" : "Socket.IO 4, Redis"}: ${Math.round(middle(rates(kind)))} statuses per CPU second ` +
        `(${rates(kind).map(Math.round).join(", ")}); CPU s of the last run: edges ${last?.edges.toFixed(2)}, ` +
        `broker ${last?.broker.toFixed(2)}, publisher ${last?.publisher.toFixed(2)}; received ${last?.received}`,
    );
  }
  console.log(`    ratio ${(middle(rates("reelcast")) / middle(rates("socketio"))).toFixed(2)} (bar: at least 3)`);
}
