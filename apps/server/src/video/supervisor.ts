/**
 * Keeps a media process running: starts it, restarts it with backoff when it ends, and stops it with the server.
 * Independent of viewers and machines.
 */
import type { Logger } from "pino";
import { createBackoff } from "../backoff.ts";
import { MediaProcess, REPLACED } from "./mediaProcess.ts";
import type { MemoryLimits } from "./mediaProcess.ts";
import type { FromMedia, MediaOptions, MediaPorts, ToMedia } from "./messages.ts";

const RESTART = { minMs: 400, maxMs: 10_000 };
/** One that has run for so long has started well. */
const STEADY_AFTER_MS = 30_000;

/** Pauses before the next start, ms, by how long the process has run: none at first, then doubled up to a maximum. */
export function createRestartPauses(random?: () => number): (ranMs: number) => number {
  const backoff = createBackoff(RESTART, random);
  let isFirst = true;
  return (ranMs) => {
    if (ranMs > STEADY_AFTER_MS) backoff.reset();
    if (isFirst || ranMs > STEADY_AFTER_MS) {
      isFirst = false;
      return 0;
    }
    return Math.round(backoff.next());
  };
}

export interface SupervisorOptions {
  log: Logger;
  media: MediaOptions;
  /** Time between two pings. */
  pingMs?: number | undefined;
  memory?: MemoryLimits | undefined;
  onMessage: (message: FromMedia) => void;
  onReady: (ports: MediaPorts) => void;
  onExit: () => void;
  /** Called when a new process is ready after a restart. */
  onRestarted: () => void;
}

export class Supervisor {
  readonly #options: SupervisorOptions;
  #child: MediaProcess | null = null;
  readonly #waiting = new Set<() => void>();
  readonly #restartPause = createRestartPauses();
  #stopped = false;
  #restart: NodeJS.Timeout | undefined;
  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  /** Rejects if the process can't be started; it is retried in any case. */
  start(): Promise<void> {
    const { log, media, pingMs, memory, onMessage } = this.#options;
    const startedAt = performance.now();
    const child = new MediaProcess({
      log,
      media,
      pingMs,
      memory,
      onMessage,
      onReady: (ports) => {
        this.#options.onReady(ports);
        for (const notify of this.#waiting) notify();
      },
      onEnd: (how) => {
        this.#child = null;
        if (!this.#stopped) this.#scheduleRestart(how.spawned ? performance.now() - startedAt : 0, how.reason);
      },
    });
    this.#child = child;
    return child.ready;
  }
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#restart);
    await this.#child?.stop();
  }
  pid(): number | null {
    return this.#child?.pid ?? null;
  }
  get isReady(): boolean {
    return this.#child?.isReady === true;
  }
  /** Whether the process accepts messages, now or within that time. */
  ready(withinMs: number): Promise<boolean> {
    if (this.isReady) return Promise.resolve(true);
    return new Promise((resolve) => {
      const settle = (isReady: boolean) => {
        this.#waiting.delete(onReady);
        clearTimeout(late);
        resolve(isReady);
      };
      const onReady = () => settle(true);
      const late = setTimeout(() => settle(false), withinMs);
      this.#waiting.add(onReady);
    });
  }
  /** `written` is called when the message has been sent, or never. Dropped if there is no process. */
  send(message: ToMedia, written?: () => void): void {
    this.#child?.send(message, written);
  }

  #scheduleRestart(afterMs: number, how: string | number | null): void {
    const { log, onExit, onRestarted } = this.#options;
    const restartInMs = this.#restartPause(afterMs);
    log[how === REPLACED ? "warn" : "error"]({ how, restartInMs }, "the media process died; it is started again");
    onExit();
    this.#restart = setTimeout(() => {
      // A failed start schedules the next one when its process ends.
      this.start().then(onRestarted, () => {});
    }, restartInMs);
  }
}
