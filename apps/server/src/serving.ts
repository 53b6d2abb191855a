/** The parts that serve players: floor, video and the HTTP application. They are built on the domain by the active process alone. */
import { hostname } from "node:os";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import type { Logger } from "pino";
import { ErrorCode } from "@reelcast/contract";
import type { Bus, Topic, Topics } from "./bus/bus.ts";
import { createChat } from "./chat/index.ts";
import { ConfigError, dataPaths } from "./config.ts";
import type { Config } from "./config.ts";
import { closeDemo, seedDemo } from "./demo.ts";
import { SETTINGS_CHANGED, VERSION, walletNews } from "./domain.ts";
import type { Domain } from "./domain.ts";
import { createGuard } from "./edge/guard.ts";
import { createHttpApp } from "./edge/http/app.ts";
import { CALL_LIMITS } from "./edge/http/calls.ts";
import { docsRoutes } from "./edge/http/docs.ts";
import type { Application } from "./edge/http/frontDoor.ts";
import { healthRoutes } from "./edge/http/health.ts";
import { historyRoutes } from "./edge/http/history.ts";
import { loginRoutes } from "./edge/http/login.ts";
import { machineRoutes } from "./edge/http/machines.ts";
import { createMetrics, openMetricsPort } from "./edge/http/metrics.ts";
import type { Metrics } from "./edge/http/metrics.ts";
import { playRoutes } from "./edge/http/play.ts";
import { playerRoutes } from "./edge/http/player.ts";
import { promotionRoutes } from "./edge/http/promotions.ts";
import { protectionRoutes } from "./edge/http/protection.ts";
import { settingsRoutes } from "./edge/http/settings.ts";
import { staticFiles } from "./edge/http/static.ts";
import { templateRoutes } from "./edge/http/template.ts";
import { videoUrl, whepRoutes } from "./edge/http/whep.ts";
import { sockets } from "./edge/sockets/index.ts";
import { createDrivers, createFloor, createRegistry, createSessions } from "./floor/index.ts";
import type { DriverFactory, Floor, FloorNode } from "./floor/index.ts";
import { createHistory } from "./history/index.ts";
import { iceServers } from "./ice.ts";
import { listJackpots } from "./jackpots/index.ts";
import { createNetwork } from "./network/index.ts";
import { quickPanel } from "./notices/index.ts";
import { drawPictures } from "./pictures.ts";
import { createPromotions } from "./promotions/index.ts";
import { periodAt } from "./protection/index.ts";
import { keepMonthsAhead, monthsAhead } from "./storage/index.ts";
import { openSettingsFile } from "./settings/index.ts";
import { createVideo } from "./video/index.ts";
import type { Video } from "./video/index.ts";
import { createWallet } from "./wallet/index.ts";

const APP = fileURLToPath(new URL("../../player/dist/", import.meta.url));

export interface ServingOverrides {
  drivers?: Partial<Record<string, DriverFactory>>;
  /** For tests of faults: awaited before and after each effect of a transfer. */
  onStep?: (step: string) => void | Promise<void>;
}
interface FloorParts {
  node: FloorNode;
  bus: Bus;
  log: Logger;
  overrides: ServingOverrides;
}

/** What other processes tell goes onto the bus of this one. */
function isTopic(value: unknown): value is { topic: Topic; message: Topics[Topic] } {
  const topics: readonly string[] = [
    "machine.changed",
    "player.ended",
    "player.balance",
    "player.checking",
    "player.limits",
    "jackpot",
    "chat.changed",
  ];
  return (
    typeof value === "object" &&
    value !== null &&
    "topic" in value &&
    "message" in value &&
    topics.includes(String(value.topic))
  );
}
const isSettingsChange = (value: unknown) =>
  typeof value === "object" && value !== null && "topic" in value && value.topic === SETTINGS_CHANGED.topic;

/** Imports Settings.json before anything goes by the settings, and follows both from then on. */
async function followSettings({ config, storage, settings }: Domain, log: Logger): Promise<() => void> {
  const file = await openSettingsFile({
    db: storage.db,
    store: settings,
    dataDir: config.dataDir,
    file: dataPaths(config.dataDir).settings,
    log,
  });
  await file.look();
  // Even without a file there is a first version: it fixes the currency.
  await settings.save({ author: hostname(), source: "start", change: (body) => body, currency: "keep" });
  const ends = [file.follow(), settings.follow(log)];
  return () => ends.forEach((end) => end());
}

/** What its hosts write waits for a database that is away, until they are to end. */
function openFloor(domain: Domain, { node, bus, log, overrides, until }: FloorParts & { until: AbortSignal }): Floor {
  const { config, storage, settings, policy } = domain;
  const { db, calls } = storage;
  const { width, height } = config.video;
  return createFloor({
    db,
    node,
    registry: createRegistry(db, until),
    bus,
    log,
    wallet: createWallet({ db, until, ...walletNews(bus.publish.bind(bus)) }),
    sessions: createSessions(db, until),
    drivers: createDrivers({ db }, overrides.drivers),
    driverParts: () => ({ currency: settings.current().currency, video: { width, height } }),
    limits: config.limits,
    settings: () => settings.current(),
    policy,
    lobby: { registry: createRegistry(calls), sessions: createSessions(calls) },
    onStep: overrides.onStep,
  });
}

function openVideo(config: Config, floor: Floor, bus: Bus, settings: Domain["settings"], log: Logger): Video {
  return createVideo({
    log,
    source: (machineId) => floor.source(machineId),
    holds: ({ sessionId, playerId, machineId }) => floor.seated(playerId, machineId)?.sessionId === sessionId,
    size: { width: config.video.width, height: config.video.height },
    ports: config.video.ports,
    bindAddress: config.video.bindAddress,
    publicAddress: config.video.publicAddress,
    proxyPort: config.video.proxyPort,
    timecode: config.video.timecode,
    frameRate: () => settings.current().frameRate,
    onRestart(seats) {
      for (const { playerId, machineId } of seats) {
        // Whoever holds the seat now: its connection may be a newer one than when the picture began.
        const seat = floor.seated(playerId, machineId);
        if (!seat) continue;
        bus.publish("seat.push", {
          ...seat,
          method: "info",
          params: { code: ErrorCode.VideoStartFailed, params: {}, message: "", action: "VIDEO_RESTARTED" },
        });
      }
    },
  });
}

/** @throws ConfigError where the port is taken */
function bindMetrics({ host, port }: { host: string; port: number }, metrics: Metrics): Promise<AsyncDisposable> {
  return openMetricsPort({ host, port, metrics }).catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
    throw new ConfigError(
      `METRICS_PORT ${port} is in use: another program, or another house, listens on ${host}:${port}.`,
    );
  });
}

/**
 * Everything that serves, in order; `stack` ends it in reverse: players first, so that their seats are held, then
 * machines and video. Resolves once players may come.
 */
export async function openServing(
  stack: AsyncDisposableStack,
  parts: { domain: Domain; node: FloorNode; bus: Bus; log: Logger; overrides: ServingOverrides },
): Promise<Application> {
  const { domain, node, bus, log, overrides } = parts;
  const { config, storage, settings, wallet, accounts, protection, registry } = domain;
  const { db, calls, reads } = storage;
  const paths = dataPaths(config.dataDir);

  stack.defer(await followSettings(domain, log));
  const network = createNetwork({
    rules: config.network,
    enabled: () => settings.current().ipCheck,
    countryHeader: config.network.countryHeader,
    trustedProxies: config.trustedProxies,
    log,
  });
  if (config.demo) await seedDemo({ db, accounts, wallet, registry, timeZone: config.timeZone });
  const patience = new AbortController();
  const floor = openFloor(domain, { node, bus, log, overrides, until: AbortSignal.any([patience.signal, node.lost]) });
  const promotions = createPromotions({
    db: calls,
    rules() {
      const { promotionCooldownSeconds, discountBalanceCheck, discountMinimum } = settings.current();
      return {
        ...config.promotions,
        cooldownSeconds: promotionCooldownSeconds,
        discountBelow: discountBalanceCheck ? discountMinimum : null,
        weekOf: (moment) => periodAt("week", moment, config.timeZone),
      };
    },
    grant: wallet.grant.bind(wallet),
    onBalance: (playerId, balance) => bus.publish("player.balance", { playerId, balance }),
  });
  const guard = createGuard({
    accounts,
    onUse: (who) => accounts.seen(who),
    network,
    allowedOrigins: config.allowedOrigins,
    ticketsRequired: config.ticketsRequired,
  });
  const video = openVideo(config, floor, bus, settings, log);
  bus.subscribe("machine.changed", ({ id }) => {
    floor
      .reload(id)
      .catch((error: unknown) => log.error({ err: error, machineId: id }, "a machine could not be read again"));
  });
  stack.defer(
    await storage.listen((payload) => {
      if (isTopic(payload)) bus.publish(payload.topic, payload.message);
      else if (isSettingsChange(payload))
        settings.refresh().catch((error: unknown) => log.warn({ err: error }, "the settings could not be read again"));
    }),
  );
  const chat = createChat({
    db: calls,
    // Through the database, which every process hears: the receiver's socket may be at another one.
    tell: (message) =>
      void storage
        .notify({ topic: "chat.changed", message })
        .catch((error: unknown) => log.error({ err: error }, "a message could not be told")),
  });
  const pictures = drawPictures(paths.pictures, log);
  stack.defer(() => video.stop());
  stack.defer(() => {
    patience.abort();
    return floor.stop();
  });
  await floor.start();
  // Once the floor hears of it: who sits somewhere is paid out.
  if (!config.demo) await closeDemo({ accounts, log });
  stack.defer(await accounts.startHousekeeping(log));
  stack.defer(keepMonthsAhead({ addMonths: () => storage.addMonths(), log }));
  await video.start();
  const jackpots = () => listJackpots(calls);
  const servers = (playerId: number) => iceServers(config.video, playerId, Date.now());
  const metrics = createMetrics({
    reelcast_viewers: { help: "Viewers of live video", read: () => video.viewers() },
    reelcast_log_months_ahead: {
      help: "Months of the logs that are made ahead, of the log that has fewest; below 1: look at the log of errors",
      // Not a number while the database is away: the other figures must be seen then.
      read: () =>
        monthsAhead(db).then(
          (logs) => Math.min(...logs.map(({ ahead }) => ahead)),
          () => NaN,
        ),
    },
  });
  if (config.metrics) stack.use(await bindMetrics(config.metrics, metrics));
  const app = await createHttpApp({
    log,
    trustedProxies: config.trustedProxies,
    guard,
    limits: { ...CALL_LIMITS, network: config.callsPerNetwork },
    liveChat: () => settings.current().liveChat,
    plugins: [
      sockets({
        guard,
        accounts,
        floor,
        bus,
        log,
        limits: config.sockets,
        videoUrl,
        iceServers: servers,
        jackpots,
        balance: (id) => wallet.balance(id),
        checking: (id) => wallet.checking(id),
        onActivity: (who) => accounts.seen(who),
        seen: (playerIds) =>
          void chat.seen(playerIds).catch((error: unknown) => log.warn({ err: error }, "presence was not noted")),
      }),
      loginRoutes({ accounts, guard }),
      playerRoutes({ accounts, wallet, guard }),
      protectionRoutes({ protection, accounts, guard }),
      historyRoutes({ history: createHistory({ db: reads }), guard }),
      machineRoutes({ floor, guard, jackpots }),
      playRoutes({ floor, accounts, guard }),
      promotionRoutes({ promotions, guard }),
      templateRoutes({ chat, accounts, quickPanel: () => quickPanel(calls, config.timeZone), guard }),
      whepRoutes({ guard, floor, video, iceServers: servers }),
      settingsRoutes({
        settings,
        network,
        playTimes: {
          depositSeconds: config.limits.depositSeconds,
          idleSeconds: config.limits.idleSeconds,
          graceSeconds: config.limits.graceSeconds,
        },
      }),
      healthRoutes({ ping: () => sql`select 1`.execute(db), metrics: config.metrics ? null : metrics }),
      ...(config.apiDocs ? [docsRoutes(VERSION)] : []),
      staticFiles({ app: APP, pictures: paths.pictures }),
    ],
  });
  stack.defer(() => app.close());
  await app.ready();
  await pictures;
  return { handler: app.routing.bind(app), server: app.server };
}
