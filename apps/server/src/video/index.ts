/**
 * Live video: which player watches which machine. The media process, a child process, draws and encodes simulated
 * machines; after a crash it is restarted and its viewers are notified. Cameras of real machines have their own WHEP
 * server, to which the player's requests are forwarded.
 */
import { randomUUID } from "node:crypto";
import { AppError, ErrorCode } from "@reelcast/contract";
import type { VideoSource } from "@reelcast/machine";
import type { Logger } from "pino";
import { MAX_CANDIDATES, ownAddresses, publicCandidates, withoutCandidates } from "./candidates.ts";
import { createCameraForwarder } from "./cameraForwarder.ts";
import type { OutsideSession, PatchResult } from "./cameraForwarder.ts";
import { createDisplayFeeds } from "./displayFeeds.ts";
import type { FromMedia } from "./messages.ts";
import { readFragment } from "./sdp.ts";
import { createSupervisor } from "./supervisor.ts";

const ANSWER_WITHIN_MS = 5_000;
const MAX_VIEWERS = 500;
const SWEEP_MS = 1_000;
const FRAME_RATE = { cabinet: 25, screen: 30 };

/** The seat that a viewer belongs to: player, machine and session. */
export interface Seat {
  sessionId: string;
  playerId: number;
  machineId: number;
}
interface ViewerRecord extends Seat {
  id: string;
  /** Names the ICE session (RFC 9725 §4.3): another one after each ICE restart. */
  etag: string;
  /** Of the connection that it was made for. */
  epoch: number;
  ufrag: string | null;
  /** null: served by the media process. */
  outside: OutsideSession | null;
  /** Number of ICE candidates sent to the outside server. */
  candidates: number;
}
/** The player and machine of a request for a viewer's resource. */
export type Requester = Pick<Seat, "playerId" | "machineId">;

export interface Video {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** The media process. */
  pid(): number | null;
  viewers(): number;
  stats(): { viewers: number; machines: number; restarts: number; frames: number };
  /**
   * Replaces the seat's former viewer, unless that is of a newer connection (`epoch`). `link`: ICE servers that an
   * outside WHEP server recommends, as it wrote them.
   * @throws AppError InvalidRequest not an offer, NoCommonVideoFormat no codec in common, VideoStartFailed the video
   * can't start, NotFound no such machine, Conflict replaced by a newer one while it was made, SeatTakenOver the seat
   * has a newer connection
   */
  create(
    request: Seat & { epoch: number; offer: string },
  ): Promise<{ id: string; etag: string; answer: string; link: string | null }>;
  /**
   * Trickled candidates, and where an outside server films, ICE restarts. @throws AppError NotFound gone or another's,
   * PreconditionRequired without If-Match, PreconditionFailed of another ICE session, InvalidRequest no fragment,
   * VideoNotRenewable ICE can't be restarted
   */
  patch(id: string, request: Requester & { ifMatch: string | undefined; fragment: string }): Promise<PatchResult>;
  /** @throws AppError NotFound */
  remove(id: string, request: Requester): void;
}

export interface VideoOptions {
  log: Logger;
  source: (machineId: number) => VideoSource | null;
  /** Whether the session still holds its seat: checked every second; the picture ends when it does not. */
  holdsSeat: (seat: Seat) => boolean;
  size: { width: number; height: number };
  ports: { from: number; to: number };
  bindAddress?: string | undefined;
  publicAddress?: string | undefined;
  /** For viewers who reach their TURN server over TCP or TLS; without it, they see no picture. */
  proxyPort?: number | undefined;
  timecode: boolean;
  /** The operator's frames per second, if set: read whenever a picture begins. */
  frameRate?: () => number | null;
  /** Called with the seats that lost their picture, when the media process has been restarted after its death. */
  onRestart: (seats: Seat[]) => void;
  /** For outside WHEP servers; tests replace it. */
  fetch?: typeof fetch;
  /** Interval of the pings to the media process. */
  pingMs?: number;
  /** Resident memory above which it is replaced; for tests. */
  memory?: { idleMb: number; watchedMb: number; perMachineMb: number };
}

export function createVideo(options: VideoOptions): Video {
  const { log, source } = options;
  const records = new Map<string, ViewerRecord>();
  const pendingAnswers = new Map<string, { resolve: (answer: string) => void; reject: (error: Error) => void }>();
  const forwarder = createCameraForwarder(options.fetch);
  /** Seats that lost the picture and have not been notified yet. */
  let seatsToNotify: Seat[] = [];
  let restarts = 0;
  let frames = 0;
  let sweep: NodeJS.Timeout | undefined;

  const supervisor = createSupervisor({
    log,
    pingMs: options.pingMs,
    memory: options.memory,
    media: {
      width: options.size.width,
      height: options.size.height,
      timecode: options.timecode,
      ports: options.ports,
      ...(options.bindAddress === undefined ? {} : { bindAddress: options.bindAddress }),
      ...(options.publicAddress === undefined ? {} : { publicAddress: options.publicAddress }),
      ...(options.proxyPort === undefined ? {} : { proxyPort: options.proxyPort }),
    },
    onMessage: onMediaMessage,
    onExit() {
      restarts += 1;
      frames = 0;
      feeds.stop();
      for (const record of records.values()) {
        if (record.outside) continue;
        seatsToNotify.push(seatOf(record));
        removeRecord(record.id);
      }
      for (const { reject } of pendingAnswers.values()) reject(new AppError(ErrorCode.VideoStartFailed));
    },
    onRestarted() {
      const tell = seatsToNotify;
      seatsToNotify = [];
      options.onRestart(tell);
    },
  });
  const feeds = createDisplayFeeds((message, written) => supervisor.send(message, written));

  function onMediaMessage(message: FromMedia): void {
    switch (message.type) {
      case "created":
        pendingAnswers.get(message.viewerId)?.resolve(message.answer);
        break;
      case "refused":
        if (message.code === ErrorCode.VideoStartFailed)
          log.error({ detail: message.detail }, "video could not be started");
        else log.info({ code: message.code, detail: message.detail }, "an offer for video was refused");
        pendingAnswers.get(message.viewerId)?.reject(new AppError(message.code));
        break;
      case "ended":
        removeRecord(message.viewerId);
        break;
      case "pong":
        frames = message.frames;
        break;
      case "ready":
        break;
    }
  }

  function removeRecord(id: string): void {
    const record = records.get(id);
    if (!record) return;
    records.delete(id);
    const isWatched = [...records.values()].some((other) => !other.outside && other.machineId === record.machineId);
    if (!record.outside && !isWatched) feeds.end(record.machineId);
  }
  /** Ends a viewer: removes its record and closes its connection. */
  function end(record: ViewerRecord): void {
    removeRecord(record.id);
    if (record.outside) void forwarder.remove(record.outside);
    else supervisor.send({ type: "remove", viewerId: record.id });
    pendingAnswers.get(record.id)?.reject(new AppError(ErrorCode.Conflict));
  }
  const seatOf = ({ sessionId, playerId, machineId }: ViewerRecord): Seat => ({ sessionId, playerId, machineId });
  const recordOf = (id: string, asker: Requester): ViewerRecord => {
    const record = records.get(id);
    // A viewer of another player is answered like a missing one.
    if (!record || record.playerId !== asker.playerId || record.machineId !== asker.machineId)
      throw new AppError(ErrorCode.NotFound);
    return record;
  };

  /** The part of an offer or fragment that may be sent to the outside server. */
  function filterForOutside(record: ViewerRecord, text: string): string {
    const own = ownAddresses(options.publicAddress);
    const told = publicCandidates(text, own, MAX_CANDIDATES - record.candidates);
    record.candidates += told.candidates;
    return told.text;
  }

  /** The answer of the media process to this viewer's offer. */
  async function createLocalViewer(
    record: ViewerRecord,
    drawn: VideoSource & { kind: "drawn" },
    offer: string,
  ): Promise<string> {
    const display = drawn.display();
    feeds.begin(record.machineId, drawn);
    const answer = new Promise<string>((resolve, reject) => pendingAnswers.set(record.id, { resolve, reject }));
    const timeout = setTimeout(
      () => pendingAnswers.get(record.id)?.reject(new AppError(ErrorCode.VideoStartFailed)),
      ANSWER_WITHIN_MS,
    );
    supervisor.send({
      type: "create",
      viewerId: record.id,
      machineId: record.machineId,
      offer: withoutCandidates(offer),
      frameRate: options.frameRate?.() ?? (display.cabinet ? FRAME_RATE.cabinet : FRAME_RATE.screen),
      display,
    });
    try {
      return await answer;
    } finally {
      clearTimeout(timeout);
      pendingAnswers.delete(record.id);
    }
  }

  return {
    async start() {
      sweep = setInterval(() => {
        for (const record of records.values()) if (!options.holdsSeat(seatOf(record))) end(record);
      }, SWEEP_MS);
      sweep.unref();
      await supervisor.start();
    },
    async stop() {
      clearInterval(sweep);
      feeds.stop();
      for (const { outside } of records.values()) if (outside) void forwarder.remove(outside);
      await supervisor.stop();
    },
    pid: () => supervisor.pid(),
    viewers: () => records.size,
    stats: () => ({ viewers: records.size, machines: feeds.size(), restarts, frames }),

    async create({ sessionId, playerId, machineId, epoch, offer }) {
      const shown = source(machineId);
      if (!shown) throw new AppError(ErrorCode.NotFound);
      if (shown.kind === "drawn" && !(await supervisor.ready(ANSWER_WITHIN_MS)))
        throw new AppError(ErrorCode.VideoStartFailed);
      // One picture per seat: a newer one replaces it.
      const former = [...records.values()].filter((record) => record.sessionId === sessionId);
      if (former.some((record) => record.epoch > epoch)) throw new AppError(ErrorCode.SeatTakenOver);
      former.forEach(end);
      if (records.size >= MAX_VIEWERS) throw new AppError(ErrorCode.VideoStartFailed);
      const record: ViewerRecord = {
        id: randomUUID(),
        sessionId,
        playerId,
        machineId,
        epoch,
        etag: `"${randomUUID()}"`,
        ufrag: readFragment(offer).ufrag,
        outside: shown.kind === "drawn" ? null : { resource: null, etag: null },
        candidates: 0,
      };
      records.set(record.id, record);
      try {
        if (shown.kind === "drawn") {
          const answer = await createLocalViewer(record, shown, offer);
          return { id: record.id, etag: record.etag, answer, link: null };
        }
        const { answer, link, ...outside } = await forwarder.create(shown.url, filterForOutside(record, offer));
        record.outside = outside;
        if (!records.has(record.id)) {
          void forwarder.remove(outside);
          throw new AppError(ErrorCode.Conflict);
        }
        return { id: record.id, etag: record.etag, answer, link };
      } catch (error) {
        if (records.has(record.id)) end(record);
        throw error;
      }
    },

    async patch(id, { ifMatch, fragment, ...asker }) {
      const record = recordOf(id, asker);
      if (ifMatch === undefined) throw new AppError(ErrorCode.PreconditionRequired);
      const { ufrag, isFragment } = readFragment(fragment);
      if (!isFragment) throw new AppError(ErrorCode.InvalidRequest);
      const isRestart = ifMatch === "*" || (ufrag !== null && ufrag !== record.ufrag);
      if (!isRestart && ifMatch !== record.etag) throw new AppError(ErrorCode.PreconditionFailed);
      if (record.outside) {
        const result = await forwarder.patch(record.outside, filterForOutside(record, fragment), isRestart);
        if (result.status === 204) return result;
        record.outside.etag = result.etag;
        record.etag = `"${randomUUID()}"`;
        record.ufrag = ufrag;
        return { ...result, etag: record.etag };
      }
      // The library can't restart ICE on an answered connection: the viewer makes a fresh session instead. 422 is what
      // RFC 9725 §4.3 asks of a server that trickles but does not restart.
      if (isRestart) throw new AppError(ErrorCode.VideoNotRenewable);
      // The viewer connects to this server, which answers to the source address: the viewer's candidates are not used.
      return { status: 204 };
    },
    remove(id, asker) {
      end(recordOf(id, asker));
    },
  };
}
