/** Connects a video element to the machine's WHEP endpoint, and keeps it connected while it is mounted. */
import { showLive } from "@reelcast/whep";
import type { LivePicture, Picture, WhepStats } from "@reelcast/whep";
import { VIDEO_CODECS, namesServer } from "@reelcast/contract";
import { clock } from "@reelcast/contract/clock";
import { useEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import { readToken } from "../api/index.ts";
import type { SeatView } from "../session/seat.ts";
import { takeOffer } from "./early.ts";
import { LineRoom } from "./lineRoom.ts";
import type { LineHints } from "./lineRoom.ts";
import { watchPlace } from "./watchPlace.ts";

/**
 * The ICE servers of the seat's answer serve one connection, within so long. Their credentials end, so that later ones take
 * those that come with the video's own answer.
 */
const NEW_MS = 60_000;

export interface LivePictureInput {
  video: SeatView["video"];
  /** Rises when the server has restarted its video. */
  videoEpoch: number;
  /** The house draws the machine: it comes in the form that suits the page. */
  isDrawn: boolean;
  /** Once a second, null at the end. `firstFrameMs` null: there was none yet. */
  onStats: (stats: WhepStats | null, firstFrameMs: number | null) => void;
  onSound: (track: MediaStreamTrack | null) => void;
  /** The first picture is there. */
  onShown: () => void;
}
export interface SeatPicture {
  picture: Picture;
  retry: () => void;
  /** Starts a picture that waits for a press. Within one. */
  play: () => void;
}

export function useLivePicture(
  element: RefObject<HTMLVideoElement | null>,
  { video, videoEpoch, isDrawn, onStats, onSound, onShown }: LivePictureInput,
): SeatPicture {
  const live = useRef<LivePicture | null>(null);
  const [picture, setPicture] = useState<Picture>({ kind: "loading" });
  const url = video?.url;
  const latest = useRef({ url, isDrawn, onStats, onSound, onShown });
  const named = useRef<{ servers: RTCIceServer[]; at: number } | null>(null);
  useEffect(() => {
    latest.current = { url, isDrawn, onStats, onSound, onShown };
  });
  useEffect(() => {
    named.current = video && { servers: video.iceServers.filter(namesServer) as RTCIceServer[], at: clock.now() };
  }, [video]);
  // Its query names the control connection: after a reconnection the picture goes on.
  const endpoint = url?.split("?", 1)[0];
  useEffect(() => {
    const shown = element.current;
    if (endpoint === undefined || !shown) return;
    const line = new LineRoom((navigator as { connection?: LineHints }).connection);
    const isDrawn = () => latest.current.isDrawn;
    const place = watchPlace(shown.parentElement ?? shown, line, isDrawn, () => live.current?.renew());
    live.current = showLive(shown, {
      url() {
        const address = new URL(latest.current.url ?? endpoint, location.href);
        for (const [side, pixels] of Object.entries(place.ask())) address.searchParams.set(side, String(pixels));
        return address;
      },
      token: () => readToken() ?? "",
      codecs: VIDEO_CODECS,
      iceServers() {
        const fresh = named.current;
        named.current = null;
        return fresh && clock.now() - fresh.at < NEW_MS ? fresh.servers : undefined;
      },
      takePrepared: takeOffer,
      onPicture(next) {
        setPicture(next);
        if (next.kind === "live") latest.current.onShown();
      },
      onStats(stats, firstFrameMs) {
        latest.current.onStats(stats, firstFrameMs);
        if (line.note(stats)) live.current?.renew();
      },
      onSound: (track) => latest.current.onSound(track),
    });
    return () => {
      place.stop();
      live.current?.close();
      live.current = null;
      setPicture({ kind: "loading" });
      latest.current.onStats(null, null);
      latest.current.onSound(null);
    };
  }, [element, endpoint]);
  const epoch = useRef(videoEpoch);
  useEffect(() => {
    if (epoch.current !== videoEpoch) live.current?.renew();
    epoch.current = videoEpoch;
  }, [videoEpoch]);
  return { picture, retry: () => live.current?.retry(), play: () => live.current?.play() };
}
