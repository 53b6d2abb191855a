/**
 * The live picture in one video element. A renewed connection is made while the former one still shows its picture, which
 * stays until the new one has its first frame: neither black nor still in between.
 */
import { createWhepPlayer } from "./player.ts";
import { pictureOf, samePicture } from "./picture.ts";
import type { Picture } from "./picture.ts";
import { watchShown } from "./shown.ts";
import type { Shown } from "./shown.ts";
import type { WhepOptions, WhepPlayer, WhepState, WhepStats } from "./types.ts";

export type LivePictureOptions = Pick<
  WhepOptions,
  "url" | "token" | "iceServers" | "takePrepared" | "audio" | "codecs"
> & {
  /** Only when it changes. */
  onPicture: (picture: Picture) => void;
  onStats?: (stats: WhepStats, firstFrameMs: number | null) => void;
  onSound?: (track: MediaStreamTrack) => void;
};
export interface LivePicture {
  /** Makes a new connection, at whichever server the address leads to now. */
  renew: () => void;
  /** Gives up the connection, and begins anew. */
  retry: () => void;
  /** Starts a picture that waits for a press. Within one. */
  play: () => void;
  close: () => void;
}

// oxlint-disable-next-line eslint/max-lines-per-function -- its parts share the state of one picture
export function showLive(
  element: HTMLVideoElement,
  { onPicture, onStats, onSound, ...options }: LivePictureOptions,
): LivePicture {
  // Without the sound: with it in the same stream, the browser would delay frames to keep both in step. One stream for all
  // connections: with another one, the element would be black until its first frame.
  const stream = new MediaStream();
  /** Whose picture is in the element; null: nobody's, or a frame that stands still. */
  let shown: WhepPlayer | null = null;
  let newest: WhepPlayer;
  let state: WhepState = { kind: "idle" };
  let presented: Shown = { kind: "nothing" };
  let reported: Picture | null = null;
  element.srcObject = stream;
  const playing = watchShown(element, {
    onFrame: () => shown?.frameShown(),
    onShown(next) {
      presented = next;
      report();
    },
  });

  function report(): void {
    const picture = pictureOf(state, presented);
    if (reported && samePicture(reported, picture)) return;
    reported = picture;
    onPicture(picture);
  }
  function setState(next: WhepState): void {
    state = next;
    report();
  }
  function show(track: MediaStreamTrack): void {
    if (track.kind === "audio") return onSound?.(track);
    const former = stream.getTracks();
    stream.addTrack(track);
    for (const one of former) stream.removeTrack(one);
    playing.play();
  }
  function open(): void {
    const whep = createWhepPlayer({
      ...options,
      onState(next) {
        const isLive = next.kind === "live";
        if (whep !== newest) {
          // Its picture has ended by itself: it must not connect again.
          if (whep !== shown || isLive) return;
          shown = null;
          whep.close();
          return setState(newest.state);
        }
        if (isLive && shown !== whep) {
          const former = shown;
          shown = whep;
          whep.stream?.getTracks().forEach(show);
          former?.close();
        }
        if (shown === null || shown === whep) setState(next);
      },
      onStats: (stats) => {
        if (whep === (shown ?? newest)) onStats?.(stats, whep.timing.firstFrameMs);
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
    play: playing.play,
    close() {
      playing.stop();
      shown?.close();
      newest.close();
      element.srcObject = null;
    },
  };
}
