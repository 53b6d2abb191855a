/**
 * The floor: every machine of the house in play. It coordinates machines, seats and the wallet; it knows nothing of
 * sockets, tokens or video. One host runs each machine, under a lease.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { Bus } from "../bus/bus.ts";
import { Catalogue } from "./catalogue.ts";
import { cancel, kick, seatOf } from "./endSession.ts";
import { showHosts } from "./hostMetrics.ts";
import { Hosts } from "./hosts.ts";
import { Lobby, readsOf, withStatusElsewhere } from "./lobby.ts";
import type { MachineHost } from "./machineHost.ts";
import type { FloorOptions } from "./options.ts";
import { liveMachine } from "./overview/hostTile.ts";
import { TileSource } from "./overview/tileSource.ts";
import type { TileService } from "./overview/messages.ts";
import { sit } from "./sit.ts";
import type { LocalFloor, RunningMachine } from "./types.ts";

export type * from "./types.ts";
export { createRemoteDisplays } from "./remote/remoteDisplays.ts";
export { serveDisplays } from "./remote/serveDisplays.ts";
export { Catalogue } from "./catalogue.ts";
export { StatusBoard } from "./remote/statusBoard.ts";
export { startStatusFeed } from "./remote/statusFeed.ts";
export { createFloorOverview, ownFloor, remoteFloors } from "./overview/index.ts";
export type { FloorOverview } from "./overview/index.ts";
export { readMachineRecord } from "./overview/machineRecord.ts";
export { readTimeline } from "./overview/timeline.ts";
export { createOverviewStore } from "./overview/store.ts";
export { serveTiles } from "./overview/tileSource.ts";
export { createDrivers } from "./drivers/index.ts";
export type { DriverFactory } from "./drivers/index.ts";
export { createFloorNode } from "./nodes.ts";
export type { FloorNode } from "./nodes.ts";
export { NodeNameTaken, createPresence } from "./nodePresence.ts";
export type { NodeDrain } from "./nodePresence.ts";
export { HELD as NODE_LIVES } from "./nodeStore.ts";
export type { NodeStats } from "./nodeStore.ts";
export { listNodes, otherEdgeReachesBus, setNodeDraining } from "./nodeList.ts";
export type { ListedNode } from "./nodeList.ts";
export { createMachineStore } from "./machineStore.ts";
export type { MachineRow, MachineStore } from "./machineStore.ts";
export { createMachineRequests } from "./requestStore.ts";
export type { NewMachineRequest } from "./requestStore.ts";
/** For the test of the commands, which answers as a server does. @internal */
export type { RequestOutcome } from "./requestStore.ts";
export { createSessions } from "./sessions.ts";
export { Lobby } from "./lobby.ts";
export { createRemoteFloor } from "./remote/remoteFloor.ts";
export { serveFloor } from "./remote/serveFloor.ts";

/** What happens to players takes effect at their machines. Returns the functions that end it. */
function followPlayers(bus: Bus, hosts: Hosts): (() => void)[] {
  const hostsOf = (playerId: number) => [...hosts.all()].filter(({ seat }) => seat?.session.player_id === playerId);
  return [
    bus.subscribe("player.ended", ({ playerId, reason }) => {
      if (reason !== "banned" && reason !== "break" && reason !== "excluded") return;
      for (const host of hostsOf(playerId)) host.shutOut(reason);
    }),
    bus.subscribe("player.limits", ({ playerId }) => {
      for (const host of hostsOf(playerId)) host.limitsChanged();
    }),
    bus.subscribe("player.checking", ({ playerId, checking }) => {
      for (const host of hostsOf(playerId)) host.suspenseChanged(checking);
    }),
  ];
}

/** What operators are shown of the machines of this process. */
function tilesOf(hosts: Hosts, name: string | null): TileService {
  const source = new TileSource({ name, hosts: () => [...hosts.all()].map(({ shown }) => shown) });
  return {
    tileChanges: (after) => source.changes(after),
    async liveMachine(machineId) {
      const host = hosts.get(machineId);
      return host ? liveMachine(host.parts) : null;
    },
    driverTrace: (machineId) => hosts.get(machineId)?.parts.trace.read() ?? null,
  };
}

export function createFloor(options: FloorOptions): LocalFloor {
  const { wallet, bus, node } = options;
  const { machineStore } = options.lobby ?? options;
  const hosts = new Hosts(options);
  if (options.metrics) showHosts(options.metrics, hosts);
  const { sessions } = options.lobby ?? options;
  const catalogue = new Catalogue(machineStore, bus);
  const lobby = new Lobby(hosts, wallet, { catalogue, machineStore, sessions, settings: options.settings });
  const subscriptions: (() => void)[] = [];

  /** @throws AppError ServiceUnavailable; NotFound; MachineOffline for a machine without a host */
  async function hostOf(machineId: number): Promise<MachineHost> {
    node.assertAuthority();
    const host = hosts.get(machineId);
    if (host) return host;
    throw new AppError(
      (await machineStore.machine(machineId)) === null ? ErrorCode.NotFound : ErrorCode.MachineOffline,
    );
  }

  function runningOf({ row, status, epoch }: MachineHost): RunningMachine {
    const { game = "", minBet = null } = hosts.game(row.id) ?? {};
    return { id: row.id, brand: row.brand_id, status, lease: epoch, game, minBet };
  }

  return {
    async start() {
      await hosts.start();
      subscriptions.push(...followPlayers(bus, hosts));
    },
    async stop() {
      for (const unsubscribe of subscriptions) unsubscribe();
      catalogue.stop();
      await hosts.stop();
    },

    ...readsOf(lobby),

    async sit(request) {
      const host = await hostOf(request.machineId);
      return sit(host, request).catch((error: unknown) => {
        throw withStatusElsewhere(error, lobby);
      });
    },
    kick: async (request) => kick(await hostOf(request.machineId), request),
    cancel: async ({ playerId, machineId }) => cancel(await hostOf(machineId), playerId),
    async seatOf(playerId, machineId) {
      const host = hosts.get(machineId);
      if (!host) throw new AppError(ErrorCode.NotFound);
      return seatOf(host, playerId);
    },
    seated: (playerId, machineId) => seatOf(hosts.get(machineId), playerId),
    source: (machineId) => hosts.get(machineId)?.source ?? null,
    inPlay: (machineId) => (hosts.get(machineId)?.seat ?? null) !== null,
    ...tilesOf(hosts, options.nodeName ?? null),
    knows: (machineId) => hosts.get(machineId) !== undefined,
    load() {
      const all = [...hosts.all()];
      return { machines: all.length, seats: all.filter(({ seat }) => seat !== null).length };
    },
    handOver: (machineId) => hosts.handOver(machineId),
    drained: () => hosts.drained(),
    running: () => [...hosts.all()].map(runningOf),
    runs(machineId) {
      const host = hosts.get(machineId);
      return host ? runningOf(host) : null;
    },
    reload: (machineId) => hosts.reload(machineId),
    reloadAll: () => hosts.reloadAll(),
  };
}
