/** The role `media`: the pictures of machines. */
import { ErrorCode, messageOf } from "@reelcast/contract";
import type { Bus } from "../bus/bus.ts";
import type { LocalFloor } from "../floor/index.ts";
import { createVideo } from "../video/index.ts";
import type { OwnVideo, VideoOptions } from "../video/index.ts";
import { isWatch } from "../watching/index.ts";
import type { OpenSeats } from "./openSeats.ts";
import type { ServingParts } from "./parts.ts";

/** How the pictures find machines and seats. */
type Sources = Pick<VideoOptions, "source" | "inPlay" | "holdsSeat" | "onRestart">;

/** Nothing of it runs yet. */
export function createHouseVideo({ domain, log }: ServingParts, sources: Sources): OwnVideo {
  const { config, settings } = domain;
  return createVideo({
    log,
    ...sources,
    size: { width: config.video.width, height: config.video.height },
    largeSize: config.video.largeSize,
    ports: config.video.ports,
    bindAddress: config.video.bindAddress,
    publicAddresses: config.video.publicAddresses,
    proxyPorts: config.video.proxyPorts,
    timecode: config.video.timecode,
    frameRate: () => settings.current().frameRate,
  });
}

/** Notifies the client of this connection: it asks for its picture again. */
export const notifyPictureLost = (bus: Bus, seat: { sessionId: string; epoch: number }): void =>
  bus.publish("seat.push", {
    ...seat,
    method: "info",
    params: {
      code: ErrorCode.VideoStartFailed,
      params: {},
      message: messageOf(ErrorCode.VideoStartFailed, {}),
      action: "VIDEO_RESTARTED",
    },
  });

/** Of machines that run in this process. @param watches whether staff still watch */
export const ownMachines = (bus: Bus, floor: LocalFloor, watches: Pick<OpenSeats, "holds">): Sources => ({
  source: async (machineId) => floor.source(machineId),
  inPlay: (machineId) => floor.inPlay(machineId),
  holdsSeat: ({ sessionId, playerId, machineId }) =>
    isWatch(sessionId) ? watches.holds(sessionId) : floor.seated(playerId, machineId)?.sessionId === sessionId,
  onRestart(seats) {
    for (const { sessionId, playerId, machineId } of seats) {
      // Staff who watch ask again by themselves.
      if (isWatch(sessionId)) continue;
      // The current seat: its connection may be newer than when the picture began.
      const seat = floor.seated(playerId, machineId);
      if (seat) notifyPictureLost(bus, seat);
    }
  },
});
