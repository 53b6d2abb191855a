/** The console's HTTP application: its own limits, the host and origin of every request, its calls, socket, description and files. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { AppError, ErrorCode } from "@reelcast/contract";
import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import fp from "fastify-plugin";
import type { Logger } from "pino";
import type { ActContext } from "../../acts/index.ts";
import type { Bus } from "../../bus/bus.ts";
import type { Staff } from "../../staff/index.ts";
import { createHttpApp } from "../http/app.ts";
import type { HttpOptions } from "../http/app.ts";
import { declareRoutes } from "../http/calls.ts";
import type { CallLimits } from "../http/calls.ts";
import { consoleOpenApi, docsRoutes } from "../http/docs.ts";
import { isForPage } from "../http/page.ts";
import { pictureFiles, serveBuiltApp } from "../http/static.ts";
import { auditRoutes } from "./audit.ts";
import { deskRoutes } from "./desk.ts";
import { eventRoutes } from "./events.ts";
import type { ConsoleFeed } from "./feed.ts";
import { floorRoutes } from "./floor.ts";
import type { FloorParts } from "./floor.ts";
import { createConsoleGuard } from "./guard.ts";
import { healthRoutes } from "./health.ts";
import type { HealthParts } from "./health.ts";
import { createOrigins } from "./origins.ts";
import { ownRoutes } from "./own.ts";
import { playRuleRoutes } from "./playRules.ts";
import { playerActRoutes } from "./playerActs.ts";
import { recordRoutes } from "./records.ts";
import type { RecordParts } from "./records.ts";
import { createRefusedCalls } from "./refusedCalls.ts";
import { signInRoutes } from "./signIn.ts";
import { consoleSocket } from "./socket.ts";
import { staffRoutes } from "./staff.ts";
import { watchRoutes } from "./watch.ts";
import type { WatchParts } from "./watch.ts";

/** Calls a minute: of one session; without a valid one, of one network. */
export const CONSOLE_LIMITS: CallLimits = { player: 1_200, network: 300, files: 6_000 };
const NOT_BUILT = "The console is not built yet: run npm start.";

export interface ConsoleParts {
  staff: Staff;
  acts: ActContext;
  bus: Bus;
  feed: ConsoleFeed;
  /** What is read of players, games and transfers, and the work queue. */
  records: Omit<RecordParts, "feed">;
  log: Logger;
  /** Of CONSOLE_HOST. */
  host: string;
  /** The port at which it is; null: it is not open. */
  port: () => number | null;
  origins: readonly string[];
  trustedProxies: readonly string[];
  limits?: CallLimits;
  /** The version that the description of the calls names; null: there is none. */
  docs: string | null;
  /** As the settings say it now. */
  houseName: () => string;
  /** Folder of the built console. */
  folder: string;
  /** Folder with the pictures of machines, brands and symbols. */
  pictures: string;
  floor: Omit<FloorParts, "feed">;
  watch: Omit<WatchParts, "bus">;
  health: HealthParts;
  requestDuration: NonNullable<HttpOptions["measured"]>["duration"];
}

/** The built console; without one, a text in its place. */
const files =
  (folder: string, pictures: string): FastifyPluginAsync =>
  async (app) => {
    declareRoutes(app, { counts: "file" });
    if (existsSync(join(folder, "index.html"))) {
      await serveBuiltApp(app, folder, NOT_BUILT);
      await app.register(pictureFiles(pictures));
      return;
    }
    app.setNotFoundHandler((request, reply) => {
      if (!isForPage(request)) throw new AppError(ErrorCode.NotFound);
      return reply.code(503).type("text/plain").send(NOT_BUILT);
    });
  };

export async function createConsoleApp(parts: ConsoleParts): Promise<FastifyInstance> {
  const {
    staff,
    acts,
    bus,
    feed,
    log,
    host,
    port,
    trustedProxies,
    limits = CONSOLE_LIMITS,
    docs,
    folder,
    houseName,
  } = parts;
  const origins = createOrigins({ host, port, origins: parts.origins });
  const refusedCalls = createRefusedCalls(acts);
  const guard = createConsoleGuard(staff, refusedCalls);
  const routes = { guard, staff, acts };
  return createHttpApp({
    log,
    trustedProxies,
    guard,
    limits,
    measured: { duration: parts.requestDuration, port: "console" },
    plugins: [
      fp(async (app) => {
        app.addHook("onRequest", async ({ headers }) => origins.check(headers));
        app.addHook("onClose", () => refusedCalls.flush());
      }),
      consoleSocket({ staff, feed, bus, log }),
      signInRoutes(routes, origins),
      ownRoutes(routes, origins, houseName),
      staffRoutes(routes),
      floorRoutes(routes, { ...parts.floor, feed }),
      watchRoutes(routes, { ...parts.watch, bus }),
      recordRoutes(routes, { ...parts.records, feed }),
      eventRoutes(routes, parts.records.db, parts.records.watched.changed),
      playerActRoutes(routes, parts.records.watched.changed),
      deskRoutes(routes, { bus, feed, records: parts.records.records }),
      healthRoutes(routes, parts.health),
      auditRoutes(routes),
      playRuleRoutes(routes),
      ...(docs === null ? [] : [docsRoutes(consoleOpenApi(docs))]),
      files(folder, parts.pictures),
    ],
  });
}
