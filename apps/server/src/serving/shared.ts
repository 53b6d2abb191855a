/**
 * The parts of a process that shares the house with others: what it has of floor and media it serves to the others, and its
 * edge reaches both over the bus, its own as well.
 */
import {
  Catalogue,
  Lobby,
  StatusBoard,
  createFloorOverview,
  createMachineStore,
  createOverviewStore,
  createRemoteDisplays,
  createRemoteFloor,
  createSessions,
  otherEdgeReachesBus,
  serveDisplays,
  remoteFloors,
  serveFloor,
  serveTiles,
  startStatusFeed,
} from "../floor/index.ts";
import type { LocalFloor } from "../floor/index.ts";
import type { Db } from "../storage/index.ts";
import { createRemoteVideo, serveVideo } from "../video/index.ts";
import type { OwnVideo } from "../video/index.ts";
import { leaving, watchCutOff } from "./cutOff.ts";
import type { EdgeServices } from "./edge.ts";
import { createLocalFloor, startFloor } from "./floor.ts";
import { createHouseVideo, notifyPictureLost } from "./media.ts";
import { createOpenSeats } from "./openSeats.ts";
import { followNotifications } from "./notifications.ts";
import type { ServingParts } from "./parts.ts";

/** Time over which viewers of a media node that drains get their picture from another one. */
const MOVE_VIEWERS_MS = 10_000;

/** Runs machines, and serves them. */
export async function openSharedFloor(stack: AsyncDisposableStack, parts: ServingParts): Promise<LocalFloor | null> {
  const { domain, member, bus, log } = parts;
  const { node, id } = member;
  if (!node) {
    stack.defer(await followNotifications(domain, { floor: null, bus, log }));
    return null;
  }
  const ending = new AbortController();
  const served = serveFloor({ bus, node, edge: domain.config.roles.has("edge") ? id : null });
  const displays = serveDisplays(bus, node);
  const floor = createLocalFloor(parts, {
    node,
    until: AbortSignal.any([ending.signal, node.lost]),
    onHost(change, host) {
      served.onHost(change, host);
      displays(change, host);
    },
  });
  stack.defer(await followNotifications(domain, { floor, bus, log }));
  stack.defer(() => served.stop());
  stack.defer(() => {
    ending.abort();
    return floor.stop();
  });
  stack.defer(startStatusFeed({ bus, node: id, floor }));
  stack.defer(serveTiles({ bus, node: id, floor }));
  await startFloor(stack, parts, floor);
  return floor;
}

/** Makes pictures, and serves them. */
export async function openSharedMedia(stack: AsyncDisposableStack, parts: ServingParts): Promise<OwnVideo | null> {
  const { domain, bus, log, overrides } = parts;
  const { config, storage } = domain;
  if (!config.roles.has("media")) return null;
  const displays = createRemoteDisplays(bus);
  const seats = createOpenSeats(storage.db, log);
  const video =
    overrides.video ??
    createHouseVideo(parts, {
      source: (machineId) => displays.source(machineId),
      inPlay: (machineId) => displays.isWatched(machineId),
      holdsSeat: ({ sessionId }) => seats.holds(sessionId),
      onRestart: (lost) => served.lost(lost),
    });
  stack.defer(() => {
    displays.stop();
    seats.stop();
  });
  stack.defer(() => video.stop());
  await video.start();
  const served = serveVideo({ bus, node: config.node.name, video });
  stack.defer(() => served.stop());
  const endDrain = parts.member.drain?.onDraining((draining) => {
    if (draining) served.drain(Math.min(MOVE_VIEWERS_MS, config.node.drainSeconds * 1_000));
    else served.undoDrain();
  });
  stack.defer(() => endDrain?.());
  return video;
}

/** Floors that have machines now. */
async function floorsOf(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("machine_leases").select("node").distinct().where("node", "is not", null).execute();
  return rows.flatMap(({ node }) => node ?? []);
}

/** What the edge calls, wherever it runs. */
export async function openRemotes(
  stack: AsyncDisposableStack,
  { domain, member, bus, log, metrics }: ServingParts,
): Promise<{ forEdge: EdgeServices; statusesLateMs: () => number }> {
  const { storage, wallet } = domain;
  const { db, calls } = storage;
  const machineStore = createMachineStore(calls);
  const board = new StatusBoard({ bus, log, own: member.id, floors: () => floorsOf(db) });
  const catalogue = new Catalogue(machineStore, bus);
  const settings = () => domain.settings.current();
  const lobby = new Lobby(board, wallet, { catalogue, machineStore, sessions: createSessions(calls), settings });
  const overview = createFloorOverview({
    log,
    catalogue,
    floors: remoteFloors(bus, () => board.floors()),
    store: createOverviewStore(storage.reads),
    currency: () => domain.settings.current().currency,
  });
  const floor = createRemoteFloor({ bus, edge: member.id, lobby, machineStore });
  metrics.seatsRelocating.read(() => floor.relocating);
  const video = createRemoteVideo({
    bus,
    onLost(sessionId) {
      // The connection may be newer than when the picture began.
      const epoch = floor.epochOf(sessionId);
      if (epoch !== null) notifyPictureLost(bus, { sessionId, epoch });
    },
  });
  stack.defer(() => video.stop());
  stack.defer(() => floor.stop());
  stack.defer(() => overview.stop());
  stack.defer(() => board.stop());
  stack.defer(() => catalogue.stop());
  floor.start();
  await video.start();
  await board.start();
  const statusesLateMs = () => board.lateMs();
  const { drain } = member;
  if (!drain) return { forEdge: { floor, video, overview }, statusesLateMs };
  const cutOff = watchCutOff({ bus, log, othersReach: () => otherEdgeReachesBus(db, member.id) });
  stack.defer(() => cutOff.stop());
  const onLeaving = leaving(drain, cutOff, domain.config.node.drainSeconds * 1_000);
  return { forEdge: { floor, video, overview, onLeaving }, statusesLateMs };
}
