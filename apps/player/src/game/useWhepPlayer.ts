/** Connects a video element to the machine's WHEP endpoint, and keeps it connected while it is mounted. */
import { createWhepPlayer } from "@reelcast/whep";
import type { WhepPlayer, WhepState, WhepStats } from "@reelcast/whep";
import { useEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import { readToken } from "../api/index.ts";
import type { SeatView } from "../session/seat.ts";
import { takeOffer } from "./early.ts";

export interface WhepInput {
  video: SeatView["video"];
  /** Rises when the server has restarted its video. */
  videoEpoch: number;
  /** Once a second, null at the end. `firstFrameMs` null: there was none yet. */
  onStats: (stats: WhepStats | null, firstFrameMs: number | null) => void;
  onSound: (track: MediaStreamTrack | null) => void;
  /** The first picture is there. */
  onShown: () => void;
}

/** Shows a track in the element. Calls back at each frame, if the browser says when it shows one. */
function showTrack(element: HTMLVideoElement, track: MediaStreamTrack, onFrame: () => void): () => void {
  // Without the sound: with it in the same stream, the browser would delay frames to keep both in step.
  element.srcObject = new MediaStream([track]);
  // Muted video may always play; a browser that refuses shows the first frame, and the next press plays.
  element.play().catch(() => {});
  if (!("requestVideoFrameCallback" in element)) return () => {};
  let handle = 0;
  const next = () => {
    handle = element.requestVideoFrameCallback(() => {
      onFrame();
      next();
    });
  };
  next();
  return () => element.cancelVideoFrameCallback(handle);
}

export function useWhepPlayer(
  element: RefObject<HTMLVideoElement | null>,
  { video, videoEpoch, onStats, onSound, onShown }: WhepInput,
): { state: WhepState; retry: () => void } {
  const player = useRef<WhepPlayer | null>(null);
  const [state, setState] = useState<WhepState>({ kind: "idle" });
  const url = video?.url;
  const latest = useRef({ url, onStats, onSound, onShown });
  useEffect(() => {
    latest.current = { url, onStats, onSound, onShown };
  });
  // Its query names the control connection: after a reconnection the picture goes on.
  const endpoint = url?.split("?", 1)[0];
  const servers = JSON.stringify(video?.iceServers ?? []);
  useEffect(() => {
    const shown = element.current;
    if (endpoint === undefined || !shown) return;
    let stopFrames = () => {};
    const whep = createWhepPlayer({
      url: () => new URL(latest.current.url ?? endpoint, location.href),
      token: () => readToken() ?? "",
      iceServers: JSON.parse(servers) as RTCIceServer[],
      audio: true,
      takePrepared: takeOffer,
      onState(next) {
        setState(next);
        if (next.kind === "live") latest.current.onShown();
      },
      onStats: (stats) => latest.current.onStats(stats, whep.timing.firstFrameMs),
      onTrack({ track }) {
        if (track.kind === "audio") return latest.current.onSound(track);
        stopFrames();
        stopFrames = showTrack(shown, track, () => whep.frameShown());
      },
    });
    player.current = whep;
    whep.start();
    return () => {
      stopFrames();
      whep.close();
      shown.srcObject = null;
      player.current = null;
      latest.current.onStats(null, null);
      latest.current.onSound(null);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `videoEpoch` asks for a new connection
  }, [element, endpoint, servers, videoEpoch]);
  const retry = () => {
    player.current?.close();
    player.current?.start();
  };
  return { state, retry };
}
