/** The role `media`: the pictures of machines. */
import { ErrorCode } from "@reelcast/contract";
import type { LocalFloor } from "../floor/index.ts";
import { createVideo } from "../video/index.ts";
import type { Video } from "../video/index.ts";
import type { ServingParts } from "./parts.ts";

/** Nothing of it runs yet. */
export function createLocalVideo({ domain, bus, log }: ServingParts, floor: LocalFloor): Video {
  const { config, settings } = domain;
  return createVideo({
    log,
    source: async (machineId) => floor.source(machineId),
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
