/** Connects a video element to the machine's WHEP endpoint, and keeps it connected while it is mounted. */
import type { WhepState, WhepStats } from "@reelcast/whep";
import { useEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import { readToken } from "../api/index.ts";
import type { SeatView } from "../session/seat.ts";
import { takeOffer } from "./early.ts";
import { showLive } from "./livePicture.ts";
import type { LivePicture } from "./livePicture.ts";

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

export function useWhepPlayer(
  element: RefObject<HTMLVideoElement | null>,
  { video, videoEpoch, onStats, onSound, onShown }: WhepInput,
): { state: WhepState; retry: () => void } {
  const picture = useRef<LivePicture | null>(null);
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
    picture.current = showLive(shown, {
      url: () => new URL(latest.current.url ?? endpoint, location.href),
      token: () => readToken() ?? "",
      iceServers: JSON.parse(servers) as RTCIceServer[],
      takePrepared: takeOffer,
      onState(next) {
        setState(next);
        if (next.kind === "live") latest.current.onShown();
      },
      onStats: (stats, firstFrameMs) => latest.current.onStats(stats, firstFrameMs),
      onSound: (track) => latest.current.onSound(track),
    });
    return () => {
      picture.current?.close();
      picture.current = null;
      latest.current.onStats(null, null);
      latest.current.onSound(null);
    };
  }, [element, endpoint, servers]);
  const epoch = useRef(videoEpoch);
  useEffect(() => {
    if (epoch.current !== videoEpoch) picture.current?.renew();
    epoch.current = videoEpoch;
  }, [videoEpoch]);
  return { state, retry: () => picture.current?.retry() };
}
