/**
 * Finds a connection that has fallen silent without being closed. Armed by the first heartbeat, because a server that
 * sends none may be silent for long. Judges only while the page is visible: hidden pages get their timers late.
 */
import { SOCKET } from "@reelcast/contract";

/** A timer that is so late says nothing: the page was busy or asleep, and messages may wait to be read. */
const LATE_MS = 300;

export interface SilenceWatchParts {
  isVisible: () => boolean;
  /** Nothing was received for `SOCKET.silentAfterMs`. */
  onSilent: () => void;
}

export class SilenceWatch {
  readonly #parts: SilenceWatchParts;
  #armed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  constructor(parts: SilenceWatchParts) {
    this.#parts = parts;
  }

  /** The connection has heartbeats. */
  arm(): void {
    this.#armed = true;
    this.received();
  }
  /** A message of any kind arrived, or the time begins anew. */
  received(): void {
    if (!this.#armed) return;
    clearTimeout(this.#timer);
    const due = performance.now() + SOCKET.silentAfterMs;
    this.#timer = setTimeout(() => this.#check(performance.now() - due), SOCKET.silentAfterMs);
  }
  /** The connection is over. */
  disarm(): void {
    this.#armed = false;
    clearTimeout(this.#timer);
  }

  #check(lateMs: number): void {
    if (!this.#parts.isVisible()) return;
    if (lateMs > LATE_MS) this.received();
    else this.#parts.onSilent();
  }
}
