/**
 * One WHEP session: one peer connection and its resource at the server. It owns offer and answer,
 * trickled candidates, ICE restarts and the DELETE. The player decides when to make a new one.
 */
import { isFailure, type Requests } from "./http.ts";
import { createConnection } from "./prepared.ts";
import { fragment, hasVideo, iceCredentials, withRestartedIce, type Candidate } from "./sdp.ts";
import type { PreparedConnection, WhepClock, WhepFailure } from "./types.ts";

/** Candidates that come within this time go out in one PATCH. */
const BATCH_MS = 30;
/** Without trickle, the offer waits for its candidates, but not longer than this. */
const GATHER_MS = 1_500;
const MAX_CANDIDATES = 128;
export const NO_CODEC: WhepFailure = Object.freeze({ reason: "noCodec", retryable: false });

export interface SessionParts {
  requests: Requests;
  PeerConnection: typeof RTCPeerConnection;
  clock: WhepClock;
  /** Asked before the session and before each restart. undefined: gathering waits for those of the answer (Link headers). */
  iceServers: () => RTCIceServer[] | undefined;
  iceTransportPolicy: RTCIceTransportPolicy | undefined;
  audio: boolean;
  /** False once the server has refused a PATCH: candidates then go into the offer. */
  trickle: boolean;
  /** Used instead of a new connection. */
  prepared: PreparedConnection | null;
}

export interface SessionEvents {
  onTrack(event: RTCTrackEvent): void;
  onAnswered(): void;
  onConnected(): void;
  onDisconnected(): void;
  onRestartRefused(): void;
  onTrickleRefused(): void;
  onFailure(failure: WhepFailure): void;
}

interface Configuration {
  iceServers: RTCIceServer[] | undefined;
  iceTransportPolicy: RTCIceTransportPolicy | undefined;
}
/** Gives it the servers that are known by now. False, and closed: this browser's connections stay as they were made. */
function configure(prepared: PreparedConnection, { iceServers, iceTransportPolicy }: Configuration): boolean {
  const { connection } = prepared;
  try {
    connection.setConfiguration({
      ...connection.getConfiguration(),
      iceServers: iceServers ?? [],
      ...(iceTransportPolicy !== undefined && { iceTransportPolicy }),
    });
    return true;
  } catch {
    prepared.close();
    return false;
  }
}

export class Session {
  readonly connection: RTCPeerConnection;
  #parts: SessionParts;
  #events: SessionEvents;
  #prepared: PreparedConnection | null;
  /** The servers that were known before the endpoint was asked. */
  readonly #early: RTCIceServer[] | undefined;
  #closed = false;
  #resource: string | null = null;
  #etag: string | null = null;
  #pending: Candidate[] = [];
  #gathered = false;
  #ended = false;
  #flushTimer: unknown = null;
  #patching = false;
  /** Candidates wait while a restart is being negotiated. */
  #restarting = false;
  /** The endpoint's own, as its newest answer named them: their credentials end. */
  #endpointServers: RTCIceServer[] = [];

  constructor(parts: SessionParts, events: SessionEvents) {
    this.#parts = parts;
    this.#events = events;
    const { audio, iceTransportPolicy, prepared } = parts;
    this.#early = parts.iceServers();
    const configuration = { iceServers: this.#early, iceTransportPolicy };
    this.#prepared = prepared !== null && configure(prepared, configuration) ? prepared : null;
    const connection =
      this.#prepared?.connection ?? createConnection(parts.PeerConnection, { audio, ...configuration });
    this.connection = connection;
    connection.ontrack = (event) => !this.#closed && events.onTrack(event);
    connection.onicecandidate = ({ candidate }) => this.#candidate(candidate);
    connection.onconnectionstatechange = () => this.#connectionState();
  }

  async open(): Promise<void> {
    const { requests } = this.#parts;
    try {
      const offer = await (this.#prepared?.offer ?? this.connection.createOffer());
      // The endpoint's own servers come with its answer: gathering waits for them, and so needs no restart.
      const early = this.#early !== undefined || !this.#parts.trickle;
      if (early) await this.connection.setLocalDescription(offer);
      if (!this.#parts.trickle) await this.#gatheringOver();
      if (this.#closed) return;
      const sdp = this.#parts.trickle ? offer.sdp : this.connection.localDescription?.sdp;
      const answered = await requests.post(sdp ?? "");
      if (isFailure(answered)) {
        if (!this.#closed) this.#events.onFailure(answered);
        return;
      }
      if (this.#closed) {
        // Closed before the answer: the server's new session must be deleted.
        if (answered.resource !== null) requests.delete(answered.resource);
        return;
      }
      this.#resource = answered.resource;
      this.#etag = answered.etag;
      this.#events.onAnswered();
      if (answered.iceServers.length > 0) this.#useServers(answered.iceServers);
      if (!hasVideo(answered.answer)) return this.#events.onFailure(NO_CODEC);
      if (!early) await this.connection.setLocalDescription(offer);
      await this.connection.setRemoteDescription({ type: "answer", sdp: answered.answer });
      this.#flushSoon();
    } catch (error) {
      if (!this.#closed)
        this.#events.onFailure({ reason: "protocol", retryable: true, detail: String(error).slice(0, 500) });
    }
  }

  /** New ICE credentials on the same session (RFC 9725 §4.3.3). */
  async restartIce(): Promise<void> {
    const resource = this.#resource;
    if (this.#closed || this.#restarting) return;
    if (resource === null || !this.#parts.trickle) return this.#events.onRestartRefused();
    this.#restarting = true;
    this.#pending = [];
    this.#gathered = this.#ended = false;
    try {
      const offer = await this.connection.createOffer({ iceRestart: true });
      const sdp = offer.sdp ?? "";
      const credentials = iceCredentials(sdp);
      const remote = this.connection.remoteDescription?.sdp;
      if (!credentials || remote === undefined) throw new Error("no description to restart from");
      const answer = await this.#parts.requests.patch(resource, "*", fragment(sdp, credentials, [], false));
      if (this.#closed) return;
      const restarted = answer.kind === "restarted" ? withRestartedIce(remote, answer.fragment) : null;
      if (answer.kind !== "restarted" || restarted === null) return this.#events.onRestartRefused();
      this.#etag = answer.etag ?? this.#etag;
      // Gathering begins with the local description: with the credentials of this moment, since the session's may have ended.
      this.#useServers(answer.iceServers);
      await this.connection.setLocalDescription(offer);
      await this.connection.setRemoteDescription({ type: "answer", sdp: restarted });
      this.#restarting = false;
      this.#flushSoon();
    } catch {
      if (!this.#closed) this.#events.onRestartRefused();
    } finally {
      this.#restarting = false;
    }
  }

  /** Ends the session here and at the server. Idempotent. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#parts.clock.clearTimeout(this.#flushTimer);
    this.connection.ontrack = this.connection.onicecandidate = this.connection.onconnectionstatechange = null;
    this.connection.close();
    if (this.#resource !== null) this.#parts.requests.delete(this.#resource);
    this.#resource = null;
  }

  #connectionState(): void {
    if (this.#closed) return;
    const state = this.connection.connectionState;
    if (state === "connected") this.#events.onConnected();
    else if (state === "disconnected" || state === "failed") this.#events.onDisconnected();
  }

  #useServers(servers: RTCIceServer[]): void {
    if (servers.length > 0) this.#endpointServers = servers;
    const iceServers = [...(this.#parts.iceServers() ?? []), ...this.#endpointServers];
    try {
      this.connection.setConfiguration({ ...this.connection.getConfiguration(), iceServers });
    } catch {
      // An address that this browser does not take: host and reflexive candidates remain.
    }
  }

  #candidate(candidate: RTCIceCandidate | null): void {
    if (candidate === null || candidate.candidate === "") this.#gathered = true;
    else if (this.#pending.length < MAX_CANDIDATES)
      this.#pending.push({ candidate: candidate.candidate, mid: candidate.sdpMid ?? "0" });
    if (this.#parts.trickle) this.#flushSoon();
  }

  #flushSoon(): void {
    const { clock } = this.#parts;
    if (this.#closed || this.#flushTimer !== null || this.#resource === null) return;
    this.#flushTimer = clock.setTimeout(() => {
      this.#flushTimer = null;
      void this.#flush();
    }, BATCH_MS);
  }

  async #flush(): Promise<void> {
    if (this.#closed || this.#patching || this.#restarting || this.#resource === null || !this.#parts.trickle) return;
    const ending = this.#gathered && !this.#ended;
    const sdp = this.connection.localDescription?.sdp ?? "";
    const credentials = iceCredentials(sdp);
    if ((this.#pending.length === 0 && !ending) || !credentials) return;
    const batch = this.#pending;
    this.#pending = [];
    if (ending) this.#ended = true;
    this.#patching = true;
    const answer = await this.#parts.requests.patch(
      this.#resource,
      this.#etag,
      fragment(sdp, credentials, batch, ending),
    );
    this.#patching = false;
    if (this.#closed) return;
    if (answer.kind === "accepted") this.#etag = answer.etag ?? this.#etag;
    if (answer.kind === "unsupported") {
      this.#parts.trickle = false;
      this.#events.onTrickleRefused();
    }
    if (answer.kind === "gone" && this.connection.connectionState !== "connected") {
      this.#events.onFailure({ reason: "connection", retryable: true, status: 404 });
    }
    if (this.#pending.length > 0 || (this.#gathered && !this.#ended)) this.#flushSoon();
  }

  #gatheringOver(): Promise<void> {
    const { connection } = this;
    return new Promise((resolve) => {
      if (connection.iceGatheringState === "complete") return resolve();
      const timer = this.#parts.clock.setTimeout(resolve, GATHER_MS);
      connection.onicegatheringstatechange = () => {
        if (connection.iceGatheringState !== "complete") return;
        this.#parts.clock.clearTimeout(timer);
        resolve();
      };
    });
  }
}
