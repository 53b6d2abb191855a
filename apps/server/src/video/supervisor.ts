/**
 * Supervises the media process: starts it, pings it, restarts it with backoff when it dies or hangs, and stops it with
 * the server. Independent of viewers and machines.
 */
import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Logger } from "pino";
import { readFromMedia } from "./messages.ts";
import type { FromMedia, MediaOptions, ToMedia } from "./messages.ts";

const PROGRAM = fileURLToPath(new URL("./media/main.ts", import.meta.url));
const RESTART = { minMs: 100, maxMs: 10_000, steadyAfterMs: 30_000 };
const PING_MS = 2_000;
/** Unanswered pings after which the process counts as hung. */
const MAX_UNANSWERED_PINGS = 5;
const START_WITHIN_MS = 15_000;
const STOP_MS = 1_000;
/**
 * Resident memory above which the process is replaced, MB: without viewers, and with viewers, who then reconnect
 * automatically. Normal are 100 to 250, and about 30 more per watched machine.
 */
const MEMORY = { idleMb: 600, watchedMb: 2_000, perMachineMb: 64 };

/** Pause before the next start, ms: none after the first failure, then doubled up to a maximum. */
export function restartPause(failures: number): number {
  return failures <= 1 ? 0 : Math.min(RESTART.maxMs, RESTART.minMs * 2 ** failures);
}

/** Whether a media process of that size is replaced. */
export function isTooLarge(
  { residentMb, machines }: { residentMb: number; machines: number },
  limits = MEMORY,
): boolean {
  return residentMb > (machines === 0 ? limits.idleMb : limits.watchedMb + machines * limits.perMachineMb);
}

export interface Supervisor {
  /** Rejects if the process can't be started; it is retried in any case. */
  start(): Promise<void>;
  stop(): Promise<void>;
  pid(): number | null;
  /** Whether the process accepts messages, now or within that time. */
  ready(withinMs: number): Promise<boolean>;
  /** `written` is called when the message has been sent, or never. Dropped if there is no process. */
  send(message: ToMedia, written?: () => void): void;
}

export interface SupervisorOptions {
  log: Logger;
  media: MediaOptions;
  /** Time between two pings. */
  pingMs?: number | undefined;
  memory?: typeof MEMORY | undefined;
  onMessage: (message: FromMedia) => void;
  onExit: () => void;
  /** Called when a new process is ready after a restart. */
  onRestarted: () => void;
}

export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { log, media, pingMs = PING_MS, onMessage, onExit, onRestarted } = options;
  let child: ChildProcess | null = null;
  let isReady = false;
  const waiting = new Set<() => void>();
  let failures = 0;
  let stopped = false;
  let restart: NodeJS.Timeout | undefined;

  function launch(): Promise<void> {
    const began = Date.now();
    const started = fork(PROGRAM, [], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      execArgv: ["--disable-warning=ExperimentalWarning"],
    });
    child = started;
    const killHung = () => {
      log.error({ pid: started.pid }, "the media process hangs; it is ended");
      started.kill("SIGKILL");
    };
    const slow = setTimeout(killHung, START_WITHIN_MS);
    let unanswered = 0;
    let isReplaced = false;
    const pingTimer = setInterval(() => {
      if (!isReady) return;
      // Counted in pings, not in time, so that a stall of the server itself does not kill the child.
      if ((unanswered += 1) > MAX_UNANSWERED_PINGS) killHung();
      else post(started, { type: "ping" });
    }, pingMs);
    const stopTimers = () => {
      clearTimeout(slow);
      clearInterval(pingTimer);
    };
    const first = new Promise<void>((resolve, reject) => {
      started.on("message", (raw) => {
        unanswered = 0;
        const message = readFromMedia(raw);
        if (message.type === "ready") {
          isReady = true;
          clearTimeout(slow);
          if (message.port === null)
            log.error({ ports: media.ports }, "no UDP port for video is free: another program has it; set VIDEO_PORTS");
          for (const notify of waiting) notify();
          resolve();
        } else onMessage(message);
        if (message.type === "pong" && !isReplaced && isTooLarge(message, options.memory)) {
          isReplaced = true;
          log.warn({ ...message, pid: started.pid }, "the media process has grown too large; it is replaced");
          started.kill("SIGKILL");
        }
      });
      started.once("exit", (code, signal) => {
        stopTimers();
        child = null;
        isReady = false;
        reject(new Error(`the media process ended (${signal ?? code})`));
        if (!stopped) scheduleRestart(Date.now() - began, isReplaced ? "replaced" : (signal ?? code));
      });
      started.on("error", (error) => {
        log.error({ err: error }, "the media process");
        // If no process was spawned, there is no "exit" event.
        if (started.pid !== undefined) return;
        stopTimers();
        child = null;
        reject(error);
        if (!stopped) scheduleRestart(0, error.message);
      });
    });
    post(started, { type: "start", options: media });
    return first;
  }

  function scheduleRestart(afterMs: number, how: string | number | null): void {
    failures = afterMs > RESTART.steadyAfterMs ? 0 : failures + 1;
    const restartInMs = restartPause(failures);
    log[how === "replaced" ? "warn" : "error"]({ how, restartInMs }, "the media process died; it is started again");
    onExit();
    restart = setTimeout(() => {
      // A failed start schedules the next one by its own "exit" event.
      launch().then(onRestarted, () => {});
    }, restartInMs);
  }

  function post(to: ChildProcess | null, message: ToMedia, written?: () => void): void {
    if (!to?.connected) return;
    // A broken channel is handled by the "exit" event.
    to.send(message, (error) => {
      if (error === null) written?.();
    });
  }

  return {
    start: launch,
    async stop() {
      stopped = true;
      clearTimeout(restart);
      const last = child;
      if (!last) return;
      const exited = new Promise((resolve) => last.once("exit", resolve));
      if (last.connected) last.disconnect();
      const killTimer = setTimeout(() => last.kill("SIGKILL"), STOP_MS);
      await exited;
      clearTimeout(killTimer);
    },
    pid: () => child?.pid ?? null,
    ready(withinMs) {
      if (isReady) return Promise.resolve(true);
      return new Promise((resolve) => {
        const settle = (is: boolean) => {
          waiting.delete(onReady);
          clearTimeout(late);
          resolve(is);
        };
        const onReady = () => settle(true);
        const late = setTimeout(() => settle(false), withinMs);
        waiting.add(onReady);
      });
    },
    send: (message, written) => post(child, message, written),
  };
}
