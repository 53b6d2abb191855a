/**
 * One machine's picture and sound: drawn and encoded once, sent to all viewers. Nothing is drawn or encoded without
 * viewers. A still picture costs a few frames per second; a change by a press is drawn at once, not at the next tick.
 */
import type { DisplayState } from "@reelcast/machine";
import { createScreen } from "@reelcast/machine/screen";
import type { MediaOptions } from "../messages.ts";
import { createEncoder } from "./encoder.ts";
import type { Encoder } from "./encoder.ts";
import type { Viewer } from "./viewer.ts";
import { AudioTrack } from "./audioTrack.ts";

const STILL_MS = 200;
const KEY_EVERY_MS = 150;
const MAX_WAITING = 3;
/** How far the clock may leave the one that nobody sets, ms. Times of frames and of sound come from it. */
const CLOCK_STEP_MS = 2_000;
const clockOffset = () => Date.now() - performance.now();

export class Pipeline {
  readonly #screen;
  readonly #encoder: Encoder;
  readonly #track: AudioTrack;
  readonly #viewers = new Set<Viewer>();
  readonly #frameMs: number;
  readonly #onError: (error: Error) => void;
  #ended = false;
  #display: DisplayState;
  #timer: NodeJS.Timeout | undefined;
  #keyWanted = true;
  #keyAt = 0;
  #drawnAt = 0;
  #changed = true;
  readonly #clockOffset = clockOffset();
  frames = 0;

  /** `onError`: it has failed and draws nothing any more; its creator removes its viewers and closes it. */
  constructor(display: DisplayState, frameRate: number, options: MediaOptions, onError: (error: Error) => void) {
    this.#display = display;
    this.#onError = onError;
    this.#frameMs = 1000 / frameRate;
    this.#screen = createScreen({ width: options.width, height: options.height, timecode: options.timecode });
    this.#encoder = createEncoder({
      width: options.width,
      height: options.height,
      frameRate,
      onFrame: (frame, keyFrame, timestamp) => {
        for (const viewer of this.#viewers) viewer.send(frame, keyFrame, timestamp);
      },
      onError: (error) => this.#fail(error),
    });
    this.#track = new AudioTrack(display, {
      onPacket: (packet, at) => {
        for (const viewer of this.#viewers) viewer.sendSound(packet, at);
      },
      onError: (error) => this.#fail(error),
      hasListeners: () => !this.#ended && [...this.#viewers].some((viewer) => viewer.listens),
    });
  }

  get size(): number {
    return this.#viewers.size;
  }
  add(viewer: Viewer): void {
    this.#viewers.add(viewer);
  }
  remove(viewer: Viewer): void {
    this.#viewers.delete(viewer);
  }

  show(display: DisplayState): void {
    const pressed = display.presses !== this.#display.presses;
    this.#display = display;
    this.#changed = true;
    this.#track.show(display);
    if (pressed) return this.#draw();
    // Changes without a press (stopped reels, a win) wait for the next frame, not for the slow tick of a still picture.
    if (this.#timer !== undefined) this.#schedule();
    this.#sound();
  }

  /** A viewer has just connected, or lost the picture. Concurrent requests get one key frame. */
  wantKeyFrame(): void {
    this.#keyWanted = true;
    const wait = this.#keyAt + KEY_EVERY_MS - Date.now();
    if (wait <= 0 || wait > KEY_EVERY_MS) this.#draw();
    else setTimeout(() => this.#keyWanted && this.#draw(), wait);
  }

  #fail(error: unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#onError(error instanceof Error ? error : new Error(String(error)));
  }

  #draw(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#ended || ![...this.#viewers].some((viewer) => viewer.open)) return;
    // Set back, there would be no frame until it is there again. Its viewers get a new picture at once.
    if (Math.abs(clockOffset() - this.#clockOffset) > CLOCK_STEP_MS)
      return this.#fail(new Error("the clock of this computer was set"));
    const now = Date.now();
    // An encoder with a backlog gets no more frames: the next tick draws a newer picture.
    if (this.#encoder.waiting < MAX_WAITING) {
      try {
        this.#screen.draw(this.#display, now);
        this.#encoder.encode(this.#screen.pixels(), now, this.#keyWanted);
      } catch (error) {
        // An error thrown in a callback of native code would end the process.
        return this.#fail(error);
      }
      if (this.#keyWanted) this.#keyAt = now;
      this.#keyWanted = false;
      this.#changed = false;
      this.#drawnAt = now;
      this.frames += 1;
    }
    this.#schedule();
    this.#sound();
  }

  #sound(): void {
    try {
      this.#track.pump();
    } catch (error) {
      this.#fail(error);
    }
  }

  #schedule(): void {
    const now = Date.now();
    const lively = this.#changed || this.#screen.isAnimating(this.#display, now);
    const period = lively ? this.#frameMs : STILL_MS;
    const next = Math.min(period, this.#drawnAt + period - now);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#draw(), Math.max(0, next));
  }

  close(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#encoder.close();
    this.#track.close();
  }
}
