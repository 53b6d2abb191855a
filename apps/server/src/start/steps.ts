/** The steps of a start. From the database on, each takes the result of the previous one, so that the types allow only this order. */
import { mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import type { Bus } from "../bus/bus.ts";
import { ConfigError } from "../config.ts";
import type { Config } from "../config.ts";
import { openFrontDoor } from "../edge/http/frontDoor.ts";
import type { FrontDoor } from "../edge/http/frontDoor.ts";
import { openMetricsPort } from "../edge/http/metrics.ts";
import type { MetricsPort } from "../edge/http/metrics.ts";
import { VERSION } from "../domain.ts";
import { NodeNameTaken, createFloorNode, createPresence } from "../floor/index.ts";
import type { Member, NodeFigures } from "../serving/index.ts";
import { DatabaseRefused, connectStorage, oneAtATime, schemaState, takeLock } from "../storage/index.ts";
import type { Storage } from "../storage/index.ts";
import { openBus } from "./openBus.ts";
import { listenAs } from "./operatorErrors.ts";
import type { Overrides } from "./options.ts";

const SCHEMA_RETRY_MS = 500;

interface Locked {
  dataDir: string;
}
interface Listening {
  door: FrontDoor;
  /** Null without METRICS_PORT. */
  metricsPort: MetricsPort | null;
}
export type Placed = Locked & Listening;
export interface Opened extends Placed {
  storage: Storage;
}
interface Connected extends Opened {
  bus: Bus;
}
interface Joined extends Connected {
  member: Member;
}
export interface Migrated extends Joined {
  migrated: true;
}
export interface StepParts {
  config: Config;
  log: Logger;
  overrides: Overrides;
  /** Ends what waits. */
  signal: AbortSignal;
}

/** @throws ConfigError if another process holds the folder */
export async function lockDataFolder(stack: AsyncDisposableStack, config: Config): Promise<Locked> {
  await mkdir(config.dataDir, { recursive: true });
  const dataDir = await realpath(config.dataDir);
  const lock = await takeLock(join(dataDir, "server.lock")).catch(asConfigError);
  if (!lock)
    throw new ConfigError(
      `DATA_DIR ${dataDir} is in use: a server is already running on this data, here or in another container.`,
    );
  stack.defer(() => lock.release());
  return { dataDir };
}

/** @throws ConfigError if nobody can listen at HOST and PORT, or METRICS_HOST and METRICS_PORT */
export async function bindPorts(stack: AsyncDisposableStack, config: Config): Promise<Listening> {
  const { host, port, connections, trustedProxies, metrics } = config;
  const site = { portVariable: "PORT", hostVariable: "HOST", host, port } as const;
  const door = await listenAs(site, () => openFrontDoor({ host, port, connections, trustedProxies }));
  stack.use(door);
  if (metrics === null) return { door, metricsPort: null };
  const place = { portVariable: "METRICS_PORT", hostVariable: "METRICS_HOST", ...metrics } as const;
  return { door, metricsPort: stack.use(await listenAs(place, () => openMetricsPort(metrics))) };
}

export function storageOptions(config: Config) {
  return {
    url: config.databaseUrl,
    directUrl: config.databaseDirectUrl,
    ownerUrl: config.databaseOwnerUrl,
    refuseSuperuser: config.refuseSuperuser,
    dataDir: config.dataDir,
    reserveBytes: config.diskReserveBytes,
  };
}
/** Rethrows errors of the database's configuration, and of the folder, as such. */
export const asConfigError = (error: unknown): never => {
  throw error instanceof DatabaseRefused ? new ConfigError(error.message) : error;
};

export async function openDatabase(
  stack: AsyncDisposableStack,
  placed: Placed,
  { config, log, overrides }: Omit<StepParts, "signal">,
): Promise<Opened> {
  const { wrapPool } = overrides;
  const options = { ...storageOptions(config), dataDir: placed.dataDir, create: true, log, wrapPool };
  const storage = await connectStorage(options).catch(asConfigError);
  try {
    await storage.prepare();
  } catch (error) {
    await storage.close();
    return asConfigError(error);
  }
  stack.defer(() => storage.close());
  return { ...placed, storage };
}

/** Waits for NATS where it is configured. @throws ConfigError if it can't be used as it is configured */
export async function connectBus(stack: AsyncDisposableStack, opened: Opened, parts: StepParts): Promise<Connected> {
  const bus = await openBus(parts);
  stack.defer(() => bus.close());
  return { ...opened, bus };
}

/**
 * A process that runs machines waits until it may, and others that share the house register under their name.
 * @throws ConfigError if another process has the name
 */
export async function joinHouse(
  stack: AsyncDisposableStack,
  connected: Connected,
  { config, log, signal }: Omit<StepParts, "overrides">,
): Promise<Joined> {
  const { storage } = connected;
  const { directUrl: url } = storage;
  const figures: NodeFigures = { read: () => ({}) };
  if (config.nats === null) {
    // The embedded database belongs to the locked folder, so no other node uses it.
    const node = createFloorNode({ url, log, alone: config.databaseUrl === undefined });
    stack.defer(() => node.release());
    await node.becomeActive(signal);
    return { ...connected, member: { id: node.id, node, drain: null, figures } };
  }
  const { host, port, roles, node: own } = config;
  const describe = {
    name: own.name,
    roles: [...roles],
    version: VERSION,
    zone: own.zone ?? undefined,
    address: `${host}:${port}`,
  };
  const options = { url, log, describe, stats: () => figures.read() };
  try {
    if (roles.has("floor")) {
      const node = createFloorNode({ ...options, shared: true });
      stack.defer(() => node.release());
      // Before its migrations, a database lets one process be active at a time.
      await oneAtATime({ url: storage.ownerUrl, name: "migrate", signal }, async () => {
        await node.becomeActive(signal);
        // Newer: a process of the version before, which is started again while a new one is rolled out.
        if ((await schemaState(storage.db)) !== "newer") await storage.migrate().catch(asConfigError);
      });
      return { ...connected, member: { id: node.id, node, drain: node.sharing ?? null, figures } };
    }
    const presence = createPresence(options);
    stack.defer(() => presence.release());
    await presence.register(signal);
    return { ...connected, member: { id: presence.id, node: null, drain: presence, figures } };
  } catch (error) {
    throw error instanceof NodeNameTaken ? new ConfigError(error.message) : error;
  }
}

/** Of those that share the house, the ones that run machines have migrated as they joined; the others wait for it. */
export async function migrate(
  joined: Joined,
  { config, log, signal }: Omit<StepParts, "overrides">,
): Promise<Migrated> {
  const { storage, member } = joined;
  const migrated: Migrated = { ...joined, migrated: true };
  if (config.nats === null) await storage.migrate().catch(asConfigError);
  else if (!member.node) await waitForSchema(storage, { log, signal });
  return migrated;
}
async function waitForSchema(storage: Storage, { log, signal }: Pick<StepParts, "log" | "signal">): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const state = await schemaState(storage.db);
    if (state === "present" || state === "newer") return;
    if (attempt === 0) log.warn("the database is of an older version: a process with the role floor migrates it");
    await pause(SCHEMA_RETRY_MS, undefined, { signal });
  }
}
