/**
 * The live picture in one video element. A renewed connection is made while the former one still shows its picture, which
 * stays until the new one has its first frame: neither black nor still in between.
 */
import { createWhepPlayer } from "@reelcast/whep";
import type { WhepOptions, WhepPlayer, WhepState, WhepStats } from "@reelcast/whep";

type Options = Pick<WhepOptions, "url" | "token" | "iceServers" | "takePrepared"> & {
  onState: (state: WhepState) => void;
  onStats: (stats: WhepStats, firstFrameMs: number | null) => void;
  onSound: (track: MediaStreamTrack) => void;
};
export interface LivePicture {
  /** Makes a new connection, at whichever server the address leads to now. */
  renew: () => void;
  /** Gives up the connection, and begins anew. */
  retry: () => void;
  close: () => void;
}

/** Calls back at each frame, if the browser says when it shows one. */
function followFrames(element: HTMLVideoElement, onFrame: () => void): () => void {
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

export function showLive(element: HTMLVideoElement, { onState, onStats, onSound, ...options }: Options): LivePicture {
  // Without the sound: with it in the same stream, the browser would delay frames to keep both in step. One stream for all
  // connections: with another one, the element would be black until its first frame.
  const stream = new MediaStream();
  /** Whose picture is in the element; null: nobody's, or a frame that stands still. */
  let shown: WhepPlayer | null = null;
  let newest: WhepPlayer;
  element.srcObject = stream;
  const stopFrames = followFrames(element, () => shown?.frameShown());

  function show(track: MediaStreamTrack): void {
    if (track.kind === "audio") return onSound(track);
    const former = stream.getTracks();
    stream.addTrack(track);
    for (const one of former) stream.removeTrack(one);
    // Muted video may always play; a browser that refuses shows the first frame, and the next press plays.
    element.play().catch(() => {});
  }
  function open(): void {
    const whep = createWhepPlayer({
      ...options,
      onState(state) {
        const isLive = state.kind === "live";
        if (whep !== newest) {
          // Its picture has ended by itself: it must not connect again.
          if (whep !== shown || isLive) return;
          shown = null;
          whep.close();
          return onState(newest.state);
        }
        if (isLive && shown !== whep) {
          const former = shown;
          shown = whep;
          whep.stream?.getTracks().forEach(show);
          former?.close();
        }
        if (shown === null || shown === whep) onState(state);
      },
      onStats: (stats) => {
        if (whep === (shown ?? newest)) onStats(stats, whep.timing.firstFrameMs);
      },
      onTrack({ track }) {
        shown ??= whep;
        if (shown === whep) show(track);
      },
    });
    newest = whep;
    whep.start();
  }
  open();
  return {
    renew() {
      // One that shows no moving picture is not worth waiting for.
      if (newest !== shown || newest.state.kind !== "live") {
        if (newest === shown) shown = null;
        newest.close();
      }
      open();
    },
    retry() {
      newest.close();
      newest.start();
    },
    close() {
      stopFrames();
      shown?.close();
      newest.close();
      element.srcObject = null;
    },
  };
}
