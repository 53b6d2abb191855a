/**
 * A house of 10,000 machines of 20 brands: what a lobby reads before it shows machines, and what a notification socket gets
 * while statuses change, with and without the brands that it shows. The machines are rows of the embedded PostgreSQL
 * and statuses in memory; nothing plays.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { pino } from "pino";
import { WebSocket } from "ws";
import { createLocalBus } from "../../apps/server/src/bus/local.ts";
import { Catalogue, Lobby, createMachineStore, createSessions } from "../../apps/server/src/floor/index.ts";
import { openStorage } from "../../apps/server/src/storage/index.ts";
import { createWallet } from "../../apps/server/src/wallet/index.ts";
import { MACHINES_OF_BRAND, serveSocketsOnly } from "./socketServer.ts";
import { timesOf } from "./timesOf.ts";
import { inShort } from "./short.ts";

const BRANDS = inShort(20, 5);
const MACHINES = BRANDS * MACHINES_OF_BRAND;
const RUNS = inShort(15, 1);
const SOCKETS = inShort(300, 10);
const PER_SECOND = inShort(1_000, 100);
const SECONDS = inShort(5, 1);
/** What a player has marked and played lately. */
const OWN = 30;

async function readLobbies(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "reelcast-bench-"));
  const storage = await openStorage({ dataDir, log: pino({ level: "silent" }) });
  try {
    await storage.prepare();
    await storage.migrate();
    const { db } = storage;
    await sql`insert into brands (name, position) select 'Brand ' || n, n from generate_series(1, ${BRANDS}::int) n`.execute(
      db,
    );
    await sql`insert into machines (brand_id, name, skin, serial, video_type, image)
      select 1 + (n - 1) / ${MACHINES_OF_BRAND}::int, 'Machine number ' || n, 'polar-fire', 'S' || n, 'screen', '/machines/polar-fire.png'
      from generate_series(1, ${MACHINES}::int) n`.execute(db);
    const view = {
      statusOf: (id: number) => (id % 3 === 0 ? ("playing" as const) : ("available" as const)),
      versionOf: (id: number) => id,
      game: () => ({ game: "video", minBet: 100 }) as never,
      openSessionOf: async () => null,
    };
    const machineStore = createMachineStore(db);
    const stores = { machineStore, sessions: createSessions(db), settings: () => ({ hideReserved: true }) };
    const bus = createLocalBus(() => {});
    const wallet = createWallet({ db });
    const kept = new Lobby(view, wallet, { ...stores, catalogue: new Catalogue(machineStore, bus) });
    // As it was: each call reads all machines.
    let now = 0;
    const read = new Lobby(view, wallet, {
      ...stores,
      catalogue: new Catalogue(machineStore, bus, () => (now += 20_000)),
    });
    const ids = Array.from({ length: OWN }, (_, n) => 1 + ((n * 300) % MACHINES)).join(",");
    const calls: [string, (lobby: Lobby) => Promise<unknown>][] = [
      ["every machine", async (lobby) => (await lobby.machines(1)).machines],
      ["brands", (lobby) => lobby.brands(1)],
      ["the first 501", async (lobby) => (await lobby.machines(1, { limit: 501 })).machines],
      ["one brand", (lobby) => lobby.brandLobby(1, 3)],
      [`${OWN} by their ids`, async (lobby) => (await lobby.machines(1, { ids })).machines],
      ["found by words", async (lobby) => (await lobby.machines(1, { search: "number 77", limit: 500 })).machines],
    ];
    console.log(`${"".padEnd(20)} kilobytes   ms to answer   ms where each call reads the database`);
    for (const [name, work] of calls) {
      const bytes = JSON.stringify(await work(kept)).length;
      const [memory, database] = [
        await timesOf(async () => JSON.stringify(await work(kept)), RUNS),
        await timesOf(async () => JSON.stringify(await work(read)), RUNS),
      ];
      console.log(
        `${name.padEnd(20)} ${(bytes / 1_000).toFixed(1).padStart(9)}   ${memory.middle.toFixed(1).padStart(12)}   ${database.middle.toFixed(1).padStart(10)}`,
      );
    }
  } finally {
    await storage.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function serve(): Promise<void> {
  const bus = createLocalBus(() => {});
  let next = 0;
  const app = await serveSocketsOnly(bus, () => (next += 1));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  process.on("message", () => {
    const cpu = process.cpuUsage();
    let sent = 0;
    const timer = setInterval(() => {
      for (let n = 0; n < PER_SECOND / 100; n += 1) {
        sent += 1;
        bus.publish("machine.status", { id: 1 + ((sent * 37) % MACHINES), status: sent % 2 ? "playing" : "waiting" });
      }
      if (sent < PER_SECOND * SECONDS) return;
      clearInterval(timer);
      const { user, system } = process.cpuUsage(cpu);
      setTimeout(() => process.send?.((user + system) / 1_000), 300);
    }, 10);
  });
  process.send?.(typeof address === "object" && address ? address.port : 0);
}

/** @param shown of socket n; null: it names nothing */
async function measureSockets(name: string, shown: ((n: number) => object) | null): Promise<void> {
  const server = fork(fileURLToPath(import.meta.url), ["serve"]);
  const [port] = (await once(server, "message")) as [number];
  const sockets: WebSocket[] = [];
  let [statuses, bytes] = [0, 0];
  for (let n = 1; n <= SOCKETS; n += 1) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/notifications?token=x`, { perMessageDeflate: false });
    sockets.push(socket);
    await once(socket, "open");
    const ready = once(socket, "message");
    const params = { id: n, ...(shown && { shown: shown(n) }) };
    socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "init", params }));
    await ready;
    socket.on("message", (data: Buffer) => {
      bytes += data.length;
      statuses += data.toString().split('"method":"machine"').length - 1;
    });
  }
  await new Promise((resolve) => setTimeout(resolve, 500));
  [statuses, bytes] = [0, 0];
  server.send("go");
  const [cpuMs] = (await once(server, "message")) as [number];
  for (const socket of sockets) socket.terminate();
  server.kill();
  const each = (value: number) => (value / SOCKETS / SECONDS).toFixed(1);
  console.log(
    `${name.padEnd(36)} ${each(statuses).padStart(8)} statuses/s   ${each(bytes / 1_000).padStart(6)} kB/s a socket   ${(cpuMs / SECONDS).toFixed(0).padStart(5)} ms of CPU a second`,
  );
}

if (process.argv[2] === "serve") await serve();
else {
  await readLobbies();
  console.log(`\n${SOCKETS} sockets, ${PER_SECOND} statuses a second of ${MACHINES} machines:`);
  const own = (n: number) => Array.from({ length: OWN }, (_, k) => 1 + ((n * 97 + k * 331) % MACHINES));
  await measureSockets("all", null);
  await measureSockets(`one of ${BRANDS} brands each`, (n) => ({ brands: [1 + (n % BRANDS)], machines: [] }));
  await measureSockets(`one brand and ${OWN} machines each`, (n) => ({ brands: [1 + (n % BRANDS)], machines: own(n) }));
  await measureSockets("five brands each", (n) => ({
    brands: [0, 1, 2, 3, 4].map((k) => 1 + ((n + k) % BRANDS)),
    machines: [],
  }));
}
