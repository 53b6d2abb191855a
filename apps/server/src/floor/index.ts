/**
 * The floor: every machine of the house in play. It coordinates machines, seats and the wallet; it knows nothing of
 * sockets, tokens or video. One host runs each machine, under a lease.
 */
import { AppError } from "@reelcast/contract";
import type { Brand, Machine, MachineStatus, OpenSession } from "@reelcast/contract";
import type { MachineDriver } from "@reelcast/machine";
import type { Logger } from "pino";
import type { Bus } from "../bus/bus.ts";
import type { Db } from "../storage/index.ts";
import type { Wallet } from "../wallet/index.ts";
import { Host } from "./host.ts";
import { RENEW_MS, createLeases } from "./leases.ts";
import type { MachineRow, Registry } from "./registry.ts";
import { TAKE_WIN_MS, WARN_MS } from "./seat.ts";
import { createSessions } from "./sessions.ts";
import type { Floor, Gate } from "./types.ts";

export type * from "./types.ts";
export { createRegistry } from "./registry.ts";
export type { MachineRow, Registry } from "./registry.ts";
export { createMemory } from "./memory.ts";

const HOT_FOR_MS = 24 * 3_600_000;
const OPENING = 8;

export interface FloorOptions {
  db: Db;
  wallet: Wallet;
  registry: Registry;
  bus: Bus;
  log: Logger;
  /** Names this data: a process that starts on it takes over from the one before at once. */
  owner: string;
  driverFor: (row: MachineRow) => Promise<MachineDriver>;
  limits: { depositSeconds: number; idleSeconds: number; graceSeconds: number; handPaySeconds: number };
  hotFlagLimit: number;
  maxAllIn: number;
  zeroBalanceMayPlay: boolean;
  /** Without one, nothing but money and machines keeps a player from play. */
  gate?: Gate;
}

export function createFloor(options: FloorOptions): Floor {
  const { db, wallet, registry, bus, log, limits } = options;
  const leases = createLeases(db, options.owner);
  const sessions = createSessions(db);
  const hosts = new Map<number, Host>();
  const minBets = new Map<number, number>();
  const ends: (() => void)[] = [];
  let renewing: NodeJS.Timeout | undefined;

  async function open(row: MachineRow): Promise<void> {
    const epoch = await leases.acquire(row.id);
    if (epoch === null) return log.warn({ machineId: row.id }, "another process runs this machine");
    const driver = await options.driverFor(row);
    const { video, minBet } = await driver.identify();
    if (minBet !== null) minBets.set(row.id, minBet);
    const host = new Host({
      row: { ...row, video: { crop: video.crop } },
      driver,
      epoch,
      wallet,
      sessions,
      registry,
      bus,
      log,
      rules: {
        depositMs: limits.depositSeconds * 1000,
        idleMs: limits.idleSeconds * 1000,
        warnMs: WARN_MS,
        graceMs: limits.graceSeconds * 1000,
        takeWinMs: TAKE_WIN_MS,
      },
      handPayMs: limits.handPaySeconds * 1000,
      hotFlagLimit: options.hotFlagLimit,
      maxAllIn: options.maxAllIn,
      zeroBalanceMayPlay: options.zeroBalanceMayPlay,
      gate: options.gate ?? null,
    });
    await host.recover();
    hosts.set(row.id, host);
  }

  async function renew(): Promise<void> {
    for (const [id, host] of hosts) {
      if (await leases.renew(id, host.epoch)) continue;
      log.fatal({ machineId: id }, "the lease is lost: another process runs this machine now");
      hosts.delete(id);
      await host.stop();
      bus.publish("machine.status", { id, status: "offline" });
    }
  }

  const hostOf = (machineId: number): Host => {
    const host = hosts.get(machineId);
    if (!host) throw new AppError(40400);
    return host;
  };
  const statusOf = (id: number): MachineStatus => hosts.get(id)?.status ?? "offline";

  function view(row: MachineRow, playerId: number): Machine {
    const now = Date.now();
    const minBet = minBets.get(row.id);
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
      const rows = await registry.machines();
      // A few at a time: each start is some round trips to the database.
      for (let n = 0; n < rows.length; n += OPENING) await Promise.all(rows.slice(n, n + OPENING).map(open));
      renewing = setInterval(() => {
        renew().catch((error: unknown) => log.error({ err: error }, "leases could not be renewed"));
      }, RENEW_MS);
      renewing.unref();
      ends.push(
        bus.subscribe("player.ended", ({ playerId, reason }) => {
          if (reason !== "banned" && reason !== "break" && reason !== "excluded") return;
          for (const host of hosts.values()) if (host.sessionPlayer === playerId) void host.shutOut(reason);
        }),
        bus.subscribe("player.limits", ({ playerId }) => {
          for (const host of hosts.values()) if (host.sessionPlayer === playerId) host.limitsChanged();
        }),
      );
    },
    async stop() {
      clearInterval(renewing);
      for (const end of ends) end();
      await Promise.all([...hosts.values()].map((host) => host.stop()));
      hosts.clear();
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
      if (!brand) throw new AppError(40400);
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

    sit: (request) =>
      hostOf(request.machineId)
        .sit(request)
        .catch((error: unknown) => {
          if (!(error instanceof AppError) || error.code !== 60002) throw error;
          throw new AppError(60002, { ...error.params, machine_status: statusOf(Number(error.params["id"])) });
        }),
    async kick({ playerId, machineId, mayKickOthers }) {
      const host = hostOf(machineId);
      const seated = host.sessionPlayer;
      if (seated === null) throw new AppError(60018);
      if (seated !== playerId && !mayKickOthers) throw new AppError(40300);
      await host.end(seated, "kick");
      return { machine: host.row.name };
    },
    async cancel({ playerId, machineId }) {
      const amount = await hostOf(machineId).end(playerId, "cancel");
      return { amount, balance: await wallet.balance(playerId) };
    },
    seated: (playerId, machineId) => hosts.get(machineId)?.seatOf(playerId) ?? null,
    source: (machineId) => hosts.get(machineId)?.source ?? null,
    knows: (machineId) => hosts.has(machineId),
    async reload(machineId) {
      const row = await registry.machine(machineId);
      if (!row) return;
      const host = hosts.get(machineId);
      if (host) await host.changed({ ...row, video: host.row.video });
      else await open(row);
    },
  };
}
