/**
 * The reducer of the player: a pure function of state and event. It owns the retry policy, and uses no network, peer
 * connection or clock.
 */
import type { WhepFailure, WhepPolicy, WhepState } from "./types.ts";

export type WhepEvent =
  | { type: "start" }
  | { type: "stop" }
  /** A frame was decoded: the first of a session, or one after a standstill. */
  | { type: "frame"; nowMs: number }
  /** ICE lost its path; it may come back. */
  | { type: "disconnected"; nowMs: number }
  | { type: "frozen"; nowMs: number }
  | { type: "failure"; failure: WhepFailure; nowMs: number; random: number }
  /** The server would not restart ICE, or it did not help. */
  | { type: "restartRefused" }
  /** The deadline of the attempt or of the restart has passed. */
  | { type: "deadline"; nowMs: number; random: number }
  /** The waiting time is over, or the network has come back. */
  | { type: "due" };

export type WhepEffect =
  /** A fresh session: offer, POST, answer. Replaces the one that is there. */
  | { type: "open" }
  | { type: "restartIce" }
  /** DELETE the session and close its peer connection. */
  | { type: "release" }
  | { type: "wait"; ms: number }
  | { type: "deadline"; ms: number }
  /** Forget wait and deadline. */
  | { type: "clearTimers" };

export interface Model {
  state: WhepState;
  /** Failures in a row since the picture was last steady. */
  failures: number;
}

export interface Step {
  model: Model;
  effects: WhepEffect[];
}

export const INITIAL: Model = { state: { kind: "idle" }, failures: 0 };

/** Full jitter (Brooker, "Exponential backoff and jitter"): uniform between 0 and the capped exponential. */
export function fullJitter(failures: number, backoff: { minMs: number; maxMs: number }, random: number): number {
  return Math.round(random * Math.min(backoff.maxMs, backoff.minMs * 2 ** Math.min(failures, 30)));
}

export function reduce(model: Model, event: WhepEvent, policy: WhepPolicy): Step {
  const { state } = model;
  const same: Step = { model, effects: [] };
  switch (event.type) {
    case "start":
      if (state.kind !== "idle" && state.kind !== "failed") return same;
      return open({ state, failures: 0 }, policy);
    case "stop":
      if (state.kind === "idle") return same;
      return { model: INITIAL, effects: [{ type: "clearTimers" }, { type: "release" }] };
    case "frame":
      if (state.kind !== "connecting" && state.kind !== "stalled") return same;
      return { model: { ...model, state: { kind: "live", sinceMs: event.nowMs } }, effects: [{ type: "clearTimers" }] };
    case "disconnected":
      if (state.kind !== "live") return same;
      return {
        model: {
          state: { kind: "stalled", cause: "disconnected", sinceMs: event.nowMs },
          failures: afterLive(model, event.nowMs, policy),
        },
        effects: [{ type: "restartIce" }, { type: "deadline", ms: policy.restartWithinMs }],
      };
    case "frozen":
      if (state.kind !== "live") return same;
      // The path is good, so the sender has a fault: only a fresh session helps.
      return {
        model: {
          state: { kind: "stalled", cause: "frozen", sinceMs: event.nowMs },
          failures: afterLive(model, event.nowMs, policy),
        },
        effects: [{ type: "open" }, { type: "deadline", ms: policy.connectWithinMs }],
      };
    case "restartRefused":
      if (state.kind !== "stalled" || state.cause !== "disconnected") return same;
      return open(model, policy);
    case "failure":
      if (!isTrying(state) && state.kind !== "live") return same;
      return retry(model, event.failure, event.nowMs, event.random, policy);
    case "deadline": {
      if (!isTrying(state)) return same;
      if (state.kind === "stalled" && state.cause === "disconnected") return open(model, policy);
      return retry(model, { reason: "timeout", retryable: true }, event.nowMs, event.random, policy);
    }
    case "due":
      if (state.kind !== "reconnecting") return same;
      return open(model, policy);
  }
}

function isTrying(state: WhepState): boolean {
  return state.kind === "connecting" || state.kind === "stalled";
}

function open(model: Model, policy: WhepPolicy): Step {
  return {
    model: { ...model, state: { kind: "connecting", attempt: model.failures } },
    effects: [{ type: "clearTimers" }, { type: "open" }, { type: "deadline", ms: policy.connectWithinMs }],
  };
}

function retry(model: Model, failure: WhepFailure, nowMs: number, random: number, policy: WhepPolicy): Step {
  const failures = afterLive(model, nowMs, policy) + 1;
  const release: WhepEffect[] = [{ type: "clearTimers" }, { type: "release" }];
  if (!failure.retryable) {
    return { model: { state: { kind: "failed", failure }, failures }, effects: release };
  }
  const inMs = Math.max(failure.retryAfterMs ?? 0, fullJitter(failures - 1, policy.backoff, random));
  return {
    model: { state: { kind: "reconnecting", attempt: failures, inMs, failure }, failures },
    effects: [...release, { type: "wait", ms: inMs }],
  };
}

/** A steady picture resets the count of failures. */
function afterLive(model: Model, nowMs: number, policy: WhepPolicy): number {
  if (model.state.kind !== "live") return model.failures;
  return nowMs - model.state.sinceMs >= policy.steadyAfterMs ? 0 : model.failures;
}
