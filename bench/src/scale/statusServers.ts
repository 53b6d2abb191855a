/** One server process of statuses.ts: what publishes statuses, or an edge with clients. Run with kind, role, broker and name. */
import { createServer } from "node:http";
import { once } from "node:events";
import { createClient } from "@redis/client";
import { createAdapter } from "@socket.io/redis-adapter";
import { Server } from "socket.io";
import { createNatsBus } from "../../../apps/server/src/bus/nats.ts";
import { StatusBoard } from "../../../apps/server/src/floor/remote/statusBoard.ts";
import { startStatusFeed } from "../../../apps/server/src/floor/remote/statusFeed.ts";
import type { RunningMachine } from "../../../apps/server/src/floor/types.ts";
import { serveSocketsOnly } from "../socketServer.ts";

export type Kind = "reelcast" | "socketio";
export interface ServerAnswer {
  received?: number;
}
interface Publish {
  do: "publish";
  perSecond: number;
  seconds: number;
}
type Push = (id: number, status: "playing" | "waiting") => void;

const MACHINES = 1_000;
const [kind = "", role = "", broker = "", name = ""] = process.argv.slice(2);
const log = { info() {}, warn: console.error, error: console.error } as never;

async function openBus() {
  const place = { credentials: undefined, nkey: undefined, ca: undefined, certificate: undefined, key: undefined };
  return createNatsBus({
    node: name,
    place: { ...place, servers: [broker] },
    log,
    signal: new AbortController().signal,
    onLost: () => process.exit(1),
  });
}
async function openSocketIo() {
  const pub = createClient({ url: broker });
  const sub = pub.duplicate();
  for (const client of [pub, sub]) {
    client.on("error", console.error);
    await client.connect();
  }
  return new Server({ transports: ["websocket"], perMessageDeflate: false, adapter: createAdapter(pub, sub) });
}
const portOf = (server: { address: () => unknown }) => (server.address() as { port: number }).port;

async function openEdge(): Promise<number> {
  if (kind === "reelcast") {
    const bus = await openBus();
    let next = 0;
    const app = await serveSocketsOnly(bus, () => (next += 1));
    await app.listen({ port: 0, host: "127.0.0.1" });
    await new StatusBoard({ bus, log, own: name, floors: async () => ["floor"] }).start();
    return portOf(app.server);
  }
  const io = await openSocketIo();
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  io.attach(server);
  return portOf(server);
}
async function openPublisher(): Promise<Push> {
  if (kind === "socketio") {
    const io = await openSocketIo();
    return (id, status) => void io.emit("machine", { id, status });
  }
  const bus = await openBus();
  const machine = (id: number, status: RunningMachine["status"]): RunningMachine => {
    return { id, brand: id % 3, status, lease: 1, game: "lines", minBet: 100 };
  };
  const machines = new Map(Array.from({ length: MACHINES }, (_, id) => [id + 1, machine(id + 1, "available")]));
  startStatusFeed({
    bus,
    node: name,
    floor: { running: () => [...machines.values()], runs: (id) => machines.get(id) ?? null },
  });
  return (id, status) => {
    machines.set(id, machine(id, status));
    bus.publish("machine.status", { id, status });
  };
}
async function publish(push: Push, { perSecond, seconds }: Publish): Promise<void> {
  const done = Promise.withResolvers<void>();
  let sent = 0;
  const timer = setInterval(() => {
    push(((sent * 37) % MACHINES) + 1, Math.floor(sent / MACHINES) % 2 === 0 ? "playing" : "waiting");
    sent += 1;
    if (sent < perSecond * seconds) return;
    clearInterval(timer);
    done.resolve();
  }, 1_000 / perSecond);
  await done.promise;
}

if (role === "edge") process.send?.(await openEdge());
else {
  const push = await openPublisher();
  process.on("message", (order: Publish) => void publish(push, order).then(() => process.send?.({})));
  process.send?.("ready");
}
process.on("disconnect", () => process.exit(1));
