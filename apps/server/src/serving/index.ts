/** The parts that serve players: floor, video and the HTTP application. They are built on the domain by the active process alone. */
import { hostname } from "node:os";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { dataPaths } from "../config.ts";
import { seedDemo } from "../demo.ts";
import type { Domain } from "../domain.ts";
import type { LocalFloor } from "../floor/index.ts";
import { createMetrics } from "../metrics/index.ts";
import { drawPictures } from "../pictures.ts";
import { openSettingsFile } from "../settings/index.ts";
import { createBackend } from "./edge.ts";
import { createLocalFloor, startFloor } from "./floor.ts";
import { showHouse } from "./houseMetrics.ts";
import { openHttp } from "./http.ts";
import { createLocalVideo } from "./media.ts";
import { bindMetrics } from "./metricsPort.ts";
import { followNotifications } from "./notifications.ts";
import type { ServingParts } from "./parts.ts";

export type { ServingOverrides } from "./parts.ts";

export interface Serving {
  floor: LocalFloor;
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

/**
 * Everything that serves, in order; `stack` ends it in reverse: players first, so that their seats are held, then
 * machines and video. Resolves once players may come.
 */
export async function openServing(stack: AsyncDisposableStack, given: Omit<ServingParts, "metrics">): Promise<Serving> {
  const parts: ServingParts = { ...given, metrics: createMetrics() };
  const { domain, node, bus, log, metrics } = parts;
  const { config, storage, wallet, accounts, machineStore } = domain;

  stack.defer(await followSettings(domain, log));
  if (config.demo) await seedDemo({ db: storage.db, accounts, wallet, machineStore, timeZone: config.timeZone });
  const ending = new AbortController();
  showHouse(metrics, storage.db);
  const floor = createLocalFloor(parts, AbortSignal.any([ending.signal, node.lost]));
  const video = parts.overrides.video ?? createLocalVideo(parts, floor);
  metrics.viewers.read(() => video.viewers());
  metrics.mediaRestarts.read(() => video.stats().restarts);
  stack.defer(await followNotifications(domain, { floor, bus, log }));
  const pictures = drawPictures(dataPaths(config.dataDir).pictures, log);
  stack.defer(() => video.stop());
  stack.defer(() => {
    ending.abort();
    return floor.stop();
  });
  await startFloor(stack, parts, floor);
  await video.start();
  if (config.metrics) stack.use(await bindMetrics(config.metrics, metrics));
  const http = await openHttp(stack, { ...parts, backend: createBackend(parts, { floor, video }) });
  await http.ready();
  await pictures;
  return { floor, http };
}
