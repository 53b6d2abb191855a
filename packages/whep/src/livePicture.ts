/**
 * The live picture in one video element. A renewed connection is made while the former one still shows its picture, which
 * stays until the new one has its first frame: neither black nor still in between.
 */
import { createWhepPlayer } from "./player.ts";
import { pictureOf, samePicture } from "./picture.ts";
import type { Picture } from "./picture.ts";
import { watchShown } from "./shown.ts";
import type { Playing, Shown } from "./shown.ts";
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

/** Two connections at most: the newest, and the one whose picture is shown until the newest has one. */
class Shower implements LivePicture {
  readonly #element: HTMLVideoElement;
  readonly #events: Pick<LivePictureOptions, "onPicture" | "onStats" | "onSound">;
  readonly #connection: Omit<LivePictureOptions, "onPicture" | "onStats" | "onSound">;
  /**
   * Without the sound: with it in the same stream, the browser would delay frames to keep both in step. One stream for all
   * connections: with another one, the element would be black until its first frame.
   */
  readonly #stream = new MediaStream();
  readonly #playing: Playing;
  /** Whose picture is in the element; null: nobody's, or a frame that stands still. */
  #shown: WhepPlayer | null = null;
  #newest: WhepPlayer;
  #state: WhepState = { kind: "idle" };
  #presented: Shown = { kind: "nothing" };
  #reported: Picture | null = null;

  constructor(element: HTMLVideoElement, { onPicture, onStats, onSound, ...connection }: LivePictureOptions) {
    this.#element = element;
    this.#events = { onPicture, ...(onStats && { onStats }), ...(onSound && { onSound }) };
    this.#connection = connection;
    element.srcObject = this.#stream;
    this.#playing = watchShown(element, {
      onFrame: () => this.#shown?.frameShown(),
      onShown: (next) => {
        this.#presented = next;
        this.#report();
      },
    });
    this.#newest = this.#connect();
    this.#newest.start();
  }

  renew(): void {
    // One that shows no moving picture is not worth waiting for.
    if (this.#newest !== this.#shown || this.#newest.state.kind !== "live") {
      if (this.#newest === this.#shown) this.#shown = null;
      this.#newest.close();
    }
    this.#newest = this.#connect();
    this.#newest.start();
  }
  retry(): void {
    this.#newest.close();
    this.#newest.start();
  }
  play(): void {
    this.#playing.play();
  }
  close(): void {
    this.#playing.stop();
    this.#shown?.close();
    this.#newest.close();
    this.#element.srcObject = null;
  }

  #connect(): WhepPlayer {
    const whep = createWhepPlayer({
      ...this.#connection,
      onState: (next) => this.#onState(whep, next),
      onStats: (stats) => {
        if (whep === (this.#shown ?? this.#newest)) this.#events.onStats?.(stats, whep.timing.firstFrameMs);
      },
      onTrack: ({ track }) => {
        this.#shown ??= whep;
        if (this.#shown === whep) this.#show(track);
      },
    });
    return whep;
  }
  #onState(whep: WhepPlayer, next: WhepState): void {
    const isLive = next.kind === "live";
    if (whep !== this.#newest) {
      // Its picture has ended by itself: it must not connect again.
      if (whep !== this.#shown || isLive) return;
      this.#shown = null;
      whep.close();
      return this.#setState(this.#newest.state);
    }
    if (isLive && this.#shown !== whep) {
      const former = this.#shown;
      this.#shown = whep;
      for (const track of whep.stream?.getTracks() ?? []) this.#show(track);
      former?.close();
    }
    if (this.#shown === null || this.#shown === whep) this.#setState(next);
  }
  #show(track: MediaStreamTrack): void {
    if (track.kind === "audio") return this.#events.onSound?.(track);
    const former = this.#stream.getTracks();
    this.#stream.addTrack(track);
    for (const one of former) this.#stream.removeTrack(one);
    this.#playing.play();
  }
  #setState(next: WhepState): void {
    this.#state = next;
    this.#report();
  }
  #report(): void {
    const picture = pictureOf(this.#state, this.#presented);
    if (this.#reported && samePicture(this.#reported, picture)) return;
    this.#reported = picture;
    this.#events.onPicture(picture);
  }
}

export function showLive(element: HTMLVideoElement, options: LivePictureOptions): LivePicture {
  return new Shower(element, options);
}
