/**
 * The WHEP player: carries out what `state.ts` decides, with one session at a time, its timers and its statistics. It
 * owns no element of the page; the app attaches the stream.
 */
import { browserClock, browserPage } from "./browser.ts";
import { createRequests, type Requests } from "./http.ts";
import { NO_CODEC, Session, type SessionEvents } from "./session.ts";
import { INITIAL, reduce, type WhepEffect, type WhepEvent, type Model } from "./state.ts";
import { StatsPoller } from "./statsPoller.ts";
import {
  DEFAULT_POLICY,
  type WhepClock,
  type WhepFailure,
  type WhepOptions,
  type WhepPage,
  type WhepPlayer,
  type WhepPolicy,
  type WhepState,
  type WhepStats,
  type WhepTiming,
} from "./types.ts";

const NO_TIMING: WhepTiming = { answeredMs: null, connectedMs: null, firstFrameMs: null };

/** Whether the browser can decode one of them. One that does not say may: the endpoint's answer decides. */
function canDecode(codecs: readonly string[]): boolean {
  const known = globalThis.RTCRtpReceiver?.getCapabilities?.("video")?.codecs ?? [];
  const wanted = codecs.map((codec) => codec.toLowerCase());
  return known.length === 0 || known.some(({ mimeType }) => wanted.includes(mimeType.toLowerCase()));
}

class Player implements WhepPlayer {
  readonly #options: WhepOptions;
  readonly #policy: WhepPolicy;
  readonly #clock: WhepClock;
  readonly #page: WhepPage | null;
  readonly #requests: Requests;
  #model: Model = INITIAL;
  #session: Session | null = null;
  #poller: StatsPoller | null = null;
  #stream: MediaStream | null = null;
  /** False once the server has refused trickled candidates. */
  #trickle = true;
  #waitTimer: unknown = null;
  #deadlineTimer: unknown = null;
  #stats: WhepStats | null = null;
  #startedMs = 0;
  #timing = NO_TIMING;
  #unsubscribePage: (() => void)[] = [];
  /** It ran when the page was left, and goes on if the page comes back. */
  #suspended = false;

  constructor(options: WhepOptions) {
    this.#options = options;
    this.#policy = { ...DEFAULT_POLICY, ...options.policy };
    this.#clock = options.clock ?? browserClock;
    this.#page = options.page === undefined ? browserPage() : options.page;
    this.#requests = createRequests({
      fetch: options.fetch ?? globalThis.fetch.bind(globalThis),
      endpoint: () => String(typeof options.url === "function" ? options.url() : options.url),
      token: options.token,
      headers: options.headers ?? {},
      now: Date.now,
    });
    options.signal?.addEventListener("abort", () => this.close(), { once: true });
  }

  get state(): WhepState {
    return this.#model.state;
  }
  get stats(): WhepStats | null {
    return this.#stats;
  }
  get timing(): WhepTiming {
    return this.#timing;
  }
  get stream(): MediaStream | null {
    return this.#stream;
  }
  get connection(): RTCPeerConnection | null {
    return this.#session?.connection ?? null;
  }
  start(): void {
    if (this.#options.signal?.aborted === true) return;
    if (this.#page && this.#unsubscribePage.length === 0)
      this.#unsubscribePage = [
        this.#page.on("online", () => this.#dispatch({ type: "due" })),
        this.#page.on("resume", () => this.#resume()),
        this.#page.on("pagehide", () => this.#suspend()),
        this.#page.on("pageshow", () => this.#suspended && this.start()),
      ];
    this.#suspended = false;
    this.#dispatch({ type: "start" });
  }
  /**
   * Another page follows. The browser keeps this one only without a connection and without live tracks, and the server's
   * session must end.
   */
  #suspend(): void {
    const { kind } = this.state;
    this.#suspended = kind !== "idle" && kind !== "failed";
    if (!this.#suspended) return;
    for (const { track } of this.connection?.getReceivers() ?? []) track.stop();
    this.#dispatch({ type: "stop" });
  }
  /** The page was frozen: what happened meanwhile is looked at now, not when a timer is due. */
  #resume(): void {
    this.#poller?.poll();
    this.#dispatch({ type: "due" });
  }
  frameShown(): void {
    if (this.connection?.connectionState === "connected") this.#onFrame();
  }
  close(): void {
    for (const unsubscribe of this.#unsubscribePage) unsubscribe();
    this.#unsubscribePage = [];
    this.#suspended = false;
    this.#dispatch({ type: "stop" });
  }

  // ——— decisions ———

  #dispatch(event: WhepEvent): void {
    const step = reduce(this.#model, event, this.#policy);
    const changed = step.model.state !== this.#model.state;
    this.#model = step.model;
    for (const effect of step.effects) this.#carryOut(effect);
    if (changed) this.#options.onState?.(this.#model.state);
  }
  #carryOut(effect: WhepEffect): void {
    const clock = this.#clock;
    switch (effect.type) {
      case "open":
        return this.#open();
      case "restartIce":
        return void this.#session?.restartIce();
      case "release":
        return this.#release();
      case "wait":
        this.#waitTimer = clock.setTimeout(() => this.#dispatch({ type: "due" }), effect.ms);
        return;
      case "deadline":
        clock.clearTimeout(this.#deadlineTimer);
        this.#deadlineTimer = clock.setTimeout(
          () => this.#dispatch({ type: "deadline", nowMs: clock.now(), random: clock.random() }),
          effect.ms,
        );
        return;
      case "clearTimers":
        clock.clearTimeout(this.#waitTimer);
        clock.clearTimeout(this.#deadlineTimer);
        return;
    }
  }
  #fail(failure: WhepFailure): void {
    this.#dispatch({ type: "failure", failure, nowMs: this.#clock.now(), random: this.#clock.random() });
  }

  // ——— the session ———

  #open(): void {
    this.#release();
    const { iceServers, iceTransportPolicy, audio = true, codecs } = this.#options;
    // The types promise it; some browsers are built without it.
    const PeerConnection: typeof RTCPeerConnection | undefined =
      this.#options.RTCPeerConnection ?? globalThis.RTCPeerConnection;
    if (PeerConnection === undefined)
      return queueMicrotask(() => this.#fail({ reason: "unsupported", retryable: false }));
    if (codecs && !canDecode(codecs)) return queueMicrotask(() => this.#fail(NO_CODEC));
    this.#startedMs = this.#clock.now();
    this.#reportTiming(NO_TIMING);
    const session = new Session(
      {
        requests: this.#requests,
        PeerConnection,
        clock: this.#clock,
        iceServers: typeof iceServers === "function" ? iceServers : () => iceServers,
        iceTransportPolicy,
        audio,
        trickle: this.#trickle,
        prepared: this.#options.takePrepared?.() ?? null,
      },
      this.#sessionEvents(),
    );
    this.#session = session;
    this.#poller = this.#createPoller(session.connection);
    void session.open();
  }
  #sessionEvents(): SessionEvents {
    return {
      onTrack: (event) => this.#addTrack(event),
      onAnswered: () => this.#reportTiming({ ...this.#timing, answeredMs: this.#sinceStart() }),
      onConnected: () => {
        if (this.#timing.connectedMs === null) this.#reportTiming({ ...this.#timing, connectedMs: this.#sinceStart() });
        this.#poller?.poll();
      },
      onDisconnected: () => {
        if (this.#model.state.kind !== "connecting") this.#dispatch({ type: "disconnected", nowMs: this.#clock.now() });
        else if (this.connection?.connectionState === "failed") this.#fail({ reason: "connection", retryable: true });
      },
      onRestartRefused: () => this.#dispatch({ type: "restartRefused" }),
      onTrickleRefused: () => {
        this.#trickle = false;
      },
      onFailure: (failure) => this.#fail(failure),
    };
  }
  /** Servers put picture and sound into one stream or into two; the page gets one in both cases. */
  #addTrack(event: RTCTrackEvent): void {
    this.#options.onTrack?.(event);
    const isNew = this.#stream === null;
    this.#stream ??= new MediaStream();
    this.#stream.addTrack(event.track);
    if (isNew) this.#options.onStream?.(this.#stream);
  }
  #createPoller(connection: RTCPeerConnection): StatsPoller {
    return new StatsPoller({
      connection,
      clock: this.#clock,
      everyMs: this.#options.statsEveryMs ?? 1_000,
      frozenAfterMs: this.#policy.frozenAfterMs,
      isLive: () => this.#model.state.kind === "live",
      isHidden: () => this.#page?.hidden() === true,
      onStats: (stats) => {
        this.#stats = stats;
        this.#options.onStats?.(stats);
      },
      onFrame: () => this.#onFrame(),
      onFrozen: () => this.#dispatch({ type: "frozen", nowMs: this.#clock.now() }),
    });
  }
  #release(): void {
    this.#poller?.stop();
    this.#poller = null;
    this.#session?.close();
    this.#session = null;
    this.#stream = null;
  }

  // ——— timing ———

  #onFrame(): void {
    if (this.#timing.firstFrameMs === null) this.#reportTiming({ ...this.#timing, firstFrameMs: this.#sinceStart() });
    this.#dispatch({ type: "frame", nowMs: this.#clock.now() });
  }
  #sinceStart(): number {
    return this.#clock.now() - this.#startedMs;
  }
  #reportTiming(timing: WhepTiming): void {
    this.#timing = timing;
    this.#options.onTiming?.(timing);
  }
}

/** Makes a player; nothing happens before `start()`. */
export function createWhepPlayer(options: WhepOptions): WhepPlayer {
  return new Player(options);
}
