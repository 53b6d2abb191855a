/** One media process from its start to its end: pinged, and ended if it hangs or grows too large. */
import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Logger } from "pino";
import { readFromMedia } from "./messages.ts";
import type { FromMedia, MediaOptions, MediaPorts, ToMedia } from "./messages.ts";

const PROGRAM = fileURLToPath(new URL("./media/main.ts", import.meta.url));
const PING_MS = 2_000;
/** Unanswered pings after which the process counts as hung. */
const MAX_UNANSWERED_PINGS = 5;
const START_WITHIN_MS = 15_000;
const STOP_MS = 1_000;
/** Reason of an end: the process had grown too large. */
export const REPLACED = "replaced";

/** Resident memory above which a process is replaced, MB. */
export interface MemoryLimits {
  idleMb: number;
  /** With viewers, who then reconnect automatically. */
  watchedMb: number;
  perMachineMb: number;
}
/** Normal are 100 to 250, and about 30 more per watched machine. */
const MEMORY: MemoryLimits = { idleMb: 600, watchedMb: 2_000, perMachineMb: 64 };

/** Whether a media process of that size is replaced. */
export function isTooLarge(
  { residentMb, machines }: { residentMb: number; machines: number },
  limits = MEMORY,
): boolean {
  return residentMb > (machines === 0 ? limits.idleMb : limits.watchedMb + machines * limits.perMachineMb);
}

export interface MediaProcessOptions {
  log: Logger;
  media: MediaOptions;
  /** Time between two pings. */
  pingMs?: number | undefined;
  memory?: MemoryLimits | undefined;
  /** Every message but "ready". */
  onMessage: (message: FromMedia) => void;
  onReady: (ports: MediaPorts) => void;
  /** Called once. `spawned`: there was a process. */
  onEnd: (how: { reason: string | number | null; spawned: boolean }) => void;
}

export class MediaProcess {
  /** Rejects if the process ends before it is ready. */
  readonly ready: Promise<void>;
  readonly #options: MediaProcessOptions;
  readonly #child: ChildProcess;
  readonly #started = Promise.withResolvers<void>();
  readonly #startTimer: NodeJS.Timeout;
  readonly #pingTimer: NodeJS.Timeout;
  #isReady = false;
  #isReplaced = false;
  #unansweredPings = 0;

  constructor(options: MediaProcessOptions) {
    this.#options = options;
    this.ready = this.#started.promise;
    this.#child = fork(PROGRAM, [], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      // Ctrl+C in a terminal, and a signal to the group of this process, must not end it before the server has ended.
      detached: true,
      execArgv: ["--disable-warning=ExperimentalWarning"],
    });
    this.#startTimer = setTimeout(() => this.#killHung(), START_WITHIN_MS);
    this.#pingTimer = setInterval(() => this.#ping(), options.pingMs ?? PING_MS);
    this.#child.on("message", (raw) => this.#onMessage(readFromMedia(raw)));
    this.#child.once("exit", (code, signal) => {
      const reason = signal ?? code;
      this.#end(new Error(`the media process ended (${reason})`));
      options.onEnd({ reason: this.#isReplaced ? REPLACED : reason, spawned: true });
    });
    this.#child.on("error", (error) => {
      options.log.error({ err: error }, "the media process");
      // If no process was spawned, there is no "exit" event.
      if (this.#child.pid !== undefined) return;
      this.#end(error);
      options.onEnd({ reason: error.message, spawned: false });
    });
    this.send({ type: "start", options: options.media });
  }

  get isReady(): boolean {
    return this.#isReady;
  }
  get pid(): number | undefined {
    return this.#child.pid;
  }
  /** `written` is called when the message has been sent, or never. */
  send(message: ToMedia, written?: () => void): void {
    if (!this.#child.connected) return;
    // A broken channel is handled by the "exit" event.
    this.#child.send(message, (error) => {
      if (error === null) written?.();
    });
  }
  async stop(): Promise<void> {
    const exited = new Promise((resolve) => this.#child.once("exit", resolve));
    if (this.#child.connected) this.#child.disconnect();
    const killTimer = setTimeout(() => this.#child.kill("SIGKILL"), STOP_MS);
    await exited;
    clearTimeout(killTimer);
  }

  #onMessage(message: FromMedia): void {
    const { log, media, memory, onMessage, onReady } = this.#options;
    this.#unansweredPings = 0;
    if (message.type === "ready") {
      this.#isReady = true;
      clearTimeout(this.#startTimer);
      if (message.ports.video === null)
        log.error(
          { ports: media.ports, code: message.ports.fault },
          "no UDP port for video can be opened; set VIDEO_PORTS",
        );
      onReady(message.ports);
      this.#started.resolve();
    } else onMessage(message);
    if (message.type === "pong" && !this.#isReplaced && isTooLarge(message, memory)) {
      this.#isReplaced = true;
      log.warn({ ...message, pid: this.pid }, "the media process has grown too large; it is replaced");
      this.#child.kill("SIGKILL");
    }
  }
  #ping(): void {
    if (!this.#isReady) return;
    // Counted in pings, not in time, so that a stall of the server itself does not end the process.
    this.#unansweredPings += 1;
    if (this.#unansweredPings > MAX_UNANSWERED_PINGS) this.#killHung();
    else this.send({ type: "ping" });
  }
  #killHung(): void {
    this.#options.log.error({ pid: this.pid }, "the media process hangs; it is ended");
    this.#child.kill("SIGKILL");
  }
  #end(error: Error): void {
    clearTimeout(this.#startTimer);
    clearInterval(this.#pingTimer);
    this.#isReady = false;
    this.#started.reject(error);
  }
}
