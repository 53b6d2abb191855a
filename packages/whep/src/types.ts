/** Public shapes of the WHEP player: states, failures, statistics, options. No behaviour. */

/** Why there is no connection. `retryable`: the player retries by itself. */
export interface WhepFailure {
  reason:
    | "unauthorized" // 401
    | "forbidden" // 403
    | "notFound" // 404, 410
    | "noCodec" // 406, an answer without video, or a browser that can decode none of `codecs`
    | "protocol" // 400, 405, 415 and any answer that is not WHEP
    | "conflict" // 409: nothing to watch at the moment
    | "busy" // 429
    | "unavailable" // 5xx
    | "network" // the request got no answer
    | "timeout" // no picture within the time allowed
    | "connection" // ICE or DTLS failed
    | "frozen" // connected, but no frame decoded
    | "unsupported"; // the browser has no WebRTC
  retryable: boolean;
  /** HTTP status, if there was an answer. */
  status?: number;
  /** From Retry-After, milliseconds. */
  retryAfterMs?: number;
  /** The first 2,000 characters of the answer's body. */
  detail?: string;
}

export type WhepState =
  | { kind: "idle" }
  /** Offer, answer, ICE, up to the first decoded frame. `attempt` is 0 for the first one. */
  | { kind: "connecting"; attempt: number }
  | { kind: "live"; sinceMs: number }
  /** The picture is frozen; an ICE restart or a new session is in progress. */
  | { kind: "stalled"; cause: "disconnected" | "frozen"; sinceMs: number }
  /** The next fresh attempt (1, 2, …) begins in `inMs`. */
  | { kind: "reconnecting"; attempt: number; inMs: number; failure: WhepFailure }
  /** Failed for good; `start()` tries again. */
  | { kind: "failed"; failure: WhepFailure };

/** Measured over the last interval (about a second). null: not reported by the browser. */
export interface WhepStats {
  atMs: number;
  rttMs: number | null;
  framesPerSecond: number | null;
  bitsPerSecond: number | null;
  /** Lost video packets of this interval, 0 … 1. */
  packetLoss: number | null;
  /** Through a TURN server, or not. */
  path: "direct" | "relay" | null;
  /** Mean time a frame waited in the jitter buffer. */
  jitterBufferMs: number | null;
  /** Mean time to decode a frame. */
  decodeMs: number | null;
  framesDecoded: number;
  framesDropped: number;
  keyFramesDecoded: number;
  freezes: number;
  width: number | null;
  height: number | null;
  codec: string | null;
  /** Loudness now, 0 … 1; null without audio. */
  audioLevel: number | null;
  /** Audio packets of this interval; a server that sends pauses sends few in silence. null without audio. */
  audioPackets: number | null;
}

/** Milliseconds since `start()` or since the latest attempt began. */
export interface WhepTiming {
  answeredMs: number | null;
  connectedMs: number | null;
  firstFrameMs: number | null;
}

export interface WhepPolicy {
  /** Full jitter: a delay is drawn from 0 … min(maxMs, minMs · 2^failures). It is tried again until the player is closed. */
  backoff: { minMs: number; maxMs: number };
  /** Time from the offer to the first frame. */
  connectWithinMs: number;
  /** Time that an ICE restart may take before a fresh session is made. */
  restartWithinMs: number;
  /** Time without a decoded frame after which a fresh session is made. 0: never. */
  frozenAfterMs: number;
  /** Time of live video after which earlier failures don't count any more. */
  steadyAfterMs: number;
}

export const DEFAULT_POLICY: Readonly<WhepPolicy> = Object.freeze({
  backoff: { minMs: 300, maxMs: 10_000 },
  connectWithinMs: 10_000,
  restartWithinMs: 4_000,
  frozenAfterMs: 3_000,
  steadyAfterMs: 10_000,
});

/** Time and random numbers, so that tests control them. */
export interface WhepClock {
  now(): number;
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
  random(): number;
}

/** A connection with its offer, made in advance; it has sent nothing. */
export interface PreparedConnection {
  readonly connection: RTCPeerConnection;
  readonly offer: Promise<RTCSessionDescriptionInit>;
  /** For one that no player has taken. */
  close(): void;
}

export interface WhepOptions {
  /** The WHEP endpoint, or how to get its current address: called before each new session. */
  url: string | URL | (() => string | URL);
  /** Bearer token, or how to get a current one. */
  token?: string | (() => string | Promise<string>);
  /** Further headers of every request. */
  headers?: Record<string, string>;
  /**
   * STUN and TURN servers, or how to get those of the moment: called before each new session and each ICE restart. With
   * them, gathering begins at once. Without them (undefined), it begins with the answer, with the servers of its
   * `Link: rel="ice-server"` headers. Those of the newest answer replace the ones of an earlier answer.
   */
  iceServers?: RTCIceServer[] | (() => RTCIceServer[] | undefined);
  iceTransportPolicy?: RTCIceTransportPolicy;
  /** Request audio too (default true). If the server has none, the stream has no audio. */
  audio?: boolean;
  /**
   * MIME types, such as "video/H264", of which the browser must be able to decode one. One that says that it can decode
   * none of them fails with `noCodec` before anything is requested.
   */
  codecs?: readonly string[];
  /**
   * A connection prepared with the same `audio`, or null: asked before each new session. From then on it is the
   * player's, which closes it.
   */
  takePrepared?: () => PreparedConnection | null;
  /**
   * The stream of the current session, once for each: with the first track in it, further ones are added. It changes
   * with a fresh session.
   */
  onStream?: (stream: MediaStream) => void;
  onTrack?: (event: RTCTrackEvent) => void;
  onState?: (state: WhepState) => void;
  onStats?: (stats: WhepStats) => void;
  onTiming?: (timing: WhepTiming) => void;
  /** Aborting it is `close()`. */
  signal?: AbortSignal;
  policy?: Partial<WhepPolicy>;
  /** Time between statistics (default 1000 ms). */
  statsEveryMs?: number;
  fetch?: typeof fetch;
  RTCPeerConnection?: typeof RTCPeerConnection;
  clock?: WhepClock;
  /** Source of the page's events and visibility (default: the window). null: none. */
  page?: WhepPage | null;
}

/** pagehide: another page follows; pageshow: the browser has kept this one, and shows it again; resume: it was frozen. */
export type WhepPageEvent = "online" | "pagehide" | "pageshow" | "resume" | "visibilitychange";
export interface WhepPage {
  hidden(): boolean;
  /** Returns the end of the subscription. */
  on(event: WhepPageEvent, listener: () => void): () => void;
}

export interface WhepPlayer {
  readonly state: WhepState;
  readonly stats: WhepStats | null;
  readonly timing: WhepTiming;
  readonly stream: MediaStream | null;
  /** Begins, also after `failed` or `close()`. No effect while it runs. */
  start(): void;
  /** A decoded frame was seen on screen (for instance by requestVideoFrameCallback): sooner than statistics show it. */
  frameShown(): void;
  /** The peer connection of the current session, for measuring. */
  readonly connection: RTCPeerConnection | null;
  /** Ends the session with a DELETE that outlives the page. Idempotent. */
  close(): void;
}
