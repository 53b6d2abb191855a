/**
 * The floor: every machine of the house in play. It coordinates machines, seats and the wallet; it knows nothing of
 * sockets, tokens or video. One host runs each machine, under a lease.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { Wallet } from "../wallet/index.ts";
import { showHosts } from "./hostMetrics.ts";
import { Hosts } from "./hosts.ts";
import { Lobby } from "./lobby.ts";
import type { MachineHost } from "./machineHost.ts";
import type { FloorOptions } from "./options.ts";
import { sit } from "./sit.ts";
import type { FloorService, LocalFloor } from "./types.ts";
import { within } from "./within.ts";

export type * from "./types.ts";
export type { FloorMetrics } from "./options.ts";
export { createDrivers } from "./drivers/index.ts";
export type { DriverFactory } from "./drivers/index.ts";
export { createFloorNode } from "./nodes.ts";
export type { FloorNode, NodeSharing } from "./nodes.ts";
export { NodeNameTaken, createPresence } from "./nodePresence.ts";
export type { NodeDrain, NodePresence } from "./nodePresence.ts";
export type { NodeDescription } from "./nodeStore.ts";
export { createMachineStore } from "./machineStore.ts";
export type { MachineRow, MachineStore } from "./machineStore.ts";
export { createMachineRequests } from "./requestStore.ts";
export type { MachineRequest } from "./requestStore.ts";
export { createSessions } from "./sessions.ts";

/** A call waits at most this long for a session to end; the end goes on without it. */
const END_WITHIN_MS = 20_000;

/** @throws AppError TransferInDoubt if it takes longer: the money is safe, and is paid later */
const inTime = <T>(ending: Promise<T>) => within(END_WITHIN_MS, ending, () => new AppError(ErrorCode.TransferInDoubt));

async function kick(
  host: MachineHost,
  { playerId, mayKickOthers }: Parameters<FloorService["kick"]>[0],
  wallet: Pick<Wallet, "balance">,
): ReturnType<FloorService["kick"]> {
  const seated = host.seat?.session.player_id;
  if (seated === undefined) throw new AppError(ErrorCode.NoOpenSession);
  if (seated !== playerId && !mayKickOthers) throw new AppError(ErrorCode.NotPermitted);
  const amount = await inTime(host.end(seated, "kick"));
  const machine = host.row.name;
  return seated === playerId ? { machine, amount, balance: await wallet.balance(playerId) } : { machine };
}

export function createFloor(options: FloorOptions): LocalFloor {
  const { wallet, bus, node } = options;
  const { machineStore } = options.lobby ?? options;
  const hosts = new Hosts(options);
  if (options.metrics) showHosts(options.metrics, hosts);
  const lobby = new Lobby(hosts, wallet, options.lobby ?? options);
  const subscriptions: (() => void)[] = [];

  const hostsOf = (playerId: number) => [...hosts.all()].filter(({ seat }) => seat?.session.player_id === playerId);
  /** @throws AppError ServiceUnavailable; NotFound; MachineOffline for a machine without a host */
  async function hostOf(machineId: number): Promise<MachineHost> {
    node.assertAuthority();
    const host = hosts.get(machineId);
    if (host) return host;
    throw new AppError(
      (await machineStore.machine(machineId)) === null ? ErrorCode.NotFound : ErrorCode.MachineOffline,
    );
  }

  function seated(playerId: number, machineId: number) {
    const session = hosts.get(machineId)?.seat?.session;
    return session?.player_id === playerId ? { sessionId: session.id, epoch: session.epoch } : null;
  }

  return {
    async start() {
      await hosts.start();
      subscriptions.push(
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
      );
    },
    async stop() {
      for (const unsubscribe of subscriptions) unsubscribe();
      await hosts.stop();
    },

    brands: () => lobby.brands(),
    brandLobby: (playerId, brandId) => lobby.brandLobby(playerId, brandId),
    machines: (playerId) => lobby.machines(playerId),
    openSession: (playerId) => lobby.openSession(playerId),
    endOf: (playerId, sessionId) => lobby.endOf(playerId, sessionId),

    async sit(request) {
      const host = await hostOf(request.machineId);
      return sit(host, request).catch((error: unknown) => {
        if (!(error instanceof AppError) || error.code !== ErrorCode.SessionElsewhere) throw error;
        const machine_status = lobby.statusOf(Number(error.params["id"]));
        throw new AppError(ErrorCode.SessionElsewhere, { ...error.params, machine_status });
      });
    },
    kick: async (request) => kick(await hostOf(request.machineId), request, wallet),
    async cancel({ playerId, machineId }) {
      const amount = await inTime((await hostOf(machineId)).end(playerId, "cancel"));
      return { amount, balance: await wallet.balance(playerId) };
    },
    async seatOf(playerId, machineId) {
      if (!hosts.get(machineId)) throw new AppError(ErrorCode.NotFound);
      return seated(playerId, machineId);
    },
    seated,
    source: (machineId) => hosts.get(machineId)?.source ?? null,
    inPlay: (machineId) => (hosts.get(machineId)?.seat ?? null) !== null,
    knows: (machineId) => hosts.get(machineId) !== undefined,
    load() {
      const all = [...hosts.all()];
      return { machines: all.length, seats: all.filter(({ seat }) => seat !== null).length };
    },
    handOver: (machineId) => hosts.handOver(machineId),
    drained: () => hosts.drained(),
    reload: (machineId) => hosts.reload(machineId),
  };
}
