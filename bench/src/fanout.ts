/**
 * Statuses to many lobbies: the product's notification socket against Socket.IO 4, in one run. Each server is a process
 * of its own; 1,000 clients in this one count what arrives: statuses per CPU second of the server. Then 2,000 more connect, and
 * their share of the server's resident memory is what a quiet connection takes. It is read after a garbage collection, and
 * not of the first thousand: for these a process also grows its heap for what every connection leaves behind.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { RpcMessage } from "@reelcast/contract";
import { Server } from "socket.io";
import { io } from "socket.io-client";
import { WebSocket } from "ws";
import { createLocalBus } from "../../apps/server/src/bus/local.ts";
import { serveSocketsOnly } from "./socketServer.ts";
import { inShort } from "./short.ts";

const CLIENTS = inShort(1_000, 50);
const QUIET = inShort(2_000, 20);
const PER_SECOND = 50;
const SECONDS = inShort(8, 1);
const MACHINES = 2_000;
const RUNS = inShort(3, 1);

type Kind = "reelcast" | "socketio";
interface Report {
  cpuMs: number;
}

/** Bytes without garbage. */
interface Memory {
  resident: number;
  heap: number;
}
async function settledMemory(): Promise<Memory> {
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.();
    await pause(50);
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  return { resident: rss, heap: heapUsed + external };
}

/** Serves one kind of socket, reports its port, pushes statuses on request, and reports the cost. */
async function serve(kind: Kind): Promise<void> {
  let push: (id: number, status: "playing" | "waiting") => void;
  let port: number;
  if (kind === "reelcast") {
    const bus = createLocalBus(() => {});
    // The number of sockets per player is limited, and is not measured here.
    let next = 0;
    const app = await serveSocketsOnly(bus, () => (next += 1));
    await app.listen({ port: 0, host: "127.0.0.1" });
    const address = app.server.address();
    port = typeof address === "object" && address ? address.port : 0;
    push = (id, status) => bus.publish("machine.status", { id, status });
  } else {
    const server = createServer();
    const socketio = new Server(server, { transports: ["websocket"], perMessageDeflate: false });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    port = typeof address === "object" && address ? address.port : 0;
    push = (id, status) => void socketio.emit("machine", { id, status });
  }
  process.on("message", (command: string) => {
    if (command === "memory") void settledMemory().then((found) => process.send?.(found));
    if (command !== "go") return;
    const cpu = process.cpuUsage();
    let sent = 0;
    const timer = setInterval(() => {
      push((sent * 37) % MACHINES, sent % 2 === 0 ? "playing" : "waiting");
      sent += 1;
      if (sent < PER_SECOND * SECONDS) return;
      clearInterval(timer);
      setTimeout(() => {
        const { user, system } = process.cpuUsage(cpu);
        const report: Report = { cpuMs: (user + system) / 1000 };
        process.send?.(report);
      }, 300);
    }, 1000 / PER_SECOND);
  });
  process.send?.(port);
}

interface Run {
  perCpuSecond: number;
  kibPerConnection: number;
  kibOfHeap: number;
  received: number;
}
async function measure(kind: Kind): Promise<Run> {
  const server = fork(fileURLToPath(import.meta.url), ["serve", kind], {
    execArgv: ["--expose-gc", "--disable-warning=ExperimentalWarning"],
  });
  const [port] = (await once(server, "message")) as [number];
  const tally = { received: 0 };
  const closers: (() => void)[] = [];
  const connect = kind === "reelcast" ? connectReelcast : connectSocketIo;
  for (let n = 1; n <= CLIENTS; n += 1) closers.push(await connect(port, n, tally));
  await pause(inShort(1_000, 100));
  tally.received = 0;
  server.send("go");
  const [report] = (await once(server, "message")) as [Report];
  const { received } = tally;
  const memory = async () => {
    server.send("memory");
    return ((await once(server, "message")) as [Memory])[0];
  };
  const before = await memory();
  for (let n = 1; n <= QUIET; n += 1) closers.push(await connect(port, CLIENTS + n, tally));
  const after = await memory();
  for (const close of closers) close();
  server.kill();
  return {
    perCpuSecond: received / (report.cpuMs / 1000),
    kibPerConnection: (after.resident - before.resident) / QUIET / 1024,
    kibOfHeap: (after.heap - before.heap) / QUIET / 1024,
    received,
  };
}

/** @param n players are distinguished by the number that the server gave them, in order */
async function connectReelcast(port: number, n: number, tally: { received: number }): Promise<() => void> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/notifications?token=x`, { perMessageDeflate: false });
  await once(socket, "open");
  await new Promise<void>((resolve) => {
    socket.on("message", (data: Buffer) => {
      const json: unknown = JSON.parse(data.toString());
      for (const item of Array.isArray(json) ? json : [json]) {
        const message = RpcMessage.parse(item);
        if ("method" in message && message.method === "machine") tally.received += 1;
        if ("id" in message) resolve();
      }
    });
    socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "init", params: { id: n } }));
  });
  return () => socket.terminate();
}

async function connectSocketIo(port: number, _: number, tally: { received: number }): Promise<() => void> {
  const socket = io(`http://127.0.0.1:${port}`, { transports: ["websocket"], reconnection: false, forceNew: true });
  await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
  socket.on("machine", () => (tally.received += 1));
  return () => socket.disconnect();
}

const [role, kind] = process.argv.slice(2);
if (role === "serve") await serve(kind === "socketio" ? "socketio" : "reelcast");
else {
  const runs: Record<Kind, Awaited<ReturnType<typeof measure>>[]> = { reelcast: [], socketio: [] };
  for (let run = 0; run < RUNS; run += 1) {
    runs.reelcast.push(await measure("reelcast"));
    runs.socketio.push(await measure("socketio"));
  }
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const of = (name: Kind) => ({
    rate: median(runs[name].map((run) => run.perCpuSecond)),
    memory: median(runs[name].map((run) => run.kibPerConnection)),
    heap: median(runs[name].map((run) => run.kibOfHeap)),
    received: median(runs[name].map((run) => run.received)),
  });
  const ours = of("reelcast");
  const theirs = of("socketio");
  const row = (name: string, rate: string, resident: string, heap: string, received = "") =>
    [name.padEnd(14), rate.padStart(25), resident.padStart(22), heap.padStart(16), received.padStart(10)].join("");
  const rowOf = (name: string, { rate, memory, heap, received }: typeof ours) =>
    row(name, String(Math.round(rate)), `${memory.toFixed(1)} KiB`, `${heap.toFixed(1)} KiB`, String(received));
  // A short run with few clients may measure no growth of the memory.
  const ratio = (key: "rate" | "memory" | "heap") => (theirs[key] > 0 ? (ours[key] / theirs[key]).toFixed(2) : "–");
  console.log(
    [
      `${CLIENTS} clients, ${PER_SECOND} statuses a second for ${SECONDS} s, then ${QUIET} quiet ones more; medians of ${RUNS} runs`,
      row("", "statuses per CPU second", "resident each", "heap each", "received"),
      rowOf("Reelcast", ours),
      rowOf("Socket.IO 4", theirs),
      `${row("ratio", ratio("rate"), ratio("memory"), ratio("heap"))}   (bars: at least 3, at most 0.65)`,
    ].join("\n"),
  );
  process.exit(0);
}
