/**
 * The WHEP player: carries out what `state.ts` decides, with one session at a time, its timers and its statistics. It
 * owns no element of the page; the app attaches the stream.
 */
import { createRequests } from "./http.ts";
import { Session } from "./session.ts";
import { INITIAL, reduce, type WhepEffect, type WhepEvent } from "./state.ts";
import { read, summarise, type Reading } from "./stats.ts";
import {
  DEFAULT_POLICY,
  type WhepClock,
  type WhepOptions,
  type WhepPage,
  type WhepPlayer,
  type WhepPolicy,
  type WhepStats,
  type WhepTiming,
} from "./types.ts";

/** Interval of statistics until the first frame, so that `live` is reported without delay. */
const FIRST_FRAME_POLL_MS = 100;

/** Makes a player; nothing happens before `start()`. */
export function createWhepPlayer(options: WhepOptions): WhepPlayer {
  const policy: WhepPolicy = { ...DEFAULT_POLICY, ...options.policy };
  const clock = options.clock ?? realClock;
  const page = options.page === undefined ? browserPage() : options.page;
  const PeerConnection = options.RTCPeerConnection ?? globalThis.RTCPeerConnection;
  const statsEveryMs = options.statsEveryMs ?? 1_000;
  const requests = createRequests({
    fetch: options.fetch ?? globalThis.fetch.bind(globalThis),
    endpoint: () => String(typeof options.url === "function" ? options.url() : options.url),
    token: options.token,
    headers: options.headers ?? {},
    now: Date.now,
  });

  let model = INITIAL;
  let session: Session | null = null;
  let stream: MediaStream | null = null;
  let trickle = true;
  let waitTimer: unknown = null;
  let deadlineTimer: unknown = null;
  let statsTimer: unknown = null;
  let stats: WhepStats | null = null;
  let startedMs = 0;
  let timing: WhepTiming = { answeredMs: null, connectedMs: null, firstFrameMs: null };
  /** State of the watchdog: number of frames, and when it last changed. */
  let progress = { frames: 0, atMs: 0, readMs: 0 };
  let before: Reading | null = null;
  let unsubscribePage: (() => void)[] = [];

  function dispatch(event: WhepEvent): void {
    const step = reduce(model, event, policy);
    const changed = step.model.state !== model.state;
    model = step.model;
    for (const effect of step.effects) carryOut(effect);
    if (changed) options.onState?.(model.state);
  }

  function carryOut(effect: WhepEffect): void {
    switch (effect.type) {
      case "open":
        return open();
      case "restartIce":
        return void session?.restartIce();
      case "release":
        return release();
      case "wait":
        waitTimer = clock.setTimeout(() => dispatch({ type: "due" }), effect.ms);
        return;
      case "deadline":
        clock.clearTimeout(deadlineTimer);
        deadlineTimer = clock.setTimeout(
          () => dispatch({ type: "deadline", nowMs: clock.now(), random: clock.random() }),
          effect.ms,
        );
        return;
      case "clearTimers":
        clock.clearTimeout(waitTimer);
        clock.clearTimeout(deadlineTimer);
        return;
    }
  }

  function open(): void {
    release();
    startedMs = clock.now();
    before = null;
    progress = { frames: 0, atMs: startedMs, readMs: startedMs };
    reportTiming({ answeredMs: null, connectedMs: null, firstFrameMs: null });
    const current: Session = new Session(
      {
        requests,
        PeerConnection,
        clock,
        iceServers: options.iceServers,
        iceTransportPolicy: options.iceTransportPolicy,
        audio: options.audio ?? true,
        trickle,
      },
      {
        onTrack(event) {
          options.onTrack?.(event);
          // Servers put picture and sound into one stream or into two; the page gets one, whichever they did.
          const isNew = stream === null;
          stream ??= new MediaStream();
          stream.addTrack(event.track);
          if (isNew) options.onStream?.(stream);
        },
        onAnswered: () => reportTiming({ ...timing, answeredMs: clock.now() - startedMs }),
        onConnected() {
          if (timing.connectedMs === null) reportTiming({ ...timing, connectedMs: clock.now() - startedMs });
          poll();
        },
        onDisconnected() {
          if (model.state.kind === "connecting") {
            if (current.connection.connectionState === "failed")
              dispatch({
                type: "failure",
                failure: { reason: "connection", retryable: true },
                nowMs: clock.now(),
                random: clock.random(),
              });
          } else dispatch({ type: "disconnected", nowMs: clock.now() });
        },
        onRestartRefused: () => dispatch({ type: "restartRefused" }),
        onTrickleRefused: () => {
          trickle = false;
        },
        onFailure: (failure) => dispatch({ type: "failure", failure, nowMs: clock.now(), random: clock.random() }),
      },
    );
    session = current;
    void current.open();
  }

  function release(): void {
    clock.clearTimeout(statsTimer);
    statsTimer = null;
    session?.close();
    session = null;
    stream = null;
  }

  function reportTiming(next: WhepTiming): void {
    timing = next;
    options.onTiming?.(next);
  }

  function frame(): void {
    if (timing.firstFrameMs === null) reportTiming({ ...timing, firstFrameMs: clock.now() - startedMs });
    dispatch({ type: "frame", nowMs: clock.now() });
  }

  /** Reads statistics now and again later, for as long as this session lasts. */
  function poll(): void {
    clock.clearTimeout(statsTimer);
    const current = session;
    if (!current) return;
    void readStats(current).finally(() => {
      if (session !== current) return;
      clock.clearTimeout(statsTimer);
      statsTimer = clock.setTimeout(
        poll,
        model.state.kind === "live" ? statsEveryMs : Math.min(FIRST_FRAME_POLL_MS, statsEveryMs),
      );
    });
  }

  async function readStats(current: Session): Promise<void> {
    const report = await current.connection.getStats().catch(() => null);
    if (session !== current || report === null) return;
    const nowMs = clock.now();
    const reading = read(report, nowMs);
    if (before === null || nowMs - before.atMs >= statsEveryMs * 0.9) {
      stats = summarise(reading, before);
      before = reading;
      options.onStats?.(stats);
    }
    checkForFreeze(reading.framesDecoded, nowMs, current);
  }

  function checkForFreeze(frames: number, nowMs: number, current: Session): void {
    const moved = frames !== progress.frames;
    // A sleeping or hidden page has no readings, so the time between them does not count.
    const asleep = nowMs - progress.readMs > statsEveryMs * 2 + 500 || page?.hidden() === true;
    progress = { frames, atMs: moved || asleep ? nowMs : progress.atMs, readMs: nowMs };
    if (moved && frames > 0 && current.connection.connectionState === "connected") return frame();
    if (policy.frozenAfterMs > 0 && model.state.kind === "live" && nowMs - progress.atMs >= policy.frozenAfterMs)
      dispatch({ type: "frozen", nowMs });
  }

  function close(): void {
    for (const forget of unsubscribePage) forget();
    unsubscribePage = [];
    dispatch({ type: "stop" });
  }

  const player: WhepPlayer = {
    get state() {
      return model.state;
    },
    get stats() {
      return stats;
    },
    get timing() {
      return timing;
    },
    get stream() {
      return stream;
    },
    get connection() {
      return session?.connection ?? null;
    },
    start() {
      if (options.signal?.aborted === true) return;
      if (page && unsubscribePage.length === 0)
        unsubscribePage = [page.on("online", () => dispatch({ type: "due" })), page.on("pagehide", close)];
      dispatch({ type: "start" });
    },
    frameShown() {
      if (session?.connection.connectionState === "connected") frame();
    },
    close,
  };
  options.signal?.addEventListener("abort", close, { once: true });
  return player;
}

const realClock: WhepClock = {
  now: () => performance.now(),
  setTimeout: (callback, ms) => globalThis.setTimeout(callback, ms),
  clearTimeout: (handle) => globalThis.clearTimeout(handle as ReturnType<typeof setTimeout>),
  random: Math.random,
};

function browserPage(): WhepPage | null {
  if (typeof window === "undefined") return null;
  return {
    hidden: () => document.visibilityState === "hidden",
    on(event, listener) {
      window.addEventListener(event, listener);
      return () => window.removeEventListener(event, listener);
    },
  };
}
