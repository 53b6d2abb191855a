/** The composition root: builds the parts of a house and opens it; the one place that knows them all. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { hostname } from "node:os";
import { fileURLToPath } from "node:url";
import { createSimulatedMachine } from "@reelcast/machine";
import type { MachineDriver } from "@reelcast/machine";
import { sql } from "kysely";
import type { Logger } from "pino";
import { createAccounts } from "./accounts/index.ts";
import type { Bus, Topic, Topics } from "./bus/bus.ts";
import { createLocalBus } from "./bus/local.ts";
import { createChat } from "./chat/index.ts";
import type { Config } from "./config.ts";
import { dataPaths } from "./config.ts";
import { seedDemo } from "./demo.ts";
import { createGuard } from "./edge/guard.ts";
import { createHttpApp } from "./edge/http/app.ts";
import { docsRoutes } from "./edge/http/docs.ts";
import { healthRoutes } from "./edge/http/health.ts";
import { historyRoutes } from "./edge/http/history.ts";
import { loginRoutes } from "./edge/http/login.ts";
import { machineRoutes } from "./edge/http/machines.ts";
import { playRoutes } from "./edge/http/play.ts";
import { playerRoutes } from "./edge/http/player.ts";
import { promotionRoutes } from "./edge/http/promotions.ts";
import { protectionRoutes } from "./edge/http/protection.ts";
import { settingsRoutes } from "./edge/http/settings.ts";
import { staticFiles } from "./edge/http/static.ts";
import { videoUrl, whepRoutes } from "./edge/http/whep.ts";
import { templateRoutes } from "./edge/http/template.ts";
import { sockets } from "./edge/sockets/index.ts";
import { createFloor, createMemory, createRegistry } from "./floor/index.ts";
import type { MachineRow } from "./floor/index.ts";
import { createHistory } from "./history/index.ts";
import { listJackpots } from "./jackpots/index.ts";
import { iceServers } from "./ice.ts";
import { createNetwork } from "./network/index.ts";
import { quickPanel } from "./notices/index.ts";
import { drawPictures } from "./pictures.ts";
import { createPromotions } from "./promotions/index.ts";
import { createProtection, mayLogIn, periodAt } from "./protection/index.ts";
import { createSettingsFile } from "./settings.ts";
import { openStorage } from "./storage/index.ts";
import type { Db } from "./storage/index.ts";
import { createVideo } from "./video/index.ts";
import { createWallet } from "./wallet/index.ts";

const APP = fileURLToPath(new URL("../../player/dist/", import.meta.url));
export const VERSION = (
  JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string }
).version;
const CURRENCY = "TRY";
const FRAME_RATE = { screen: 30, camera: 25 } as const;

export interface House {
  close(): Promise<void>;
}

function driverFor(config: Config, db: Db): (row: MachineRow) => Promise<MachineDriver> {
  return (row) =>
    createSimulatedMachine({
      definition: {
        machineId: row.id,
        name: row.name,
        brand: row.brand,
        skin: row.skin,
        serial: row.serial,
        currency: CURRENCY,
        videoType: row.video_type,
        width: config.video.width,
        height: config.video.height,
        frameRate: FRAME_RATE[row.video_type],
      },
      memory: createMemory(db, row.id),
    });
}

/** What the command line tells goes onto the bus of this process. */
function isTopic(value: unknown): value is { topic: Topic; message: Topics[Topic] } {
  const topics: readonly string[] = [
    "machine.changed",
    "player.ended",
    "player.balance",
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

/** Opens the house: resolves once players may come. */
export async function openHouse(config: Config, log: Logger): Promise<House> {
  const paths = dataPaths(config.dataDir);
  await mkdir(config.dataDir, { recursive: true });
  const settingsFile = createSettingsFile(paths.settings, log);
  const settings = settingsFile.read();
  const network = createNetwork({
    rules: config.network,
    enabled: () => settingsFile.current().ipCheck,
    countryHeader: config.network.countryHeader,
    trustedProxies: config.trustedProxies,
    log,
  });
  const storage = await openStorage({ url: config.databaseUrl, dataDir: config.dataDir, log });
  const { db } = storage;
  const bus: Bus = createLocalBus((error, topic) => log.error({ err: error, topic }, "a listener failed"));
  const onBalance = (playerId: number, balance: number) => bus.publish("player.balance", { playerId, balance });
  const wallet = createWallet({ db, onBalance });
  const accounts = await createAccounts({
    db,
    keyFile: paths.tokenKey,
    publish: bus.publish.bind(bus),
    mayLogIn,
    version: VERSION,
    siteId: settings.siteId,
    tokenHours: config.tokenHours,
    passwordExpiryDays: config.passwordExpiryDays,
    currency: CURRENCY,
    houseName: () => settingsFile.current().menuTitle,
    ...(config.demoRegistration ? { welcome: (trx, playerId) => wallet.openPlayer(trx, playerId) } : {}),
  });
  const protection = createProtection({
    db,
    timeZone: config.timeZone,
    log: (trx, playerId, type, ip, detail) => accounts.log(playerId, type, ip, detail, trx),
    endLogins: (trx, playerId, reason) => accounts.endLogins(trx, playerId, reason),
    onChange: (playerId) => bus.publish("player.limits", { playerId }),
  });
  const registry = createRegistry(db);
  if (config.demo) await seedDemo({ db, accounts, wallet, registry, timeZone: config.timeZone });
  const floor = createFloor({
    db,
    wallet,
    registry,
    bus,
    log,
    owner: config.databaseUrl === undefined ? `${hostname()}:${config.dataDir}` : randomUUID(),
    driverFor: driverFor(config, db),
    limits: config.limits,
    hotFlagLimit: settings.hotFlagLimit,
    maxAllIn: settings.maxAllIn,
    zeroBalanceMayPlay: settings.zeroBalanceMayPlay,
    gate: protection,
  });
  const promotions = createPromotions({
    db,
    rules() {
      // Read again, as the app does, so that both go by the same figures.
      const { promotionCooldownSeconds, discountBalanceCheck, discountMinimum } = settingsFile.read();
      return {
        ...config.promotions,
        cooldownSeconds: promotionCooldownSeconds,
        discountBelow: discountBalanceCheck ? discountMinimum : null,
        weekOf: (moment) => periodAt("week", moment, config.timeZone),
      };
    },
    grant: wallet.grant.bind(wallet),
    onBalance,
  });
  const guard = createGuard({
    accounts,
    network,
    allowedOrigins: config.allowedOrigins,
    ticketsRequired: config.ticketsRequired,
  });
  const video = createVideo({
    log,
    source: (machineId) => floor.source(machineId),
    holds: ({ sessionId, playerId, machineId }) => floor.seated(playerId, machineId)?.sessionId === sessionId,
    size: { width: config.video.width, height: config.video.height },
    ports: config.video.ports,
    bindAddress: config.video.bindAddress,
    publicAddress: config.video.publicAddress,
    timecode: config.video.timecode,
    frameRate: () => settingsFile.current().frameRate,
    onRestart(seats) {
      for (const { playerId, machineId } of seats) {
        // Whoever holds the seat now: its connection may be a newer one than when the picture began.
        const seat = floor.seated(playerId, machineId);
        if (!seat) continue;
        bus.publish("seat.push", {
          ...seat,
          method: "info",
          params: { code: 70000, params: {}, message: "", action: "VIDEO_RESTARTED" },
        });
      }
    },
  });
  bus.subscribe("machine.changed", ({ id }) => {
    floor
      .reload(id)
      .catch((error: unknown) => log.error({ err: error, machineId: id }, "a machine could not be read again"));
  });
  const deaf = await storage.listen((payload) => {
    if (isTopic(payload)) bus.publish(payload.topic, payload.message);
  });

  const chat = createChat({
    db,
    // Through the database, which every process hears: the receiver's socket may be at another one.
    tell: (message) =>
      void storage
        .notify({ topic: "chat.changed", message })
        .catch((error: unknown) => log.error({ err: error }, "a message could not be told")),
  });
  const pictures = drawPictures(paths.pictures, log);
  await floor.start();
  await video.start();
  const jackpots = () => listJackpots(db);
  const servers = (playerId: number) => iceServers(config.video, playerId, Date.now());
  const app = await createHttpApp({
    log,
    trustedProxies: config.trustedProxies,
    liveChat: () => settingsFile.current().liveChat,
    plugins: [
      sockets({
        guard,
        accounts,
        floor,
        bus,
        log,
        videoUrl,
        iceServers: servers,
        jackpots,
        balance: (id) => wallet.balance(id),
        seen: (playerIds) =>
          void chat.seen(playerIds).catch((error: unknown) => log.warn({ err: error }, "presence was not noted")),
      }),
      loginRoutes({ accounts, guard }),
      playerRoutes({ accounts, wallet, guard }),
      protectionRoutes({ protection, accounts, guard }),
      historyRoutes({ history: createHistory({ db }), guard }),
      machineRoutes({ floor, guard, jackpots }),
      playRoutes({ floor, accounts, guard }),
      promotionRoutes({ promotions, guard }),
      templateRoutes({ chat, accounts, quickPanel: () => quickPanel(db, config.timeZone), guard }),
      whepRoutes({ guard, floor, video, iceServers: servers }),
      settingsRoutes({
        settings: settingsFile,
        network,
        playTimes: {
          depositSeconds: config.limits.depositSeconds,
          idleSeconds: config.limits.idleSeconds,
          graceSeconds: config.limits.graceSeconds,
        },
      }),
      healthRoutes({
        ping: () => sql`select 1`.execute(db),
        gauges: {
          reelcast_viewers: { help: "Viewers of live video", read: () => video.viewers() },
        },
      }),
      docsRoutes(VERSION),
      staticFiles({ app: APP, pictures: paths.pictures }),
    ],
  });
  await app.listen({ host: config.host, port: config.port });
  await pictures;

  return {
    async close() {
      // Players first, so that their seats are held; then machines, video, and the books last.
      await app.close();
      await floor.stop();
      await video.stop();
      await deaf();
      await bus.close();
      await storage.close();
    },
  };
}
