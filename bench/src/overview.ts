/**
 * The operators' overview of a floor of 1,000 machines, half of them in play with a game every four seconds: the processor time
 * that its floor and its edge need together, and the bytes for each console, while nobody follows it and while ten consoles
 * do. The machines themselves are stand-ins, and what sockets cost is in `fanout`.
 */
import { createLocalBus } from "../../apps/server/src/bus/local.ts";
import { createFloorOverview, ownFloor } from "../../apps/server/src/floor/overview/index.ts";
import type { ShownHost } from "../../apps/server/src/floor/overview/hostTile.ts";
import { TileSource } from "../../apps/server/src/floor/overview/tileSource.ts";
import { Catalogue } from "../../apps/server/src/floor/index.ts";

const MACHINES = 1_000;
const CONSOLES = 10;
const GAME_MS = 4_000;
const SPIN_MS = 2_500;
const TURN_MS = 10;
const MEASURE_MS = 20_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const inPlay = { out_of_order: null, out_of_order_at: null, quarantined: null, quarantined_at: null, closed_at: null };

const hosts: ShownHost[] = Array.from({ length: MACHINES }, (_, index) => ({
  row: { id: index + 1, ...inPlay },
  epoch: 1,
  machine: {
    online: true,
    tilt: null,
    doorOpen: false,
    locked: false,
    phase: "idle",
    credit: index % 2 === 0 ? 100_000 : 0,
    bet: 0,
    win: 0,
    freeSpins: 0,
    controls: {},
    selects: {},
    nextBet: 100,
  },
  seat:
    index % 2 === 0
      ? {
          session: { id: `s${index}`, player_id: index + 1, started_at: new Date() } as never,
          connected: true,
          ending: null,
        }
      : null,
  unresolved: null,
  trouble: null,
  lastGame: null,
}));
/** Each machine in play begins a game every four seconds, and shows its end later. */
function play(at: number): void {
  for (const host of hosts) {
    if (!host.seat) continue;
    const phase = (at + host.row.id * 7) % GAME_MS;
    if (phase < TURN_MS) host.machine = { ...host.machine, phase: "spinning", credit: host.machine.credit - 100 };
    else if (phase >= SPIN_MS && phase < SPIN_MS + TURN_MS) {
      const win = host.row.id % 3 === 0 ? 150 : 0;
      host.machine = { ...host.machine, phase: "idle", credit: host.machine.credit + win };
      host.lastGame = { bet: 100, win, at };
    }
  }
}

const rows = hosts.map(({ row: { id } }) => ({
  id,
  name: `Machine ${id}`,
  brand_id: 1,
  brand: "Lodestar",
  position: id,
  image: "/machines/royal-sevens.png",
  video_type: "screen",
  ...inPlay,
}));
const source = new TileSource({ name: null, hosts: () => hosts });
const bus = createLocalBus((error) => {
  throw error;
});
const brands = [{ id: 1, name: "Lodestar" }];
const overview = createFloorOverview({
  log: { warn: console.warn },
  floors: ownFloor("floor", {
    tileChanges: (after) => source.changes(after),
    liveMachine: async () => null,
    driverTrace: () => null,
  }),
  catalogue: new Catalogue({ brands: async () => brands, machines: async () => rows } as never, bus),
  currency: () => "TRY",
  store: {
    playerNames: async (ids) => new Map(ids.map((id) => [id, `player${id}`])),
    lastGames: async () => new Map(),
  },
});

let now = 0;
const playing = setInterval(() => play((now += TURN_MS)), TURN_MS);
async function measure(what: string): Promise<number> {
  const before = process.cpuUsage();
  await pause(MEASURE_MS);
  const { user, system } = process.cpuUsage(before);
  const share = (user + system) / 1_000 / MEASURE_MS;
  console.log(`${what.padEnd(44)} ${(share * 100).toFixed(2)} % of a core`);
  return share;
}
await pause(1_000);
const idle = await measure("the machines alone, nobody follows");
let bytes = 0;
let batches = 0;
const end = overview.follow((changes) => {
  // Encoded once for all consoles.
  bytes += Buffer.byteLength(JSON.stringify(changes));
  batches += 1;
});
const snapshot = JSON.stringify(await overview.snapshot());
await pause(1_000);
bytes = batches = 0;
const followed = await measure(`the same, ${CONSOLES} consoles follow`);
end();
console.log(`the overview itself: ${((followed - idle) * 100).toFixed(2)} % of a core`);
const perSecond = bytes / (MEASURE_MS / 1_000);
console.log(
  `a console: ${(perSecond / 1024).toFixed(1)} KiB/s in ${(batches / (MEASURE_MS / 1_000)).toFixed(1)} batches a second; ` +
    `all tiles once: ${(snapshot.length / 1024).toFixed(0)} KiB`,
);
clearInterval(playing);
overview.stop();
process.exit(0);
