/** The overview of a house of several processes: newer owners, silent ones, pages, and what a follower is sent. */
import type { FloorChanges } from "@reelcast/contract/console";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestNetwork } from "../../bus/testing/network.ts";
import type { MachineRow } from "../machineStore.ts";
import { createFloorOverview, remoteFloors } from "./index.ts";
import type { FloorOverview } from "./index.ts";
import { reportedNeedOf } from "./reportedNeed.ts";
import type { ShownHost } from "./hostTile.ts";
import { TileSource, serveTiles } from "./tileSource.ts";

const machineState = {
  online: true,
  tilt: null,
  doorOpen: false,
  locked: false,
  phase: "idle",
  credit: 0,
  bet: 0,
  win: 0,
  freeSpins: 0,
  controls: {},
  selects: {},
  nextBet: 0,
} as const satisfies ShownHost["machine"];
const inPlay = { out_of_order: null, out_of_order_at: null, quarantined: null, quarantined_at: null, closed_at: null };
const hostOf = (id: number, more: Partial<ShownHost> = {}): ShownHost => ({
  row: { id, ...inPlay },
  epoch: 1,
  machine: machineState,
  seat: null,
  unresolved: null,
  reportedNeed: null,
  lastGame: null,
  ...more,
});
const rowOf = (id: number, more: Partial<MachineRow> = {}) =>
  ({ id, name: `M${id}`, brand_id: 1, image: null, video_type: "screen", ...inPlay, ...more }) as MachineRow;

let network: ReturnType<typeof createTestNetwork>;
let rows: MachineRow[];
let overview: FloorOverview;
let ids: string[];
const hosts = new Map<string, ShownHost[]>();
const ends: (() => void)[] = [];

function openFloor(node: string, own: ShownHost[], onLook = () => {}): void {
  hosts.set(node, own);
  ids.push(node);
  const read = () => {
    onLook();
    return hosts.get(node) ?? [];
  };
  const source = new TileSource({ name: node, hosts: read });
  const floor = { tileChanges: source.changes.bind(source), liveMachine: async () => null, driverTrace: () => null };
  ends.push(serveTiles({ bus: network.join(node), node, floor }));
}
const tileOf = async (id: number) => (await overview.snapshot()).tiles.find((tile) => tile.id === id);
const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  network = createTestNetwork();
  rows = [rowOf(1), rowOf(2)];
  ids = [];
  overview = createFloorOverview({
    log: { warn: vi.fn() },
    floors: remoteFloors(network.join("edge"), () => ids),
    catalogue: {
      read: async () => ({ brands: [{ id: 1, name: "Brand" }], machines: rows }) as never,
    },
    currency: () => "TRY",
    store: { playerNames: async () => new Map([[7, "anna"]]), lastGames: async () => new Map() },
  });
});
afterEach(() => {
  overview.stop();
  for (const end of ends.splice(0)) end();
  vi.useRealTimers();
});

describe("machines of several processes", () => {
  it("are shown with the process that runs them, and of two that claim one the newer owner counts", async () => {
    openFloor("floor-1", [hostOf(1), hostOf(2, { machine: { ...machineState, credit: 900 } })]);
    openFloor("floor-2", [hostOf(2, { epoch: 2 })]);
    expect(await tileOf(1)).toMatchObject({ name: "M1", brand: 1, state: "free", node: "floor-1", need: null });
    expect(await tileOf(2)).toMatchObject({ credit: 0, node: "floor-2" });
  });

  it("wait for a person where no process runs them, or theirs is silent", async () => {
    openFloor("floor-1", [hostOf(1)]);
    const before = Date.now();
    expect(await tileOf(2)).toMatchObject({ state: "unreachable", online: false, node: null });
    network.block("floor-1", "*");
    await passes(3_500);
    const silent = overview.snapshot();
    await passes(2_500);
    const [one, two] = (await silent).tiles;
    expect(one).toMatchObject({ state: "unreachable", node: "floor-1", need: { what: "unreachable" } });
    // The moment stays the first one.
    expect(two?.need?.since).toBe(before);
  });

  it("that wait for a hand pay say how much it is, and since when it is that much", async () => {
    const machine = { ...machineState, phase: "handPay", win: 12_000_000 } as const;
    const reportedNeed = reportedNeedOf(null, machine, 5);
    openFloor("floor-1", [hostOf(1, { machine, reportedNeed })]);
    const need = { what: "handPay", since: 5, text: null, amount: 12_000_000 };
    expect(await tileOf(1)).toMatchObject({ state: "handPay", need });
    expect(reportedNeedOf(reportedNeed, machine, 9)).toEqual(need);
    expect(reportedNeedOf(reportedNeed, { ...machine, win: 700 }, 9)).toMatchObject({ since: 9, amount: 700 });
  });

  it("come in pages, and a new start of the process replaces all", async () => {
    rows = Array.from({ length: 2_500 }, (_, index) => rowOf(index + 1));
    openFloor(
      "floor-1",
      rows.map(({ id }) => hostOf(id)),
    );
    const states = async () => new Set((await overview.snapshot()).tiles.map(({ state }) => state));
    expect(await states()).toEqual(new Set(["free"]));
    ends.splice(0).forEach((end) => end());
    ids = [];
    openFloor("floor-1", [hostOf(1)]);
    await passes(300);
    expect((await overview.snapshot()).tiles.filter(({ state }) => state === "free")).toHaveLength(1);
  });
});

describe("who follows the overview", () => {
  it("gets the fields that have changed, gathered, with rising versions", async () => {
    openFloor("floor-1", [hostOf(1), hostOf(2)]);
    const { board, version } = await overview.snapshot();
    const batches: FloorChanges[] = [];
    const end = overview.follow((changes) => batches.push(changes));
    await passes(1_000);
    expect(batches).toEqual([]);
    const lastGame = { bet: 100, win: 0, at: 5 };
    hosts.set("floor-1", [hostOf(1, { machine: { ...machineState, credit: 50 }, lastGame }), hostOf(2)]);
    await passes(500);
    expect(batches).toEqual([
      {
        key: "floor",
        board,
        version: version + 1,
        changed: [{ id: 1, state: "waiting", credit: 50, lastGame }],
        gone: [],
      },
    ]);
    rows = [rowOf(1)];
    await passes(500);
    expect(batches.at(-1)).toEqual({ key: "floor", board, version: version + 2, changed: [], gone: [2] });
    end();
  });

  it("costs nothing once nobody does", async () => {
    let looks = 0;
    openFloor("floor-1", [hostOf(1), hostOf(2)], () => void (looks += 1));
    const end = overview.follow(() => {});
    await passes(1_000);
    expect(looks).toBeGreaterThan(2);
    end();
    await passes(500);
    looks = 0;
    await passes(5_000);
    expect(looks).toBe(0);
  });
});
