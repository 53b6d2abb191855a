/**
 * Live video: which player watches which machine, and the process that draws, encodes and sends. That process may die;
 * it is started again, and those who watched are told.
 */
import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { AppError } from "@reelcast/contract";
import type { VideoSource } from "@reelcast/machine";
import type { Logger } from "pino";
import type { FromMedia, ToMedia } from "./messages.ts";
import { readFragment } from "./sdp.ts";

const PROGRAM = fileURLToPath(new URL("./media/main.ts", import.meta.url));
const ANSWER_WITHIN_MS = 5_000;
const MAX_VIEWERS = 500;
const RESTART = { minMs: 100, maxMs: 10_000, steadyAfterMs: 30_000 };

export interface Seat {
  sessionId: string;
  epoch: number;
}
interface ViewerRecord extends Seat {
  id: string;
  machineId: number;
  etag: string;
  ufrag: string | null;
}

export interface Video {
  start(): Promise<void>;
  stop(): Promise<void>;
  pid(): number | null;
  viewers(): number;
  /** @throws AppError 40000 not an offer, 40600 no codec in common, 70000 the video can't start, 40400 no such machine */
  create(request: Seat & { machineId: number; offer: string }): Promise<{ id: string; etag: string; answer: string }>;
  /** Trickled candidates. @throws AppError 40400 gone, 41200 and 42800 by If-Match, 40900 where ICE can't be restarted here */
  patch(id: string, request: { sessionId: string; ifMatch: string | undefined; fragment: string }): void;
  /** @throws AppError 40400 */
  remove(id: string, request: { sessionId: string }): void;
}

export interface VideoOptions {
  log: Logger;
  source: (machineId: number) => VideoSource | null;
  size: { width: number; height: number };
  frameRate?: number;
  ports: { from: number; to: number };
  publicAddress?: string | undefined;
  timecode: boolean;
  /** The process died: whoever watched in these seats has lost the picture. */
  onRestart: (seats: Seat[]) => void;
}

export function createVideo(options: VideoOptions): Video {
  const { log, source } = options;
  const records = new Map<string, ViewerRecord>();
  const waiting = new Map<string, { resolve: (answer: string) => void; reject: (error: Error) => void }>();
  /** Ends of the subscriptions to what watched machines show. */
  const watching = new Map<number, () => void>();
  let child: ChildProcess | null = null;
  let ready: Promise<void> = Promise.resolve();
  let failures = 0;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const send = (message: ToMedia): void => {
    if (child?.connected) child.send(message);
  };
  const watched = (machineId: number) => [...records.values()].some((record) => record.machineId === machineId);

  function watch(machineId: number, drawn: Extract<VideoSource, { kind: "drawn" }>): void {
    if (watching.has(machineId)) return;
    watching.set(
      machineId,
      drawn.subscribe((display) => send({ type: "display", machineId, display })),
    );
  }
  function forget(id: string): void {
    const record = records.get(id);
    if (!record) return;
    records.delete(id);
    if (watched(record.machineId)) return;
    watching.get(record.machineId)?.();
    watching.delete(record.machineId);
  }

  function hear(message: FromMedia): void {
    switch (message.type) {
      case "created":
        waiting.get(message.viewerId)?.resolve(message.answer);
        waiting.delete(message.viewerId);
        break;
      case "refused":
        if (message.code === 70000) log.error({ detail: message.detail }, "video could not be started");
        waiting.get(message.viewerId)?.reject(new AppError(message.code));
        waiting.delete(message.viewerId);
        forget(message.viewerId);
        break;
      case "ended":
        forget(message.viewerId);
        break;
      case "ready":
        break;
    }
  }

  function launch(): Promise<void> {
    const began = Date.now();
    const media = fork(PROGRAM, [], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      execArgv: ["--disable-warning=ExperimentalWarning"],
    });
    child = media;
    const first = new Promise<void>((resolve, reject) => {
      media.on("message", (message: FromMedia) => {
        if (message.type === "ready") resolve();
        hear(message);
      });
      media.once("exit", (code, signal) => {
        reject(new Error(`the media process ended (${signal ?? code})`));
        if (child === media) child = null;
        if (!stopped) died(Date.now() - began, signal ?? code);
      });
    });
    media.on("error", (error) => log.error({ err: error }, "the media process"));
    send({
      type: "start",
      options: {
        width: options.size.width,
        height: options.size.height,
        timecode: options.timecode,
        ports: options.ports,
        publicAddress: options.publicAddress,
      },
    });
    return first;
  }

  function died(afterMs: number, how: string | number | null): void {
    const lost = [...records.values()].map(({ sessionId, epoch }) => ({ sessionId, epoch }));
    for (const { reject } of waiting.values()) reject(new AppError(70000));
    waiting.clear();
    for (const id of records.keys()) forget(id);
    failures = afterMs > RESTART.steadyAfterMs ? 0 : failures + 1;
    const wait = failures <= 1 ? 0 : Math.min(RESTART.maxMs, RESTART.minMs * 2 ** failures);
    log.error({ how, restartInMs: wait, viewers: lost.length }, "the media process died; it is started again");
    timer = setTimeout(() => {
      ready = launch();
      ready.then(
        () => options.onRestart(lost),
        () => {},
      );
    }, wait);
  }

  const recordOf = (id: string, sessionId: string): ViewerRecord => {
    const record = records.get(id);
    // Somebody else's is as good as none.
    if (!record || record.sessionId !== sessionId) throw new AppError(40400);
    return record;
  };

  return {
    async start() {
      ready = launch();
      await ready;
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      for (const end of watching.values()) end();
      const media = child;
      if (!media) return;
      const exited = new Promise((resolve) => media.once("exit", resolve));
      media.disconnect();
      const cut = setTimeout(() => media.kill("SIGKILL"), 1_000);
      await exited;
      clearTimeout(cut);
    },
    pid: () => child?.pid ?? null,
    viewers: () => records.size,

    async create({ machineId, sessionId, epoch, offer }) {
      const shown = source(machineId);
      if (!shown) throw new AppError(40400);
      // Cameras of real machines bring their own WHEP address: the edge forwards to it.
      if (shown.kind !== "drawn") throw new AppError(70000);
      await ready.catch(() => {
        throw new AppError(70000);
      });
      // One picture per seat: a newer one replaces it.
      for (const record of records.values()) {
        if (record.sessionId !== sessionId) continue;
        send({ type: "remove", viewerId: record.id });
        forget(record.id);
      }
      if (records.size >= MAX_VIEWERS) throw new AppError(70000);
      const id = randomUUID();
      const display = shown.display();
      records.set(id, { id, machineId, sessionId, epoch, etag: `"${randomUUID()}"`, ufrag: readFragment(offer).ufrag });
      watch(machineId, shown);
      const answer = await new Promise<string>((resolve, reject) => {
        const late = setTimeout(() => {
          waiting.delete(id);
          reject(new AppError(70000));
        }, ANSWER_WITHIN_MS);
        const settle =
          <T>(then: (value: T) => void) =>
          (value: T) => {
            clearTimeout(late);
            then(value);
          };
        waiting.set(id, { resolve: settle(resolve), reject: settle(reject) });
        send({ type: "create", viewerId: id, machineId, offer, frameRate: display.cabinet ? 25 : 30, display });
      }).catch((error: unknown) => {
        send({ type: "remove", viewerId: id });
        forget(id);
        throw error;
      });
      return { id, etag: records.get(id)?.etag ?? '""', answer };
    },
    patch(id, { sessionId, ifMatch, fragment }) {
      const record = recordOf(id, sessionId);
      if (ifMatch === undefined) throw new AppError(42800);
      const { ufrag, candidates } = readFragment(fragment);
      // The library can't restart ICE on an answered connection: the viewer makes a fresh session instead.
      if (ifMatch === "*" || (ufrag !== null && ufrag !== record.ufrag)) throw new AppError(40900);
      if (ifMatch !== record.etag) throw new AppError(41200);
      send({ type: "candidates", viewerId: id, candidates });
    },
    remove(id, { sessionId }) {
      recordOf(id, sessionId);
      send({ type: "remove", viewerId: id });
      forget(id);
    },
  };
}
