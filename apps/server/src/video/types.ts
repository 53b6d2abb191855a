/** Interface and options of live video. */
import type { VideoSource } from "@reelcast/machine";
import type { ReelsView } from "@reelcast/machine/screen";
import type { Logger } from "pino";
import type { PatchResult } from "./cameraForwarder.ts";
import type { LivingStill, WantedStill } from "./stills.ts";

/** The seat that a viewer belongs to: player, machine and session. */
export interface Seat {
  sessionId: string;
  playerId: number;
  machineId: number;
}
/** The player and machine of a request for a viewer's resource. */
export type Requester = Pick<Seat, "playerId" | "machineId">;

/** What a viewer asks with. */
export interface ViewerOffer {
  /** Of the seat's connection. */
  epoch: number;
  offer: string;
  /** The viewer is in a network of the house: the house's own addresses are offered as well as the public ones. */
  isLocal?: boolean | undefined;
  /** The place that the viewer's page has for the picture, CSS pixels; not said: small and wide. */
  pictureWidth?: number | undefined;
  pictureHeight?: number | undefined;
}

export interface Video {
  /** Never rejects: without a media process there are no drawn pictures, and it is started again. */
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
  create(request: Seat & ViewerOffer): Promise<{ id: string; etag: string; answer: string; link: string | null }>;
  /**
   * Trickled candidates, and at an outside server also ICE restarts. @throws AppError NotFound gone or another's,
   * PreconditionRequired without If-Match, PreconditionFailed of another ICE session, InvalidRequest no fragment,
   * VideoNotRenewable ICE can't be restarted
   */
  patch(id: string, request: Requester & { ifMatch: string | undefined; fragment: string }): Promise<PatchResult>;
  /** Does nothing where the viewer has just ended by itself. @throws AppError NotFound unknown or another's */
  remove(id: string, request: Requester): void | Promise<void>;
  /** Whether that viewer is still there: a short time after its connection has ended, it is not. */
  isViewed(id: string, requester: Requester): Promise<boolean>;
  /**
   * Small pictures of the reels of machines in play, a new one every 2 s while they are asked for; of those that are held, five a
   * second and their sound. Machines with a camera have
   * none: their frames are not decoded.
   */
  stills(wanted: readonly WantedStill[]): Promise<LivingStill[]>;
  /** These reels as a data URL; null if it can't be drawn in time. */
  drawReels(view: ReelsView): Promise<string | null>;
}

/** That of this process. */
export interface OwnVideo extends Video {
  /** The UDP ports that are open; null: none, or there is no media process. */
  ports(): { video: number | null; proxy: number | null };
}

export interface VideoOptions {
  log: Logger;
  /** Where a machine's picture comes from; null: no such machine runs. */
  source: (machineId: number) => Promise<VideoSource | null>;
  /** Whether somebody has a session at the machine: there are stills of machines in play only. */
  inPlay: (machineId: number) => boolean;
  /** Whether the session still holds its seat: checked every second; the picture ends when it does not. */
  holdsSeat: (seat: Seat) => boolean;
  size: { width: number; height: number };
  /** For viewers whose picture is large; without it, all have `size`. */
  largeSize?: { width: number; height: number } | undefined;
  ports: { from: number; to: number };
  bindAddress?: string | undefined;
  /** In place of this computer's own, for viewers outside of the house's networks. */
  publicAddresses?: readonly string[];
  /** For viewers who reach their TURN server over TCP or TLS; without it, they see no picture. */
  proxyPorts?: { from: number; to: number } | undefined;
  timecode: boolean;
  /** The operator's frames per second, if set: read whenever a picture begins. */
  frameRate?: () => number | null;
  /** Called with the seats that lost their picture, when the media process has been restarted after its death. */
  onRestart: (seats: Seat[]) => void;
  /** Time in which a viewer must connect after its answer; default 15 s. */
  connectMs?: number;
  /** For outside WHEP servers; tests replace it. */
  fetch?: typeof fetch;
  /** Interval of the pings to the media process. */
  pingMs?: number;
  /** Resident memory above which it is replaced; for tests. */
  memory?: { idleMb: number; watchedMb: number; perMachineMb: number };
}
