/**
 * One machine's audio: computed and encoded once, sent to all listeners. Nothing is computed without listeners. In
 * silence only a packet of one byte is sent every 400 ms (discontinuous transmission, RFC 7587 §3.1.3). Audio is
 * computed slightly ahead of time, in the same timer tick as the picture.
 */
import type { DisplayState } from "@reelcast/machine";
import { FRAME_MS, createSound } from "@reelcast/machine/sound";
import type { Sound } from "@reelcast/machine/sound";
import { createSoundEncoder } from "./soundEncoder.ts";
import type { SoundEncoder } from "./soundEncoder.ts";

/** Audio computed per tick: the time until the next picture of a machine in motion. */
const AHEAD_MS = 40;
/** Interval of the timer without pictures; pictures come sooner and pump the audio too. */
const PUMP_INTERVAL_MS = 45;
/** A longer delay of the process is skipped. */
const BEHIND_MS = 100;
/**
 * A browser plays audio about two packets later than it shows pictures. The times of reel stops and win counts are
 * known in advance, so audio is computed earlier by this time.
 */
const EARLY_MS = 40;
/** Silent packets after the last sound, to flush the encoder. */
const TRAILING_SILENT_PACKETS = 2;
const QUIET_EVERY_MS = 400;
/** Opus, a frame of silence: full band, 20 ms, one channel. */
const SILENT_PACKET = Buffer.from([0xf8, 0xff, 0xfe]);
/** The same without a frame: nothing is transmitted (RFC 6716 §3.2.1). */
const NO_TRANSMISSION = Buffer.from([0xf8]);

export interface AudioTrackEvents {
  /** A packet of Opus, and the time of its first sample, ms since the epoch. */
  onPacket: (packet: Buffer, at: number) => void;
  onError: (error: Error) => void;
  hasListeners: () => boolean;
}

export class AudioTrack {
  readonly #events: AudioTrackEvents;
  #display: DisplayState;
  #playing: { sound: Sound; encoder: SoundEncoder } | null = null;
  /** Time of the next packet, or in silence, of the next keepalive. */
  #next = 0;
  /** Times of packets only rise. */
  #sentUntil = 0;
  #isQuiet = true;
  #silent = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(display: DisplayState, events: AudioTrackEvents) {
    this.#display = display;
    this.#events = events;
  }

  show(display: DisplayState): void {
    this.#display = display;
    this.#playing?.sound.show(display);
  }

  /**
   * Sends the packets that are due, and sets the timer for the next ones. To be called after each change and each
   * picture.
   */
  pump(): void {
    clearTimeout(this.#timer);
    if (!this.#events.hasListeners()) return this.close();
    const now = Date.now();
    const { sound, encoder } = (this.#playing ??= this.#begin(now));
    if (this.#isQuiet) {
      if (!sound.isPlaying(now)) return this.#rest(encoder, now);
      this.#isQuiet = false;
      this.#next = Math.max(this.#sentUntil, now);
    }
    if (this.#next < now - BEHIND_MS) this.#next = now;
    for (; this.#next < now + AHEAD_MS; this.#next += FRAME_MS) {
      const pcm = sound.read(this.#next + EARLY_MS);
      this.#silent = pcm ? 0 : this.#silent + 1;
      if (this.#silent <= TRAILING_SILENT_PACKETS) encoder.encode(pcm, this.#next);
      else encoder.pass(SILENT_PACKET, this.#next);
    }
    if (this.#silent > TRAILING_SILENT_PACKETS && !sound.isPlaying(now)) {
      this.#isQuiet = true;
      return this.#rest(encoder, this.#next);
    }
    this.#timer = setTimeout(() => this.pump(), PUMP_INTERVAL_MS);
  }

  #begin(now: number): { sound: Sound; encoder: SoundEncoder } {
    const { onPacket, onError } = this.#events;
    this.#isQuiet = true;
    return { sound: createSound(this.#display, now), encoder: createSoundEncoder({ onPacket, onError }) };
  }

  #rest(encoder: SoundEncoder, now: number): void {
    if (now >= this.#next) {
      encoder.pass(NO_TRANSMISSION, now);
      this.#sentUntil = now + FRAME_MS;
      this.#next = now + QUIET_EVERY_MS;
    }
    this.#timer = setTimeout(() => this.pump(), Math.max(FRAME_MS, this.#next - Date.now()));
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#playing?.encoder.close();
    this.#playing = null;
  }
}
