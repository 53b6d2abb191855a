/**
 * The floor: every machine of the house in play. It coordinates machines, seats and the wallet; it knows nothing of
 * sockets, tokens or video. One host runs each machine, under a lease.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { Brand, Machine, MachineStatus, OpenSession, Settings } from "@reelcast/contract";
import type { Logger } from "pino";
import type { Bus } from "../bus/bus.ts";
import type { Db } from "../storage/index.ts";
import type { Wallet } from "../wallet/index.ts";
import type { DriverFactory, DriverParts } from "./drivers/index.ts";
import { createHosts } from "./hosts.ts";
import type { MachineHost } from "./machineHost.ts";
import type { FloorNode } from "./nodes.ts";
import type { MachineRow, Registry } from "./registry.ts";
import { sit } from "./seatConnection.ts";
import type { Sessions } from "./sessions.ts";
import type { Floor, PlayPolicy } from "./types.ts";
import { within } from "./within.ts";

export type * from "./types.ts";
export { createDrivers } from "./drivers/index.ts";
export type { DriverFactory } from "./drivers/index.ts";
export { createFloorNode } from "./nodes.ts";
export type { FloorNode } from "./nodes.ts";
export { createRegistry } from "./registry.ts";
export type { MachineRow, Registry } from "./registry.ts";
export { createMachineRequests } from "./requests.ts";
export type { MachineRequest, MachineRequests } from "./requests.ts";
export { createSessions } from "./sessions.ts";

const HOT_FOR_MS = 24 * 3_600_000;
/** A call waits no longer than this for a machine to give its credit back; the end goes on without it. */
const END_WITHIN_MS = 20_000;

/** @throws AppError TransferInDoubt where it takes longer: the money is safe, and comes by itself */
const inTime = <T>(ending: Promise<T>) => within(END_WITHIN_MS, ending, () => new AppError(ErrorCode.TransferInDoubt));

export interface FloorOptions {
  db: Db;
  node: FloorNode;
  wallet: Wallet;
  registry: Registry;
  sessions: Sessions;
  /** The same for what players ask about: their calls must not keep the floor's own work waiting. */
  lobby?: { registry: Registry; sessions: Sessions };
  bus: Bus;
  log: Logger;
  drivers: DriverFactory;
  /** What a driver needs to know of the house, as it is when a machine is opened. */
  driverParts: () => Omit<DriverParts, "epoch">;
  limits: { depositSeconds: number; idleSeconds: number; graceSeconds: number; handPaySeconds: number };
  /** As they are now. */
  settings: () => Readonly<Settings>;
  /** Without one, nothing but money and machines keeps a player from play. */
  policy?: PlayPolicy;
  /** For tests of faults: awaited before and after each effect of a transfer. */
  onStep?: ((step: string) => void | Promise<void>) | undefined;
}

export function createFloor(options: FloorOptions): Floor {
  const { wallet, bus, node } = options;
  const { registry, sessions } = options.lobby ?? options;
  const hosts = createHosts(options);
  const ends: (() => void)[] = [];
  const eachOf = (playerId: number, work: (host: MachineHost) => void) => {
    for (const host of hosts.all()) if (host.seat?.session.player_id === playerId) work(host);
  };

  /** @throws AppError NotFound; MachineOffline for a machine of the house that nobody runs at the moment */
  const hostOf = async (machineId: number): Promise<MachineHost> => {
    const host = hosts.get(machineId);
    if (host) return host;
    throw new AppError((await registry.machine(machineId)) === null ? ErrorCode.NotFound : ErrorCode.MachineOffline);
  };
  const statusOf = (id: number): MachineStatus => hosts.get(id)?.status ?? "offline";

  function view(row: MachineRow, playerId: number): Machine {
    const now = Date.now();
    const minBet = hosts.minBet(row.id);
    const reserved = row.reserved_for !== null && row.reserved_until !== null && row.reserved_until.getTime() > now;
    return {
      id: row.id,
      name: row.name,
      status: statusOf(row.id),
      brand: { id: row.brand_id, name: row.brand },
      image: row.image,
      ...(reserved && row.reserved_until
        ? { reservation: { until: row.reserved_until.toISOString(), mine: row.reserved_for === playerId } }
        : {}),
      hot: row.last_big_win_at !== null && now - row.last_big_win_at.getTime() < HOT_FOR_MS,
      videoType: row.video_type,
      ...(minBet === undefined ? {} : { minBet }),
    };
  }

  return {
    async start() {
      await hosts.start();
      ends.push(
        bus.subscribe("player.ended", ({ playerId, reason }) => {
          if (reason !== "banned" && reason !== "break" && reason !== "excluded") return;
          eachOf(playerId, (host) => host.shutOut(reason));
        }),
        bus.subscribe("player.limits", ({ playerId }) => eachOf(playerId, (host) => host.limitsChanged())),
      );
    },
    async stop() {
      for (const end of ends) end();
      await hosts.stop();
    },

    async brands() {
      const [brands, machines] = await Promise.all([registry.brands(), registry.machines()]);
      return brands.map((brand): Brand => {
        const own = machines.filter((machine) => machine.brand_id === brand.id);
        return {
          id: brand.id,
          name: brand.name,
          image: brand.image,
          jackpot: brand.jackpot,
          machineCount: own.length,
          freeCount: own.filter(({ id }) => statusOf(id) === "available").length,
        };
      });
    },
    async brandLobby(playerId, brandId) {
      const brand = (await this.brands()).find(({ id }) => id === brandId);
      if (!brand) throw new AppError(ErrorCode.NotFound);
      const machines = (await registry.machines()).filter((row) => row.brand_id === brandId);
      return { ...brand, machines: machines.map((row) => view(row, playerId)) };
    },
    async machines(playerId) {
      return (await registry.machines()).map((row) => view(row, playerId));
    },
    async openSession(playerId): Promise<OpenSession | null> {
      const session = await sessions.ofPlayer(playerId);
      const row = session ? await registry.machine(session.machine_id) : null;
      if (!row) return null;
      return { status: "show", name: row.name, id: row.id, machine_status: statusOf(row.id) };
    },

    async sit(request) {
      node.assertAuthority();
      const host = await hostOf(request.machineId);
      return sit(host, request).catch((error: unknown) => {
        if (!(error instanceof AppError) || error.code !== ErrorCode.SessionElsewhere) throw error;
        throw new AppError(ErrorCode.SessionElsewhere, {
          ...error.params,
          machine_status: statusOf(Number(error.params["id"])),
        });
      });
    },
    async kick({ playerId, machineId, mayKickOthers }) {
      node.assertAuthority();
      const host = await hostOf(machineId);
      const seated = host.seat?.session.player_id;
      if (seated === undefined) throw new AppError(ErrorCode.NoOpenSession);
      if (seated !== playerId && !mayKickOthers) throw new AppError(ErrorCode.NotPermitted);
      await inTime(host.end(seated, "kick"));
      return { machine: host.row.name };
    },
    async cancel({ playerId, machineId }) {
      node.assertAuthority();
      const amount = await inTime((await hostOf(machineId)).end(playerId, "cancel"));
      return { amount, balance: await wallet.balance(playerId) };
    },
    seated(playerId, machineId) {
      const session = hosts.get(machineId)?.seat?.session;
      return session?.player_id === playerId ? { sessionId: session.id, epoch: session.epoch } : null;
    },
    source: (machineId) => hosts.get(machineId)?.source ?? null,
    knows: (machineId) => hosts.get(machineId) !== undefined,
    reload: (machineId) => hosts.reload(machineId),
  };
}
