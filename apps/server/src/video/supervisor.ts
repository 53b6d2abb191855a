/**
 * Keeps a media process running: starts it, restarts it with backoff when it ends, and stops it with the server.
 * Independent of viewers and machines.
 */
import type { Logger } from "pino";
import { MediaProcess, REPLACED } from "./mediaProcess.ts";
import type { MemoryLimits } from "./mediaProcess.ts";
import type { FromMedia, MediaOptions, MediaPorts, ToMedia } from "./messages.ts";

const RESTART = { minMs: 100, maxMs: 10_000, steadyAfterMs: 30_000 };

/** Pause before the next start, ms: none after the first failure, then doubled up to a maximum. */
export function restartPause(failures: number): number {
  return failures <= 1 ? 0 : Math.min(RESTART.maxMs, RESTART.minMs * 2 ** failures);
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
  #failures = 0;
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
    this.#failures = afterMs > RESTART.steadyAfterMs ? 0 : this.#failures + 1;
    const restartInMs = restartPause(this.#failures);
    log[how === REPLACED ? "warn" : "error"]({ how, restartInMs }, "the media process died; it is started again");
    onExit();
    this.#restart = setTimeout(() => {
      // A failed start schedules the next one when its process ends.
      this.start().then(onRestarted, () => {});
    }, restartInMs);
  }
}
