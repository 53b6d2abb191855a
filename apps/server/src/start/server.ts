/** The server: joins the house, serves until it must not any more or the process ends, and joins again. */
import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { AppError, ErrorCode } from "@reelcast/contract";
import type { Logger } from "pino";
import { createBackoff } from "../backoff.ts";
import type { Config } from "../config.ts";
import type { Domain } from "../domain.ts";
import { errorCode } from "../errorCode.ts";
import { prepareFigures } from "../machineRules/index.ts";
import { isDatabaseAway, isOutOfSpace } from "../storage/index.ts";
import { checkPlace } from "./checkPlace.ts";
import { workAsOwner } from "./folderOwner.ts";
import { openConsolePort } from "./console.ts";
import { loadServing, openHouseParts } from "./house.ts";
import { readOpenFilesWarning } from "./openFiles.ts";
import { readOpenFolderWarning } from "./openFolder.ts";
import { pictureWarnings } from "./pictureWarnings.ts";
import type { Overrides, ServerApp, ServerState } from "./options.ts";
import { assertRestored } from "./restoring.ts";
import { bindPorts, connectBus, joinHouse, lockDataFolder, migrate, openDatabase } from "./steps.ts";
import type { Migrated, Opened, Placed } from "./steps.ts";

const NO_SPACE = new Set(["ENOSPC", "EDQUOT"]);
const DISK_IS_FULL = "the disk is full: the start is tried again until there is space";
const RETRY = { minMs: 250, maxMs: 2_000 };
/** If the serving parts can't be closed in this time, the process ends: it must not stay half open. */
const CLOSE_WITHIN_MS = 10_000;

/** What games pay is computed at the first start with them, while players may already come. */
function prepareRules(stack: AsyncDisposableStack, { config, storage }: Domain, log: Logger): void {
  if (!config.roles.has("edge")) return;
  let over = false;
  stack.defer(() => void (over = true));
  prepareFigures(storage.reads).catch((error: unknown) => {
    if (!over)
      log.warn({ err: error }, "the figures of the games were not computed: the first who asks for them waits");
  });
}

async function serve(
  stack: AsyncDisposableStack,
  migrated: Migrated,
  parts: { config: Config; log: Logger; overrides: Overrides },
): Promise<() => Promise<void>> {
  const { domain, http, video, console, drain } = await openHouseParts(stack, migrated, parts);
  const notify = parts.overrides.onNotice ?? (() => {});
  await openConsolePort(stack, { domain, console, log: parts.log }, notify);
  const files = await readOpenFilesWarning(parts.config);
  const texts = pictureWarnings(parts.config.video, video?.ports() ?? null);
  for (const text of files === null ? texts : [...texts, files]) {
    parts.log.warn(text);
    notify({ kind: "warning", text });
  }
  stack.defer(migrated.door.attach({ handler: http.routing.bind(http), server: http.server }));
  prepareRules(stack, domain, parts.log);
  return drain;
}

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

/** Tries again while the disk has no space for the file of the lock. @throws as takePlace */
async function waitForPlace(config: Config, log: Logger): Promise<{ stack: AsyncDisposableStack; placed: Placed }> {
  const backoff = createBackoff(RETRY);
  for (;;) {
    const stack = new AsyncDisposableStack();
    try {
      return { stack, placed: await takePlace(stack, config, log) };
    } catch (error) {
      if (!NO_SPACE.has(errorCode(error))) throw error;
      log.error({ err: error }, DISK_IS_FULL);
      await pause(backoff.next());
    }
  }
}

/** The data folder and the ports, before anything in the database. @throws ConfigError if they can't be used, or are in use */
async function takePlace(stack: AsyncDisposableStack, config: Config, log: Logger): Promise<Placed> {
  try {
    await workAsOwner(config.dataDir);
    await checkPlace(config);
    // Nothing is made for a start that can't listen. A folder that is there may be in use, which is the better reason then.
    const isNew = !existsSync(config.dataDir);
    const listening = isNew ? await bindPorts(stack, config) : null;
    const locked = await lockDataFolder(stack, config);
    assertRestored(locked.dataDir);
    const placed = { ...locked, ...(listening ?? (await bindPorts(stack, config))) };
    const openFolder = await readOpenFolderWarning(config);
    if (openFolder !== null) log.warn(openFolder);
    return placed;
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

export async function startServer(config: Config, overrides: Overrides, log: Logger): Promise<ServerApp> {
  // In parallel with the opening of the database.
  loadServing().catch(() => {});
  const ending = new AbortController();
  const ready = Promise.withResolvers<void>();
  let state: ServerState = "starting";
  /** While it serves. */
  let drain: (() => Promise<void>) | null = null;
  const { stack, placed } = await waitForPlace(config, log);
  function enter(next: ServerState): void {
    state = next;
    if (next !== "ready") placed.door.say(next);
  }

  // While it can't serve: another process does, or this one waits for others.
  const waiting = config.nats === null ? "standby" : "starting";
  /** Joins the house, and serves until another process has taken its place or the process ends. */
  async function serveOnce(opened: Opened): Promise<void> {
    const serving = new AsyncDisposableStack();
    const parts = { config, log, overrides, signal: ending.signal };
    try {
      enter(waiting);
      const joined = await joinHouse(serving, await connectBus(serving, opened, parts), parts);
      enter("starting");
      drain = await serve(serving, await migrate(joined, parts), parts);
      enter("ready");
      ready.resolve();
      await aborted(AbortSignal.any([joined.member.node?.lost ?? ending.signal, ending.signal]));
      if (!ending.signal.aborted) log.warn("another process is active now: this one stands by");
    } finally {
      drain = null;
      if (!ending.signal.aborted) enter(waiting);
      await closeServing(serving, log);
    }
  }
  async function run(): Promise<void> {
    let opened: Opened | null = null;
    const backoff = createBackoff(RETRY);
    while (!ending.signal.aborted) {
      try {
        opened ??= await openDatabase(stack, placed, { config, log, overrides });
        await serveOnce(opened);
        backoff.reset();
      } catch (error) {
        if (ending.signal.aborted) return;
        // The database is not available yet, or was lost during the start.
        if (!isDatabaseAway(error) && !(error instanceof AppError && error.code === ErrorCode.ServiceUnavailable))
          throw error;
        if (isOutOfSpace(error)) log.error({ err: error }, DISK_IS_FULL);
        else log.warn({ err: error }, "the start is tried again");
        await pause(backoff.next());
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
    port: placed.door.port,
    state: () => state,
    ready: ready.promise,
    ended,
    async close() {
      await drain?.();
      ending.abort(new Error("the process ends"));
      await ended.catch(() => {});
      ready.reject(new Error("the process ended before it served"));
      await stack.disposeAsync();
    },
  };
}
