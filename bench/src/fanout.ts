/**
 * Statuses to many lobbies: the product's notification socket against Socket.IO 4, in one run. Each server is a process
 * of its own; 1,000 clients in this one count what arrives. Statuses per CPU second of the server, memory per connection.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { RpcMessage } from "@reelcast/contract";
import { Server } from "socket.io";
import { io } from "socket.io-client";
import { WebSocket } from "ws";
import { createLocalBus } from "../../apps/server/src/bus/local.ts";
import { serveSocketsOnly } from "./socketServer.ts";

const CLIENTS = 1_000;
const PER_SECOND = 50;
const SECONDS = 8;
const MACHINES = 2_000;

type Kind = "reelcast" | "socketio";
interface Report {
  cpuMs: number;
  bytesPerConnection: number;
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
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  process.on("message", (command: string) => {
    if (command !== "go") return;
    const memory = process.memoryUsage().rss;
    const cpu = process.cpuUsage();
    let sent = 0;
    const timer = setInterval(() => {
      push((sent * 37) % MACHINES, sent % 2 === 0 ? "playing" : "waiting");
      sent += 1;
      if (sent < PER_SECOND * SECONDS) return;
      clearInterval(timer);
      setTimeout(() => {
        const { user, system } = process.cpuUsage(cpu);
        const report: Report = { cpuMs: (user + system) / 1000, bytesPerConnection: (memory - before) / CLIENTS };
        process.send?.(report);
      }, 300);
    }, 1000 / PER_SECOND);
  });
  process.send?.(port);
}

async function measure(kind: Kind): Promise<{ perCpuSecond: number; kibPerConnection: number; received: number }> {
  const server = fork(fileURLToPath(import.meta.url), ["serve", kind], {
    execArgv: ["--expose-gc", "--disable-warning=ExperimentalWarning"],
  });
  const [port] = (await once(server, "message")) as [number];
  let received = 0;
  const closers: (() => void)[] = [];
  for (let n = 1; n <= CLIENTS; n += 1) {
    if (kind === "reelcast") {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/notifications?token=x`, { perMessageDeflate: false });
      await once(socket, "open");
      await new Promise<void>((resolve) => {
        socket.on("message", (data: Buffer) => {
          const json: unknown = JSON.parse(data.toString());
          for (const item of Array.isArray(json) ? json : [json]) {
            const message = RpcMessage.parse(item);
            if ("method" in message && message.method === "machine") received += 1;
            if ("id" in message) resolve();
          }
        });
        // Sockets are distinguished by the number that the server gave them, in order.
        socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "init", params: { id: n } }));
      });
      closers.push(() => socket.terminate());
    } else {
      const socket = io(`http://127.0.0.1:${port}`, { transports: ["websocket"], reconnection: false, forceNew: true });
      await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
      socket.on("machine", () => (received += 1));
      closers.push(() => socket.disconnect());
    }
  }
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  received = 0;
  server.send("go");
  const [report] = (await once(server, "message")) as [Report];
  for (const close of closers) close();
  server.kill();
  return {
    perCpuSecond: received / (report.cpuMs / 1000),
    kibPerConnection: report.bytesPerConnection / 1024,
    received,
  };
}

const [role, kind] = process.argv.slice(2);
if (role === "serve") await serve(kind === "socketio" ? "socketio" : "reelcast");
else {
  const runs: Record<Kind, Awaited<ReturnType<typeof measure>>[]> = { reelcast: [], socketio: [] };
  for (let run = 0; run < 3; run += 1) {
    runs.reelcast.push(await measure("reelcast"));
    runs.socketio.push(await measure("socketio"));
  }
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const of = (name: Kind) => ({
    rate: median(runs[name].map((run) => run.perCpuSecond)),
    memory: median(runs[name].map((run) => run.kibPerConnection)),
    received: median(runs[name].map((run) => run.received)),
  });
  const ours = of("reelcast");
  const theirs = of("socketio");
  console.log(`${CLIENTS} clients, ${PER_SECOND} statuses a second for ${SECONDS} s, medians of 3 runs
                     statuses per CPU second   memory per connection   received
Reelcast             ${String(Math.round(ours.rate)).padStart(23)}   ${ours.memory.toFixed(1).padStart(17)} KiB   ${ours.received}
Socket.IO 4          ${String(Math.round(theirs.rate)).padStart(23)}   ${theirs.memory.toFixed(1).padStart(17)} KiB   ${theirs.received}
ratio                ${(ours.rate / theirs.rate).toFixed(2).padStart(23)}   ${(ours.memory / theirs.memory).toFixed(2).padStart(17)}       (bars: at least 3, at most 0.65)`);
  process.exit(0);
}
