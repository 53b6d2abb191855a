/**
 * The composition root of server, command line, tests and benchmarks. A start is a chain of steps. Each takes the result of
 * the previous one, so that the types allow only this order. Everything is closed in reverse order.
 */
import { hostname } from "node:os";
import { mkdir, realpath } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { AppError, ErrorCode } from "@reelcast/contract";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { HOUSE_START, SYSTEM, lastStart, recordAct } from "./audit/index.ts";
import type { Bus } from "./bus/bus.ts";
import { createLocalBus } from "./bus/local.ts";
import { ConfigError } from "./config.ts";
import type { Config } from "./config.ts";
import { VERSION, openDomain } from "./domain.ts";
import type { Domain, DomainOverrides } from "./domain.ts";
import { openFrontDoor } from "./edge/http/frontDoor.ts";
import type { FrontDoor } from "./edge/http/frontDoor.ts";
import { createFloorNode } from "./floor/index.ts";
import type { LocalFloor, FloorNode } from "./floor/index.ts";
import { createLogger } from "./log.ts";
import type { Serving, ServingOverrides } from "./serving/index.ts";
import {
  DatabaseRefused,
  LONG,
  connectStorage,
  holdLock,
  isDatabaseAway,
  schemaName,
  schemaState,
} from "./storage/index.ts";
import type { Storage, WrapPool } from "./storage/index.ts";

export interface Overrides extends ServingOverrides, DomainOverrides {
  log?: Logger;
  wrapPool?: WrapPool;
  bus?: Bus;
  /** Replaces the election; only `inProcess`. It is released at the end. */
  node?: FloorNode;
  /**
   * `cli` opens only the data: no lock, no port, no lease; it also works while a server runs. `inProcess` opens the whole
   * server without the folder's lock and without a port, for tests and benchmarks: they call its HTTP application with
   * `inject`, or let it listen.
   */
  role?: "server" | "cli" | "inProcess";
}
export type ServerState = "starting" | "standby" | "ready";
export interface ServerApp {
  readonly port: number;
  state(): ServerState;
  /** Resolves when the server is ready for players for the first time; rejects if the start failed. */
  readonly ready: Promise<void>;
  /** Resolves when it is closed; rejects after a failure that it can't recover from. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}
export interface CliApp {
  domain: Domain;
  close(): Promise<void>;
}
export interface InProcessApp extends CliApp {
  bus: Bus;
  floor: LocalFloor;
  http: FastifyInstance;
}

const RETRY_MS = 500;
/** If the serving parts can't be closed in this time, the process ends: it must not stay half open. */
const CLOSE_WITHIN_MS = 10_000;
/** Maximum time that a command waits for a server that is preparing the database. */
const SCHEMA_WITHIN_MS = 10_000;

// ——— steps: each takes the result of the previous one ———

interface Locked {
  dataDir: string;
}
interface Bound extends Locked {
  door: FrontDoor;
}
interface Opened extends Bound {
  storage: Storage;
}
interface Active extends Opened {
  node: FloorNode;
}
interface Migrated extends Active {
  migrated: true;
}

/** @throws ConfigError if another process holds the folder */
async function lockDataFolder(stack: AsyncDisposableStack, config: Config): Promise<Locked> {
  await mkdir(config.dataDir, { recursive: true });
  const dataDir = await realpath(config.dataDir);
  const lock = await holdLock(`server of ${dataDir}`);
  if (!lock) throw new ConfigError(`DATA_DIR ${dataDir} is in use: a server is already running on this data.`);
  stack.defer(() => lock.release());
  return { dataDir };
}

/** @throws ConfigError if the port is taken */
async function bindPort(stack: AsyncDisposableStack, locked: Locked, config: Config): Promise<Bound> {
  const { host, port, connections, trustedProxies } = config;
  const door = await openFrontDoor({ host, port, connections, trustedProxies }).catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
    throw new ConfigError(`PORT ${port} is in use: another program, or another house, listens on ${host}:${port}.`);
  });
  return { ...locked, door: stack.use(door) };
}

function storageOptions(config: Config) {
  return {
    url: config.databaseUrl,
    directUrl: config.databaseDirectUrl,
    ownerUrl: config.databaseOwnerUrl,
    refuseSuperuser: config.refuseSuperuser,
    dataDir: config.dataDir,
  };
}
/** Rethrows errors of the database's configuration as such. */
const asConfigError = (error: unknown): never => {
  throw error instanceof DatabaseRefused ? new ConfigError(error.message) : error;
};

async function openDatabase(
  stack: AsyncDisposableStack,
  bound: Bound,
  { config, log, overrides }: { config: Config; log: Logger; overrides: Overrides },
): Promise<Opened> {
  const { wrapPool } = overrides;
  const options = { ...storageOptions(config), dataDir: bound.dataDir, log, wrapPool };
  const storage = await connectStorage(options).catch(asConfigError);
  try {
    await storage.prepare();
  } catch (error) {
    await storage.close();
    return asConfigError(error);
  }
  stack.defer(() => storage.close());
  return { ...bound, storage };
}

async function becomeActive(
  stack: AsyncDisposableStack,
  opened: Opened,
  { config, log, signal }: { config: Config; log: Logger; signal: AbortSignal },
): Promise<Active> {
  const node = createFloorNode({
    url: opened.storage.directUrl,
    log,
    // The embedded database belongs to the locked folder, so no other node uses it.
    alone: config.databaseUrl === undefined,
  });
  stack.defer(() => node.release());
  await node.becomeActive(signal);
  return { ...opened, node };
}

async function migrate(active: Active): Promise<Migrated> {
  await active.storage.migrate();
  return { ...active, migrated: true };
}

/** Most of the program; the command line does not need it. */
const loadServing = () => import("./serving/index.ts");

/** Records version, database schema and the limit for approvals in the audit log. */
async function recordStart({ storage: { db }, config }: Domain): Promise<void> {
  const before = await lastStart(db);
  const after = { version: VERSION, schema: await schemaName(db), approvalAbove: config.approvalAbove };
  await recordAct(db, { ...SYSTEM, act: HOUSE_START, target: `host ${hostname()}`, before, after, why: null });
}

/** Opens all parts of the active process on an opened database. Resolves when it is ready for players. */
async function openHouse(
  stack: AsyncDisposableStack,
  { storage, node }: { storage: Storage; node: FloorNode },
  { config, log, overrides }: { config: Config; log: Logger; overrides: Overrides },
): Promise<Serving & { domain: Domain; bus: Bus }> {
  const bus = overrides.bus ?? createLocalBus((error, topic) => log.error({ err: error, topic }, "a listener failed"));
  stack.defer(() => bus.close());
  const domain = await openDomain({ config, storage, publish: bus.publish.bind(bus), log, overrides });
  await recordStart(domain);
  const { openServing } = await loadServing();
  return { domain, bus, ...(await openServing(stack, { domain, node, bus, log, overrides })) };
}

async function serve(
  stack: AsyncDisposableStack,
  migrated: Migrated,
  parts: { config: Config; log: Logger; overrides: Overrides },
): Promise<void> {
  const { http } = await openHouse(stack, migrated, parts);
  stack.defer(migrated.door.attach({ handler: http.routing.bind(http), server: http.server }));
}

// ——— the server ———

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });

async function closeServing(stack: AsyncDisposableStack, log: Logger): Promise<void> {
  const closing = stack
    .disposeAsync()
    .catch((error: unknown) => log.error({ err: error }, "a part could not be closed"));
  const timeout = pause(CLOSE_WITHIN_MS, "late" as const, { ref: false });
  if ((await Promise.race([closing, timeout])) === "late") throw new Error("the serving parts could not be closed");
}

async function startServer(config: Config, overrides: Overrides, log: Logger): Promise<ServerApp> {
  // In parallel with the opening of the database.
  loadServing().catch(() => {});
  const stack = new AsyncDisposableStack();
  const ending = new AbortController();
  const ready = Promise.withResolvers<void>();
  let state: ServerState = "starting";
  const bound = await lockDataFolder(stack, config)
    .then((locked) => bindPort(stack, locked, config))
    .catch(async (error: unknown) => {
      await stack.disposeAsync();
      throw error;
    });
  function enter(next: ServerState): void {
    state = next;
    if (next !== "ready") bound.door.say(next);
  }

  /** Waits until this process is active, and serves until another one is active or the process ends. */
  async function serveOnce(opened: Opened): Promise<void> {
    const serving = new AsyncDisposableStack();
    try {
      enter("standby");
      const active = await becomeActive(serving, opened, { config, log, signal: ending.signal });
      enter("starting");
      await serve(serving, await migrate(active), { config, log, overrides });
      enter("ready");
      ready.resolve();
      await aborted(AbortSignal.any([active.node.lost, ending.signal]));
      if (!ending.signal.aborted) log.warn("another process is active now: this one stands by");
    } finally {
      if (!ending.signal.aborted) enter("standby");
      await closeServing(serving, log);
    }
  }
  async function run(): Promise<void> {
    let opened: Opened | null = null;
    while (!ending.signal.aborted) {
      try {
        opened ??= await openDatabase(stack, bound, { config, log, overrides });
        await serveOnce(opened);
      } catch (error) {
        if (ending.signal.aborted) return;
        // The database is not available yet, or was lost during the start.
        if (!isDatabaseAway(error) && !(error instanceof AppError && error.code === ErrorCode.ServiceUnavailable))
          throw error;
        log.warn({ err: error }, "the start is tried again");
        await pause(RETRY_MS);
      }
    }
  }
  const ended = run().catch((error: unknown) => {
    ready.reject(error);
    throw error;
  });
  ended.catch(() => {});
  ready.promise.catch(() => {});

  return {
    port: bound.door.port,
    state: () => state,
    ready: ready.promise,
    ended,
    async close() {
      ending.abort(new Error("the process ends"));
      await ended.catch(() => {});
      ready.reject(new Error("the process ended before it served"));
      await stack.disposeAsync();
    },
  };
}

// ——— the command line ———

/** Migrates a new database. @throws ConfigError if the database has another version's schema */
async function prepareSchema(storage: Storage): Promise<void> {
  const state = await schemaState(storage.db);
  if (state === "older") throw new ConfigError("The database is of an older version: start the server once first.");
  if (state === "newer") throw new ConfigError("The database is of a newer version than this program.");
  if (state === "present") return;
  const node = createFloorNode({ url: storage.directUrl, log: { info() {}, warn() {} } });
  try {
    await storage.prepare();
    await node.becomeActive(AbortSignal.timeout(SCHEMA_WITHIN_MS));
    await storage.migrate();
  } catch (error) {
    // A server that started at the same time has done it.
    if ((await schemaState(storage.db)) === "present") return;
    throw error;
  } finally {
    await node.release();
  }
}

async function openForCommands(config: Config, overrides: DomainOverrides, log: Logger): Promise<CliApp> {
  const storage = await connectStorage({ ...storageOptions(config), log, limits: LONG }).catch(asConfigError);
  const sent: Promise<void>[] = [];
  try {
    await prepareSchema(storage);
    const domain = await openDomain({
      config,
      storage,
      publish: (topic, message) => void sent.push(storage.notify({ topic, message })),
      log,
      overrides,
    });
    return {
      domain,
      async close() {
        try {
          await Promise.all(sent);
        } finally {
          await storage.close();
        }
      },
    };
  } catch (error) {
    await storage.close();
    throw error;
  }
}

// ——— in this process, for tests and benchmarks ———

async function openInProcess(config: Config, overrides: Overrides, log: Logger): Promise<InProcessApp> {
  const stack = new AsyncDisposableStack();
  try {
    await mkdir(config.dataDir, { recursive: true });
    const { wrapPool } = overrides;
    const storage = await connectStorage({ ...storageOptions(config), log, wrapPool });
    stack.defer(() => storage.close());
    if ((await schemaState(storage.db)) !== "present") {
      await storage.prepare();
      await storage.migrate();
    }
    const node = overrides.node ?? createFloorNode({ url: storage.directUrl, log, alone: true });
    stack.defer(() => node.release());
    await node.becomeActive(AbortSignal.timeout(SCHEMA_WITHIN_MS));
    const house = await openHouse(stack, { storage, node }, { config, log, overrides });
    return { ...house, close: () => stack.disposeAsync() };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

export function createApp(config: Config, overrides: Overrides & { role: "cli" }): Promise<CliApp>;
export function createApp(config: Config, overrides: Overrides & { role: "inProcess" }): Promise<InProcessApp>;
/** Resolves when the folder is locked and the port is bound. @throws ConfigError with one sentence if either is taken */
export function createApp(config: Config, overrides?: Overrides & { role?: "server" }): Promise<ServerApp>;
export async function createApp(config: Config, overrides: Overrides = {}): Promise<ServerApp | CliApp | InProcessApp> {
  const log = overrides.log ?? createLogger(config.logLevel);
  if (config.nats && overrides.role !== "cli")
    throw new ConfigError("NATS_URL is set, and this program can't share the house with other processes yet.");
  if (overrides.role === "cli") return openForCommands(config, overrides, log);
  if (overrides.role === "inProcess") return openInProcess(config, overrides, log);
  return startServer(config, overrides, log);
}
