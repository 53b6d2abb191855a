/** The parts of a process that serves, by its roles: floor, video and the HTTP application. They are built on the domain. */
import { hostname } from "node:os";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { dataPaths } from "../config.ts";
import type { Domain } from "../domain.ts";
import type { LocalFloor } from "../floor/index.ts";
import { createMetrics } from "../metrics/index.ts";
import { drawPictures } from "../pictures.ts";
import { openSettingsFile } from "../settings/index.ts";
import type { Video } from "../video/index.ts";
import { createBackend } from "./edge.ts";
import type { Backend } from "./edge.ts";
import { createLocalFloor, seedFloor, startFloor } from "./floor.ts";
import { showHouse } from "./houseMetrics.ts";
import { openHealth, openHttp } from "./http.ts";
import { createLocalVideo } from "./media.ts";
import { bindMetrics } from "./metricsPort.ts";
import { showNode } from "./nodeMetrics.ts";
import { followNotifications } from "./notifications.ts";
import type { ServingParts } from "./parts.ts";

export type { Member, NodeFigures, ServingOverrides } from "./parts.ts";

export interface Serving {
  /** Null without the role `floor`. */
  floor: LocalFloor | null;
  http: FastifyInstance;
}

/** Imports Settings.json before the settings are used, and follows both from then on. */
async function followSettings({ config, storage, settings }: Domain, log: Logger): Promise<() => void> {
  const file = await openSettingsFile({
    db: storage.db,
    store: settings,
    dataDir: config.dataDir,
    file: dataPaths(config.dataDir).settings,
    log,
  });
  await file.importIfChanged();
  // Even without a file there is a first version: it fixes the currency.
  await settings.save({ author: hostname(), source: "start", change: (body) => body, currency: "keep" });
  const ends = [file.watch(), settings.watch(log)];
  return () => ends.forEach((end) => end());
}

/** What this process does of the house itself, and what it reaches in others. */
interface Services extends Pick<Backend, "floor" | "video"> {
  /** Null without the role `floor`. */
  ownFloor: LocalFloor | null;
  /** Null without the role `media`. */
  ownVideo: Video | null;
}
function createServices(parts: ServingParts, ending: AbortSignal): Services {
  const { node, overrides } = parts;
  if (!node) throw new Error("a floor needs a node");
  const floor = createLocalFloor(parts, node, AbortSignal.any([ending, node.lost]));
  const video = overrides.video ?? createLocalVideo(parts, floor);
  return { floor, video, ownFloor: floor, ownVideo: video };
}

/**
 * Everything that serves, in order; `stack` ends it in reverse: players first, so that their seats are held, then
 * machines and video. Resolves once players may come.
 */
export async function openServing(stack: AsyncDisposableStack, given: Omit<ServingParts, "metrics">): Promise<Serving> {
  const parts: ServingParts = { ...given, metrics: createMetrics() };
  const { domain, bus, log, metrics } = parts;
  const { config, storage, accounts } = domain;
  const { roles } = config;

  stack.defer(await followSettings(domain, log));
  if (roles.has("floor")) await seedFloor(parts);
  const ending = new AbortController();
  showHouse(metrics, storage.db);
  showNode(metrics, config, bus);
  const { floor, video, ownFloor, ownVideo } = createServices(parts, ending.signal);
  stack.defer(await followNotifications(domain, { floor: ownFloor, bus, log }));
  const pictures = roles.has("edge") ? drawPictures(dataPaths(config.dataDir).pictures, log) : null;
  if (ownVideo) {
    metrics.viewers.read(() => ownVideo.viewers());
    metrics.mediaRestarts.read(() => ownVideo.stats().restarts);
    stack.defer(() => ownVideo.stop());
  }
  stack.defer(() => {
    ending.abort();
    return ownFloor?.stop();
  });
  if (ownFloor) await startFloor(stack, parts, ownFloor);
  if (roles.has("edge")) stack.defer(await accounts.startHousekeeping(log));
  await ownVideo?.start();
  if (config.metrics) stack.use(await bindMetrics(config.metrics, metrics));
  const http = roles.has("edge")
    ? await openHttp(stack, { ...parts, backend: createBackend(parts, { floor, video }) })
    : await openHealth(stack, parts);
  await http.ready();
  await pictures;
  return { floor: ownFloor, http };
}
