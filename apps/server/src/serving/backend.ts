/** The parts that serve players behind the HTTP application: floor, video, promotions, chat. Each is built of the domain. */
import { ErrorCode } from "@reelcast/contract";
import type { Logger } from "pino";
import type { Bus } from "../bus/bus.ts";
import { createChat } from "../chat/index.ts";
import type { Chat } from "../chat/index.ts";
import { walletNews } from "../domain.ts";
import type { Domain } from "../domain.ts";
import { createDrivers, createFloor, createMachineStore, createSessions } from "../floor/index.ts";
import type { DriverFactory, Floor, FloorNode } from "../floor/index.ts";
import { createNetwork } from "../network/index.ts";
import type { Network } from "../network/index.ts";
import { createPromotions } from "../promotions/index.ts";
import type { Promotions } from "../promotions/index.ts";
import { periodAt } from "../protection/index.ts";
import { createVideo } from "../video/index.ts";
import type { Video } from "../video/index.ts";
import { createWallet } from "../wallet/index.ts";

/** Replacements of parts, for tests and benchmarks. */
export interface ServingOverrides {
  /** Additional drivers, or replacements of built-in ones, by name. */
  drivers?: Partial<Record<string, DriverFactory>>;
  /** For tests of faults: awaited before and after each effect of a transfer. */
  onStep?: (step: string) => void | Promise<void>;
  /** Without it, the media process is started. */
  video?: Video;
}

export interface ServingParts {
  domain: Domain;
  node: FloorNode;
  bus: Bus;
  log: Logger;
  overrides: ServingOverrides;
}

export interface Backend {
  floor: Floor;
  video: Video;
  network: Network;
  promotions: Promotions;
  chat: Chat;
}

/** @param until until then, writes of its hosts wait for a database that is away */
function openFloor({ domain, node, bus, log, overrides }: ServingParts, until: AbortSignal): Floor {
  const { config, storage, settings, policy } = domain;
  const { db, calls } = storage;
  const { width, height } = config.video;
  return createFloor({
    db,
    node,
    machineStore: createMachineStore(db, until),
    bus,
    log,
    wallet: createWallet({ db, until, ...walletNews(bus.publish.bind(bus)) }),
    sessions: createSessions(db, until),
    drivers: createDrivers({ db }, overrides.drivers),
    driverParts: () => ({ currency: settings.current().currency, video: { width, height } }),
    limits: config.limits,
    settings: () => settings.current(),
    policy,
    lobby: { machineStore: createMachineStore(calls), sessions: createSessions(calls) },
    onStep: overrides.onStep,
  });
}

function openVideo({ domain, bus, log }: ServingParts, floor: Floor): Video {
  const { config, settings } = domain;
  return createVideo({
    log,
    source: (machineId) => floor.source(machineId),
    inPlay: (machineId) => floor.inPlay(machineId),
    holdsSeat: ({ sessionId, playerId, machineId }) => floor.seated(playerId, machineId)?.sessionId === sessionId,
    size: { width: config.video.width, height: config.video.height },
    ports: config.video.ports,
    bindAddress: config.video.bindAddress,
    publicAddress: config.video.publicAddress,
    proxyPort: config.video.proxyPort,
    timecode: config.video.timecode,
    frameRate: () => settings.current().frameRate,
    onRestart(seats) {
      for (const { playerId, machineId } of seats) {
        // The current seat: its connection may be newer than when the picture began.
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

function openPromotions({ domain, bus }: ServingParts): Promotions {
  const { config, storage, settings, wallet } = domain;
  return createPromotions({
    db: storage.calls,
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
}

function openChat({ domain: { storage }, log }: ServingParts): Chat {
  return createChat({
    db: storage.calls,
    // Through the database, which notifies every process: the receiver's socket may be open at another one.
    onChange: (message) =>
      void storage
        .notify({ topic: "chat.changed", message })
        .catch((error: unknown) => log.error({ err: error }, "a change of a chat could not be published")),
  });
}

/** Nothing of it runs yet. */
export function createBackend(parts: ServingParts, until: AbortSignal): Backend {
  const { domain, overrides, log } = parts;
  const { config, settings } = domain;
  const floor = openFloor(parts, until);
  return {
    floor,
    video: overrides.video ?? openVideo(parts, floor),
    network: createNetwork({
      rules: config.network,
      enabled: () => settings.current().ipCheck,
      countryHeader: config.network.countryHeader,
      trustedProxies: config.trustedProxies,
      log,
    }),
    promotions: openPromotions(parts),
    chat: openChat(parts),
  };
}
