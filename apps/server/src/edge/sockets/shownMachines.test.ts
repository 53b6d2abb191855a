/** Statuses on their way from a floor in one process to the sockets of an edge in another, by what they show. */
import type { MachineStatus, ShowRequest } from "@reelcast/contract";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createTestNetwork } from "../../bus/testing/network.ts";
import type { Faults } from "../../bus/testing/network.ts";
import { Catalogue, Lobby, StatusBoard, startStatusFeed } from "../../floor/index.ts";
import type { RunningMachine } from "../../floor/index.ts";
import { createFanout } from "./fanout.ts";
import type { Channel } from "./rpc.ts";
import { ShownByChannel } from "./shownMachines.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Machines 1 to 6, of the brands 1 and 2 in turn. */
async function openHouse(faults: Faults = {}) {
  const network = createTestNetwork(faults);
  const rows = Array.from({ length: 6 }, (_, n) => ({
    id: n + 1,
    brand_id: 1 + (n % 2),
    position: 0,
    reserved_for: null as number | null,
    reserved_until: null as Date | null,
  }));
  const settings = { hideReserved: true };
  const store = {
    brands: async () => [{ id: 1 }, { id: 2 }] as never,
    machines: async (ids?: readonly number[]) =>
      rows.filter(({ id }) => ids === undefined || ids.includes(id)).map((row) => ({ ...row })) as never,
  };
  const floorBus = network.join("floor");
  const running = new Map<number, RunningMachine>();
  const stopFeed = startStatusFeed({
    bus: floorBus,
    node: "floor",
    floor: { running: () => [...running.values()], runs: (id) => running.get(id) ?? null },
  });
  const set = (id: number, status: MachineStatus) => {
    running.set(id, { id, brand: 1 + ((id - 1) % 2), status, lease: 3, game: "video", minBet: 1 });
    floorBus.publish("machine.status", { id, status });
  };
  for (const { id } of rows) set(id, "available");

  const bus = network.join("edge");
  const log = { warn: vi.fn() };
  const board = new StatusBoard({ bus, log, own: "edge", floors: async () => ["floor"], now: () => Date.now() });
  const catalogue = new Catalogue(store, bus, () => Date.now());
  const lobby = new Lobby(board, {} as never, {
    catalogue,
    machineStore: {} as never,
    sessions: {} as never,
    settings: () => settings,
  });
  const fanout = createFanout(50);
  const channels = new Map<number, Channel>();
  const channelsOf = (playerId: number) => [channels.get(playerId) ?? []].flat();
  const shownBy = new ShownByChannel(fanout, lobby, channelsOf, () => Date.now());
  bus.subscribe("machine.status", (change) => shownBy.announce(change));
  void board.start();
  await after(300);

  function connect(playerId = 0) {
    const known = new Map<number, MachineStatus>();
    let pushes = 0;
    const channel = {
      who: { playerId },
      open: true,
      backlog: 0,
      sendFrame(frame: string | Buffer) {
        for (const { params } of [JSON.parse(String(frame))].flat() as {
          params: { id: number; status: MachineStatus };
        }[]) {
          known.set(params.id, params.status);
          pushes += 1;
        }
      },
    } as unknown as Channel;
    fanout.join(channel);
    channels.set(playerId, channel);
    const leave = () => fanout.leave(channel);
    const show = async (shown: ShowRequest) => {
      const { statuses } = await shownBy.show(channel, shown);
      for (const { id, status } of statuses) known.set(id, status);
      return statuses.map(({ id }) => id);
    };
    return { known, show, leave, pushes: () => pushes };
  }
  return {
    network,
    rows,
    store,
    running,
    set,
    floorBus,
    fanout,
    settings,
    connect,
    stop: () => [stopFeed(), board.stop(), catalogue.stop()],
  };
}

it("a socket gets from another process what it shows, and nothing else", async () => {
  const { set, connect, stop } = await openHouse();
  const [one, both] = [connect(), connect()];
  expect(await one.show({ brands: [1], machines: [2] })).toEqual([1, 3, 5, 2]);
  expect(await both.show({ brands: [1, 2], machines: [] })).toHaveLength(6);
  for (const id of [1, 2, 4, 6]) set(id, "playing");
  await after(300);
  expect([one.pushes(), both.pushes()]).toEqual([2, 4]);
  expect(await one.show({ brands: [2], machines: [] })).toEqual([4, 6]);
  expect([...one.known].filter(([, status]) => status === "playing").map(([id]) => id)).toEqual([1, 2, 4, 6]);
  stop();
});

it("a socket that names nothing any more gets all again, with what it did not get meanwhile", async () => {
  const { set, connect, stop } = await openHouse();
  const [socket, always] = [connect(), connect()];
  await socket.show({ brands: [1], machines: [] });
  set(2, "playing");
  await after(300);
  expect([socket.known.get(2), always.known.get(2)]).toEqual([undefined, "playing"]);
  expect(await socket.show({})).toEqual([2, 4, 6]);
  expect(socket.known.get(2)).toBe("playing");
  for (const id of [1, 2]) set(id, "bonus");
  await after(300);
  expect([socket.known.get(1), socket.known.get(2), socket.pushes()]).toEqual(["bonus", "bonus", 2]);
  expect(always.pushes()).toBe(3);
  expect(await socket.show({ brands: [2], machines: [] })).toEqual([2, 4, 6]);
  set(1, "available");
  await after(300);
  expect(socket.known.get(1)).toBe("bonus");
  stop();
});

it("a machine that an operator moves to another brand in one process is that brand's in the other", async () => {
  const { rows, set, floorBus, connect, stop } = await openHouse();
  const socket = connect();
  await socket.show({ brands: [2], machines: [] });
  const [first] = rows;
  if (!first) throw new Error("no machine");
  first.brand_id = 2;
  floorBus.publish("machine.changed", { id: 1 });
  await after(50);
  expect(await socket.show({ brands: [2], machines: [3] })).toEqual([3]);
  set(1, "bonus");
  await after(300);
  expect(socket.known.get(1)).toBe("bonus");
  stop();
});

it("what is lost, late or repeated between the processes is right a moment later for what is shown", async () => {
  const { network, running, set, connect, stop } = await openHouse({
    seed: 5,
    drop: 0.4,
    duplicate: 0.3,
    delayMs: 200,
  });
  const socket = connect();
  const shown = { brands: [1], machines: [4] };
  await after(6_000);
  await socket.show(shown);
  const statuses = ["playing", "bonus", "waiting", "available"] as const;
  for (let n = 0; n < 60; n += 1) {
    set(1 + (n % 6), statuses[n % 4] ?? "available");
    await after(70);
  }
  network.setFaults({});
  await after(6_000);
  for (const id of [1, 3, 5, 4]) expect(socket.known.get(id)).toBe(running.get(id)?.status);
  stop();
});

it("keeps nothing of what sockets have named before, and nothing at all once they name nothing or are closed", async () => {
  const { set, fanout, connect, stop } = await openHouse();
  const sockets = Array.from({ length: 20 }, () => connect());
  for (let round = 0; round < 200; round += 1) {
    for (const [n, socket] of sockets.entries())
      await socket.show({ brands: (n + round) % 2 ? [1] : [1, 2], machines: [1 + ((n + round) % 6)] });
    set(1 + (round % 6), round % 2 ? "playing" : "available");
  }
  await after(300);
  // Two audiences, two brands, six machines.
  expect(fanout.kept).toBe(10);
  for (const [n, socket] of sockets.entries()) {
    if (n % 2) socket.leave();
    else await socket.show({});
  }
  await after(300);
  expect([fanout.kept, fanout.size, fanout.isDivided]).toEqual([0, 10, false]);
  stop();
});

const later = () => new Date(Date.now() + 60_000);
it("a machine that is reserved for one player is sent to nobody else, whatever a socket has named", async () => {
  const { rows, settings, set, floorBus, connect, stop } = await openHouse();
  const [owner, other, all] = [connect(7), connect(8), connect(9)];
  await owner.show({ brands: [1], machines: [] });
  Object.assign(rows[0] ?? {}, { reserved_for: 7, reserved_until: later() });
  floorBus.publish("machine.changed", { id: 1 });
  // At once: the reservation has not been read yet.
  set(1, "playing");
  await after(300);
  expect(owner.known.get(1)).toBe("playing");
  expect([other.pushes(), all.pushes()]).toEqual([0, 0]);
  expect(await other.show({ brands: [1], machines: [1] })).toEqual([3, 5]);
  expect(await other.show({})).toEqual([2, 4, 6]);
  set(1, "bonus");
  await after(300);
  expect([owner.known.get(1), other.known.get(1), all.known.get(1)]).toEqual(["bonus", undefined, undefined]);

  // Where the house shows what is reserved, its status is no secret.
  settings.hideReserved = false;
  set(1, "playing");
  await after(300);
  expect([owner.known.get(1), other.known.get(1), all.known.get(1)]).toEqual(["playing", "playing", "playing"]);

  settings.hideReserved = true;
  await after(60_000);
  set(1, "available");
  await after(300);
  expect([owner.known.get(1), other.known.get(1), all.known.get(1)]).toEqual(["available", "available", "available"]);
  stop();
});

it("with a database that does not answer, statuses come by what was read last", async () => {
  const { rows, store, set, floorBus, connect, stop } = await openHouse();
  const [owner, other] = [connect(7), connect(8)];
  await other.show({ brands: [1, 2], machines: [] });
  Object.assign(rows[0] ?? {}, { reserved_for: 7, reserved_until: later() });
  floorBus.publish("machine.changed", { id: 1 });
  await after(300);
  await owner.show({});
  store.machines = async () => Promise.reject(new Error("not reachable"));
  floorBus.publish("machine.changed", { id: 2 });
  for (const id of [1, 2]) set(id, "playing");
  await after(300);
  expect([owner.known.get(1), other.known.get(1)]).toEqual(["playing", "available"]);
  expect(other.known.get(2)).toBe("playing");
  stop();
});
