/**
 * Reads the statistics of one session at intervals: for the app, for the first frame, and to detect a frozen picture.
 */
import { read, summarise, type Reading } from "./stats.ts";
import type { WhepClock, WhepStats } from "./types.ts";

/** Interval until the first frame, so that `live` is reported without delay. */
const FIRST_FRAME_POLL_MS = 100;
/** Readings that are later than this by timers alone show that the page was asleep. */
const TIMER_DELAY_MS = 500;
/** After sleep the server may have ended the session long ago: without a frame for so long, a fresh one is made. */
const AWAKE_WITHIN_MS = 1_000;

export interface StatsPollerParts {
  connection: RTCPeerConnection;
  clock: WhepClock;
  everyMs: number;
  /** 0: never. */
  frozenAfterMs: number;
  isLive: () => boolean;
  isHidden: () => boolean;
  onStats: (stats: WhepStats) => void;
  /** The number of decoded frames has risen. */
  onFrame: () => void;
  onFrozen: () => void;
}

export class StatsPoller {
  readonly #parts: StatsPollerParts;
  #timer: unknown = null;
  #stopped = false;
  /** The last reading of which statistics were reported. */
  #before: Reading | null = null;
  #frames = 0;
  #framesChangedAt: number;
  #readAt: number;
  /** Time without a frame that counts as frozen. */
  #frozenAfterMs: number;
  constructor(parts: StatsPollerParts) {
    this.#parts = parts;
    this.#framesChangedAt = this.#readAt = parts.clock.now();
    this.#frozenAfterMs = parts.frozenAfterMs;
  }

  /** Reads now, and again later until `stop`. */
  poll(): void {
    const { clock, everyMs, isLive } = this.#parts;
    clock.clearTimeout(this.#timer);
    void this.#read().finally(() => {
      if (this.#stopped) return;
      clock.clearTimeout(this.#timer);
      const interval = isLive() ? everyMs : Math.min(FIRST_FRAME_POLL_MS, everyMs);
      this.#timer = clock.setTimeout(() => this.poll(), interval);
    });
  }
  stop(): void {
    this.#stopped = true;
    this.#parts.clock.clearTimeout(this.#timer);
  }

  async #read(): Promise<void> {
    const { connection, clock, everyMs, onStats } = this.#parts;
    const report = await connection.getStats().catch(() => null);
    if (this.#stopped || report === null) return;
    const now = clock.now();
    const reading = read(report, now);
    if (this.#before === null || now - this.#before.atMs >= everyMs * 0.9) {
      const stats = summarise(reading, this.#before);
      this.#before = reading;
      onStats(stats);
    }
    this.#checkForFreeze(reading.framesDecoded, now);
  }
  #checkForFreeze(frames: number, now: number): void {
    const { connection, everyMs, frozenAfterMs, isLive, isHidden, onFrame, onFrozen } = this.#parts;
    const moved = frames !== this.#frames;
    // A sleeping or hidden page has no readings, so the time between them does not count.
    const slept = now - this.#readAt > everyMs * 2 + TIMER_DELAY_MS;
    this.#frames = frames;
    this.#readAt = now;
    if (moved || slept || isHidden()) this.#framesChangedAt = now;
    if (moved || slept)
      this.#frozenAfterMs = moved ? frozenAfterMs : Math.min(frozenAfterMs, Math.max(AWAKE_WITHIN_MS, everyMs));
    if (moved && frames > 0 && connection.connectionState === "connected") return onFrame();
    if (this.#frozenAfterMs > 0 && isLive() && now - this.#framesChangedAt >= this.#frozenAfterMs) onFrozen();
  }
}
