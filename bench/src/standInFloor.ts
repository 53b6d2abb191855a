/**
 * The floor of a house of 1,000 machines as operators see it: stand-ins for its machines, half of them in play with a game every
 * four seconds, below the real overview.
 */
import { createLocalBus } from "../../apps/server/src/bus/local.ts";
import { createFloorOverview, ownFloor } from "../../apps/server/src/floor/overview/index.ts";
import type { ShownHost } from "../../apps/server/src/floor/overview/hostTile.ts";
import { TileSource } from "../../apps/server/src/floor/overview/tileSource.ts";
import { Catalogue } from "../../apps/server/src/floor/index.ts";

export const MACHINES = 1_000;
const GAME_MS = 4_000;
const SPIN_MS = 2_500;
const TURN_MS = 10;

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
  reportedNeed: null,
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
export const overview = createFloorOverview({
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
export function stopFloor(): void {
  clearInterval(playing);
  overview.stop();
}
