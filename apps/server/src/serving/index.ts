/** The parts of a process that serves, by its roles: floor, video and the HTTP application. They are built on the domain. */
import { hostname } from "node:os";
import { OPTIONAL_PARTS } from "@reelcast/contract/console";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { dataPaths } from "../config.ts";
import type { Domain } from "../domain.ts";
import { openFolderKey } from "../folderKey.ts";
import { Catalogue, createFloorOverview, createMachineStore, createOverviewStore, ownFloor } from "../floor/index.ts";
import type { LocalFloor } from "../floor/index.ts";
import { createMetrics, startSamples } from "../metrics/index.ts";
import { drawPictures } from "../pictures.ts";
import { openSettingsFile } from "../settings/index.ts";
import { sharePictures } from "../sharedPictures.ts";
import type { Metrics, Samples } from "../metrics/index.ts";
import type { OwnVideo } from "../video/index.ts";
import { drainProcess } from "./drain.ts";
import { openConsole } from "./console.ts";
import type { ConsolePort } from "./console.ts";
import { createBackend } from "./edge.ts";
import type { EdgeServices } from "./edge.ts";
import { createLocalFloor, seedFloor, startFloor } from "./floor.ts";
import { HEALTH } from "./healthMessages.ts";
import { showHouse } from "./houseMetrics.ts";
import { openHealth, openHttp } from "./http.ts";
import { createHouseVideo, ownMachines } from "./media.ts";
import { showNode } from "./nodeMetrics.ts";
import { followNotifications } from "./notifications.ts";
import { createOpenSeats } from "./openSeats.ts";
import type { ServingParts } from "./parts.ts";
import { recordSpace, showSpace } from "./spaceNotices.ts";
import { watchClock } from "./clockWatch.ts";

export type { ConsolePort } from "./console.ts";
export type { Member, NodeFigures, ServingOverrides } from "./parts.ts";

export interface Serving {
  /** Null without the role `floor`. */
  floor: LocalFloor | null;
  /** Null without the role `media`. */
  video: OwnVideo | null;
  http: FastifyInstance;
  /** Null where this process serves no console. */
  console: { app: FastifyInstance; port: ConsolePort } | null;
  /** Gives players, machines and viewers to other processes, if there are any. */
  drain: () => Promise<void>;
}

/** Imports Settings.json before the settings are used, and follows both from then on. */
async function followSettings({ config, storage, settings }: Domain, folder: string, log: Logger): Promise<() => void> {
  const file = openSettingsFile({
    db: storage.db,
    store: settings,
    folder,
    file: dataPaths(config.dataDir).settings,
    log,
  });
  await file.importIfChanged();
  // Even without a file there is a first version: it fixes the currency.
  await settings.save({ author: hostname(), source: "start", change: (body) => body, currency: "keep" });
  const ends = [file.watch(), settings.watch(log)];
  return () => ends.forEach((end) => end());
}

/** The operator's pictures, the same at all processes, and those that are drawn. */
async function openPictures(
  stack: AsyncDisposableStack,
  { domain: { config, storage }, log }: Pick<ServingParts, "domain" | "log">,
  folderKey: string,
): Promise<void> {
  const folder = dataPaths(config.dataDir).pictures;
  const draw = () => drawPictures(folder, log);
  const shared = sharePictures({
    db: storage.db,
    log,
    folder,
    folderKey,
    onChange: draw,
  });
  await shared
    .bring()
    .catch((error: unknown) =>
      log.warn({ err: error }, "the pictures in the database could not be read: it is tried again"),
    );
  await draw();
  // Not before: two that draw at once would write the same files.
  stack.defer(shared.watch());
}

interface Services {
  /** Null without the role `edge`. */
  forEdge: EdgeServices | null;
  /** Null without the role `floor`. */
  ownFloor: LocalFloor | null;
  /** Null without the role `media`. */
  ownVideo: OwnVideo | null;
  /** How late this process is among others; nothing if it is alone. */
  lag: () => object;
}
/** All in this process: the edge calls floor and video directly. */
async function openAlone(stack: AsyncDisposableStack, parts: ServingParts): Promise<Services> {
  const { domain, bus, log, overrides, member } = parts;
  const { node } = member;
  if (!node) throw new Error("a process that serves alone has a node");
  const ending = new AbortController();
  const floor = createLocalFloor(parts, { node, until: AbortSignal.any([ending.signal, node.lost]) });
  const watches = createOpenSeats(domain.storage.db, log);
  stack.defer(() => watches.stop());
  const video = overrides.video ?? createHouseVideo(parts, ownMachines(bus, floor, watches));
  stack.defer(await followNotifications(domain, { floor, bus, log }));
  stack.defer(() => video.stop());
  stack.defer(() => {
    ending.abort();
    return floor.stop();
  });
  await startFloor(stack, parts, floor);
  await video.start();
  const catalogue = new Catalogue(createMachineStore(domain.storage.reads), bus);
  const overview = createFloorOverview({
    log,
    catalogue,
    floors: ownFloor(node.id, floor),
    store: createOverviewStore(domain.storage.reads),
    currency: () => domain.settings.current().currency,
  });
  stack.defer(() => {
    overview.stop();
    catalogue.stop();
  });
  return { forEdge: { floor, video, overview }, ownFloor: floor, ownVideo: video, lag: () => ({}) };
}
async function openShared(stack: AsyncDisposableStack, parts: ServingParts): Promise<Services> {
  // Loaded only where it is used.
  const [{ openRemotes, openSharedFloor, openSharedMedia }, { measureLag }] = await Promise.all([
    import("./shared.ts"),
    import("./nodeLag.ts"),
  ]);
  const ownVideo = await openSharedMedia(stack, parts);
  const ownFloor = await openSharedFloor(stack, parts);
  const remotes = parts.domain.config.roles.has("edge") ? await openRemotes(stack, parts) : null;
  const lag = measureLag(parts.bus, remotes?.statusesLateMs ?? null);
  stack.defer(() => lag.stop());
  return { forEdge: remotes?.forEdge ?? null, ownFloor, ownVideo, lag: () => lag.read() };
}

/** Figures of the last hour, which other processes of the house may ask for. */
function sampleMetrics(
  stack: AsyncDisposableStack,
  { domain: { config }, bus, log }: Pick<ServingParts, "domain" | "bus" | "log">,
  metrics: Metrics,
): Samples {
  const { name } = config.node;
  const samples = startSamples(metrics, {
    onError: (error) => log.warn({ err: error }, "the metrics could not be sampled: it is tried again"),
  });
  stack.defer(() => samples.stop());
  if (config.nats !== null)
    stack.defer(bus.serve(HEALTH, name, { samples: async ({ since }) => ({ node: name, ...samples.read(since) }) }));
  return samples;
}

/**
 * Everything that serves, in order; `stack` ends it in reverse: players first, so that their seats are held, then
 * machines and video. Resolves once players may come.
 */
export async function openServing(
  stack: AsyncDisposableStack,
  given: Omit<ServingParts, "metrics" | "samples" | "missing">,
): Promise<Serving> {
  const metrics = createMetrics();
  const missing: ServingParts["missing"] = { read: () => [] };
  const parts: ServingParts = { ...given, metrics, missing, samples: sampleMetrics(stack, given, metrics) };
  const { domain, bus, log } = parts;
  const { config, storage, accounts } = domain;
  const isEdge = config.roles.has("edge");

  const folderKey = await openFolderKey(storage.db, config.dataDir, log);
  stack.defer(await followSettings(domain, folderKey, log));
  if (config.roles.has("floor")) await seedFloor(parts);
  showHouse(metrics, storage.db, config);
  showNode(metrics, config, bus);
  showSpace(metrics, storage.space);
  stack.defer(recordSpace(storage.space, storage.db, log));
  stack.defer(watchClock(storage.db, log));
  const pictures = isEdge ? openPictures(stack, parts, folderKey) : null;
  const { forEdge, ownFloor, ownVideo, lag } = await (config.nats === null ? openAlone : openShared)(stack, parts);
  if (ownVideo) {
    metrics.viewers.read(() => ownVideo.viewers());
    metrics.mediaRestarts.read(() => ownVideo.stats().restarts);
  }
  metrics.missing.read(() => OPTIONAL_PARTS.map((part) => [{ part }, Number(missing.read().includes(part))]));
  if (isEdge) stack.defer(await accounts.startHousekeeping(log));
  if (parts.metricsPort) stack.defer(parts.metricsPort.attach(metrics));
  const http = forEdge
    ? await openHttp(stack, { ...parts, backend: createBackend(parts, forEdge), onLeaving: forEdge.onLeaving })
    : await openHealth(stack, parts);
  const console = await (forEdge ? openConsole(stack, parts, forEdge) : null);
  await http.ready();
  await pictures;
  missing.read = () => [
    ...(ownVideo?.ports().video === null ? (["video"] as const) : []),
    ...(console?.port.number === null ? (["console"] as const) : []),
  ];
  parts.member.figures.read = () => ({
    missing: missing.read(),
    busUp: bus.isUp,
    ...lag(),
    ...ownFloor?.load(),
    ...(isEdge ? { sockets: http.websocketServer.clients.size } : {}),
    ...(ownVideo ? { viewers: ownVideo.viewers() } : {}),
  });
  const { member } = parts;
  const drain = () => drainProcess({ member, seconds: config.node.drainSeconds, http, ownFloor, ownVideo, log });
  return { floor: ownFloor, video: ownVideo, http, console, drain };
}
