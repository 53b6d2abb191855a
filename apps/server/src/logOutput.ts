/**
 * Writes the lines of the log to an output of the process, in order. It may be a file on a full disk, or a pipe whose reader is slow
 * or gone: the process goes on, and never waits for it. Lines are kept up to a limit; those beyond are lost and counted.
 */
import type { DestinationStream } from "pino";
import { errorCode } from "./errorCode.ts";

const AGAIN_MS = 250;
const KEPT_BYTES = 256 * 1024;
/** Of an end, for a reader that is slow. */
const LAST_TRIES = 50;
const LAST_TRY_MS = 10;

/** Writes some of the bytes and returns their number. @throws a system error */
type WriteBytes = (bytes: Buffer) => number;

export class LogOutput implements DestinationStream {
  readonly #write: WriteBytes;
  readonly #onLost: (lines: number) => void;
  /** The first line may be a rest, of which the beginning is written. */
  #waiting: Buffer[] = [];
  #bytes = 0;
  #lost = 0;
  #timer: NodeJS.Timeout | undefined;
  #isGone = false;

  /** @param onLost called when lines can be written again, with the number of those that were lost */
  constructor(onLost: (lines: number) => void, write: WriteBytes) {
    this.#onLost = onLost;
    this.#write = write;
  }

  write(line: string): void {
    if (this.#isGone) return;
    const bytes = Buffer.from(line);
    if (this.#bytes + bytes.length > KEPT_BYTES) {
      this.#lost += 1;
      return;
    }
    this.#waiting.push(bytes);
    this.#bytes += bytes.length;
    // While it waits, the timer tries: not each line.
    if (!this.#timer) this.#flush();
  }

  /** Before the process ends: what waits is written, as far as it can be. */
  end(): void {
    for (let tries = LAST_TRIES; tries > 0 && this.#waiting.length > 0; tries -= 1) {
      const error = this.#writeWaiting();
      if (errorCode(error) !== "EAGAIN") return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LAST_TRY_MS);
    }
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const error = this.#writeWaiting();
    // Nobody reads it any more, and nobody will.
    if (errorCode(error) === "EPIPE") this.#isGone = true;
    else if (error !== null) this.#timer = setTimeout(() => this.#flush(), AGAIN_MS).unref();
    else if (this.#lost > 0) {
      const lines = this.#lost;
      this.#lost = 0;
      this.#onLost(lines);
    }
  }
  /** Returns the error that stopped it; null: all is written. */
  #writeWaiting(): unknown {
    try {
      for (let [first] = this.#waiting; first; [first] = this.#waiting) {
        const written = this.#write(first);
        this.#bytes -= written;
        if (written < first.length) this.#waiting[0] = first.subarray(written);
        else this.#waiting.shift();
      }
      return null;
    } catch (error) {
      return error;
    }
  }
}
