/**
 * Live video: which player watches which machine. The media process, a child process, draws and encodes simulated
 * machines; after a crash it is restarted and its viewers are notified. Cameras of real machines have their own WHEP
 * server, to which the player's requests are forwarded.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { AppError, ErrorCode, pictureSizeFor } from "@reelcast/contract";
import type { PictureSize } from "@reelcast/contract";
import type { DisplayState, VideoSource } from "@reelcast/machine";
import type { ReelsView } from "@reelcast/machine/screen";
import { logCameraFault } from "./cameraFaults.ts";
import { createCameraForwarder } from "./cameraForwarder.ts";
import type { CameraForwarder, PatchResult } from "./cameraForwarder.ts";
import { MAX_CANDIDATES, ownAddresses, publicCandidates } from "./candidates.ts";
import { createDisplayFeeds } from "./displayFeeds.ts";
import type { DisplayFeeds } from "./displayFeeds.ts";
import type { FromMedia, MediaOptions, MediaPorts } from "./messages.ts";
import { ANSWER_WITHIN_MS, PendingOffers } from "./offers.ts";
import { ReelPictures } from "./reelPictures.ts";
import { readFragment } from "./sdp.ts";
import { Stills } from "./stills.ts";
import type { LivingStill, WantedStill } from "./stills.ts";
import { Supervisor } from "./supervisor.ts";
import type { OwnVideo, Requester, Seat, Video, VideoOptions, ViewerOffer } from "./types.ts";
import { ViewerRecords, seatOf } from "./viewers.ts";
import type { ViewerRecord } from "./viewers.ts";

export { createRemoteVideo } from "./remote/remoteVideo.ts";
export { serveVideo } from "./remote/serveVideo.ts";
export { STILL_PERIOD_MS } from "./stills.ts";
export type { WantedStill } from "./stills.ts";
export type * from "./types.ts";

const MAX_VIEWERS = 500;
const SWEEP_MS = 1_000;
const NO_PORTS: MediaPorts = { video: null, proxy: null };
const FRAME_RATE = { cabinet: 25, screen: 30 };

type Created = Awaited<ReturnType<Video["create"]>>;

class LiveVideo implements OwnVideo {
  readonly #options: VideoOptions;
  readonly #viewers = new ViewerRecords();
  readonly #forwarder: CameraForwarder;
  readonly #supervisor: Supervisor;
  readonly #feeds: DisplayFeeds;
  readonly #offers: PendingOffers;
  readonly #pictures: ReelPictures;
  readonly #stills: Stills;
  /** Seats that lost the picture and have not been notified yet. */
  #seatsToNotify: Seat[] = [];
  #restarts = 0;
  #ports: MediaPorts = NO_PORTS;
  #frames = 0;
  #sweep: NodeJS.Timeout | undefined;

  constructor(options: VideoOptions) {
    const { log, pingMs, memory } = options;
    this.#options = options;
    this.#forwarder = createCameraForwarder({
      ...(options.fetch && { fetcher: options.fetch }),
      onFault: (machineId, url, fault) => logCameraFault(log, machineId, url, fault),
    });
    this.#supervisor = new Supervisor({
      log,
      pingMs,
      memory,
      media: mediaOptions(options),
      onMessage: (message) => this.#onMessage(message),
      onReady: (ports) => (this.#ports = ports),
      onExit: () => this.#onExit(),
      onRestarted: () => {
        const seats = this.#seatsToNotify;
        this.#seatsToNotify = [];
        options.onRestart(seats);
      },
    });
    this.#feeds = createDisplayFeeds((message, written) => this.#supervisor.send(message, written));
    this.#offers = new PendingOffers((message) => this.#supervisor.send(message), log);
    this.#pictures = new ReelPictures((message) => this.#supervisor.send(message));
    this.#stills = new Stills({
      display: (machineId, when) => this.#displayOf(machineId, when),
      draw: (view) => this.drawReels(view),
      pause: (ms) => pause(ms, undefined, { ref: false }),
    });
  }

  async start(): Promise<void> {
    this.#sweep = setInterval(() => {
      for (const record of this.#viewers.all()) if (!this.#options.holdsSeat(seatOf(record))) this.#end(record);
    }, SWEEP_MS);
    this.#sweep.unref();
    await this.#supervisor
      .start()
      .catch((error: unknown) => this.#options.log.error({ err: error }, "the media process could not be started"));
  }
  async stop(): Promise<void> {
    clearInterval(this.#sweep);
    this.#feeds.stop();
    for (const record of this.#viewers.all()) if (record.outside) this.#end(record);
    await Promise.all([this.#forwarder.stop(), this.#supervisor.stop()]);
  }
  pid(): number | null {
    return this.#supervisor.pid();
  }
  viewers(): number {
    return this.#viewers.size;
  }
  ports(): MediaPorts {
    return this.#ports;
  }
  stats(): ReturnType<Video["stats"]> {
    const machines = this.#feeds.size();
    return { viewers: this.#viewers.size, machines, restarts: this.#restarts, frames: this.#frames };
  }

  // ——— requests of players ———

  async create(request: Seat & ViewerOffer): Promise<Created> {
    const source = await this.#options.source(request.machineId);
    if (!source) throw new AppError(ErrorCode.NotFound);
    if (source.kind === "drawn" && !(await this.#supervisor.ready(ANSWER_WITHIN_MS)))
      throw new AppError(ErrorCode.VideoStartFailed);
    this.#endFormer(request);
    if (this.#viewers.size >= MAX_VIEWERS) throw new AppError(ErrorCode.VideoStartFailed);
    const { offer, isLocal = false, pictureWidth = 0, pictureHeight = 0, ...seat } = request;
    const record: ViewerRecord = {
      ...seat,
      id: randomUUID(),
      etag: newEtag(),
      ufrag: readFragment(offer).ufrag,
      outside: source.kind === "drawn" ? null : { machineId: request.machineId, resource: null, etag: null },
      candidates: 0,
    };
    this.#viewers.add(record);
    try {
      if (source.kind === "drawn")
        return await this.#createDrawn(record, source, {
          offer,
          isLocal,
          size: pictureSizeFor(pictureWidth, pictureHeight),
        });
      return await this.#createForwarded(record, source.url, offer);
    } catch (error) {
      if (this.#viewers.has(record.id)) this.#end(record);
      throw error;
    }
  }
  /** One picture for each seat: a newer one replaces it. @throws AppError SeatTakenOver */
  #endFormer({ sessionId, epoch }: Seat & { epoch: number }): void {
    const former = this.#viewers.ofSession(sessionId);
    if (former.some((record) => record.epoch > epoch)) throw new AppError(ErrorCode.SeatTakenOver);
    for (const record of former) this.#end(record);
  }
  async #createDrawn(
    { id, etag, machineId }: ViewerRecord,
    source: VideoSource & { kind: "drawn" },
    asked: { offer: string; isLocal: boolean; size: PictureSize },
  ): Promise<Created> {
    const display = source.display();
    this.#feeds.begin(machineId, source);
    const standard = display.cabinet ? FRAME_RATE.cabinet : FRAME_RATE.screen;
    const frameRate = this.#options.frameRate?.() ?? standard;
    const answer = await this.#offers.send({ viewerId: id, machineId, ...asked, frameRate, display });
    return { id, etag, answer, link: null };
  }
  async #createForwarded(record: ViewerRecord, url: string, offer: string): Promise<Created> {
    const { answer, link, ...outside } = await this.#forwarder.create(record, {
      url,
      offer: this.#filterForOutside(record, offer),
      isWanted: () => this.#viewers.has(record.id),
    });
    record.outside = { ...outside, machineId: record.machineId };
    return { id: record.id, etag: record.etag, answer, link };
  }
  async isViewed(id: string, requester: Requester): Promise<boolean> {
    return this.#viewers.isViewed(id, requester);
  }
  async patch(
    id: string,
    { ifMatch, fragment, ...requester }: Requester & { ifMatch: string | undefined; fragment: string },
  ): Promise<PatchResult> {
    const record = this.#viewers.of(id, requester);
    if (ifMatch === undefined) throw new AppError(ErrorCode.PreconditionRequired);
    const { ufrag, isFragment } = readFragment(fragment);
    if (!isFragment) throw new AppError(ErrorCode.InvalidRequest);
    const isRestart = ifMatch === "*" || (ufrag !== null && ufrag !== record.ufrag);
    if (!isRestart && ifMatch !== record.etag) throw new AppError(ErrorCode.PreconditionFailed);
    if (record.outside) {
      const result = await this.#forwarder.patch(record.outside, this.#filterForOutside(record, fragment), isRestart);
      if (result.status === 204) return result;
      record.outside.etag = result.etag;
      record.etag = newEtag();
      record.ufrag = ufrag;
      return { ...result, etag: record.etag };
    }
    // The library can't restart ICE on an answered connection: the viewer makes a fresh session instead. RFC 9725 §4.3
    // requires 422 of a server that trickles but does not restart.
    if (isRestart) throw new AppError(ErrorCode.VideoNotRenewable);
    // The viewer connects to this server, which answers to the source address: the viewer's candidates are not used.
    return { status: 204 };
  }
  remove(id: string, requester: Requester): void {
    // The session's end, or the closing connection, was faster than the request: what it asks for is done.
    if (this.#viewers.hasEnded(id, requester)) return;
    this.#end(this.#viewers.of(id, requester));
  }
  stills(wanted: readonly WantedStill[]): Promise<LivingStill[]> {
    return this.#stills.read(wanted);
  }
  async drawReels(view: ReelsView): Promise<string | null> {
    return this.#supervisor.isReady ? this.#pictures.draw(view) : null;
  }
  async #displayOf(machineId: number, when: "inPlay" | "always"): Promise<DisplayState | null> {
    const source = when === "always" || this.#options.inPlay(machineId) ? await this.#options.source(machineId) : null;
    return source?.kind === "drawn" ? source.display() : null;
  }
  /** The part of an offer or fragment that may be sent to the outside server. */
  #filterForOutside(record: ViewerRecord, text: string): string {
    const own = ownAddresses(this.#options.publicAddresses);
    const filtered = publicCandidates(text, own, MAX_CANDIDATES - record.candidates);
    record.candidates += filtered.candidates;
    return filtered.text;
  }

  // ——— ends ———

  /** Removes the record and closes the connection. */
  #end(record: ViewerRecord): void {
    this.#removeRecord(record.id);
    if (record.outside) void this.#forwarder.remove(record.outside);
    else this.#supervisor.send({ type: "remove", viewerId: record.id });
    this.#offers.refuse(record.id, ErrorCode.Conflict);
  }
  #removeRecord(id: string): void {
    const record = this.#viewers.remove(id);
    if (record && !record.outside && !this.#viewers.isDrawn(record.machineId)) this.#feeds.end(record.machineId);
  }

  // ——— the media process ———

  #onMessage(message: FromMedia): void {
    switch (message.type) {
      case "created":
      case "refused":
        this.#offers.onAnswer(message);
        break;
      case "ended":
        this.#removeRecord(message.viewerId);
        break;
      case "still":
        this.#pictures.onAnswer(message);
        break;
      case "pong":
        this.#frames = message.frames;
        this.#ports = message.ports;
        break;
      case "ready":
        break;
    }
  }
  #onExit(): void {
    this.#restarts += 1;
    this.#frames = 0;
    this.#ports = NO_PORTS;
    this.#feeds.stop();
    for (const record of this.#viewers.all()) {
      if (record.outside) continue;
      this.#seatsToNotify.push(seatOf(record));
      this.#viewers.remove(record.id);
    }
    this.#offers.refuseAll(ErrorCode.VideoStartFailed);
    this.#pictures.refuseAll();
  }
}

const newEtag = () => `"${randomUUID()}"`;

/** For a phone that is held upright: of the same width in relation to its units. Both sides are even, as the encoder wants them. */
const tallSizeOf = ({ width }: VideoOptions["size"]) => ({
  width: 2 * Math.round((width * 270) / 640),
  height: 2 * Math.round((width * 285) / 640),
});

function mediaOptions(options: VideoOptions): MediaOptions {
  const { size, largeSize, timecode, ports, bindAddress, publicAddresses, proxyPorts, connectMs } = options;
  return {
    ...size,
    timecode,
    ports,
    ...(largeSize === undefined ? {} : { large: largeSize }),
    tall: tallSizeOf(size),
    ...(bindAddress === undefined ? {} : { bindAddress }),
    ...(publicAddresses === undefined ? {} : { publicAddresses: [...publicAddresses] }),
    ...(proxyPorts === undefined ? {} : { proxyPorts }),
    ...(connectMs === undefined ? {} : { connectMs }),
  };
}

export function createVideo(options: VideoOptions): OwnVideo {
  return new LiveVideo(options);
}
