import { describe, expect, it } from "vitest";
import { fullJitter, INITIAL, reduce, type Model, type WhepEvent } from "./state.ts";
import { DEFAULT_POLICY, type WhepFailure } from "./types.ts";

const play = (events: WhepEvent[], from: Model = INITIAL) => {
  let model = from;
  let effects: string[] = [];
  for (const event of events) {
    const step = reduce(model, event, DEFAULT_POLICY);
    model = step.model;
    effects = step.effects.map((effect) => effect.type);
  }
  return { model, effects };
};
const down: WhepFailure = { reason: "unavailable", retryable: true, status: 503 };
const fail = (failure = down, nowMs = 0): WhepEvent => ({ type: "failure", failure, nowMs, random: 1 });

describe("the state of a player", () => {
  it("goes from start to live with the first frame", () => {
    expect(play([{ type: "start" }]).effects).toEqual(["clearTimers", "open", "deadline"]);
    expect(play([{ type: "start" }, { type: "frame", nowMs: 180 }]).model.state).toEqual({
      kind: "live",
      sinceMs: 180,
    });
  });
  it("restarts ICE when the path is lost, and makes a fresh session where that is refused or takes too long", () => {
    const lost: WhepEvent[] = [{ type: "start" }, { type: "frame", nowMs: 0 }, { type: "disconnected", nowMs: 50 }];
    expect(play(lost)).toMatchObject({
      model: { state: { kind: "stalled", cause: "disconnected" } },
      effects: ["restartIce", "deadline"],
    });
    expect(play([...lost, { type: "restartRefused" }])).toMatchObject({
      model: { state: { kind: "connecting" } },
      effects: ["clearTimers", "open", "deadline"],
    });
    expect(play([...lost, { type: "deadline", nowMs: 0, random: 1 }]).model.state.kind).toBe("connecting");
    expect(play([...lost, { type: "frame", nowMs: 90 }]).model.state.kind).toBe("live");
  });
  it("makes a fresh session at once when the picture freezes on a good path", () => {
    expect(play([{ type: "start" }, { type: "frame", nowMs: 0 }, { type: "frozen", nowMs: 9 }])).toMatchObject({
      model: { state: { kind: "stalled", cause: "frozen" } },
      effects: ["open", "deadline"],
    });
  });
  it("waits longer with each failure, up to the cap, and never gives up", () => {
    let model = play([{ type: "start" }]).model;
    const waits: number[] = [];
    for (let failures = 0; failures < 1_000; failures += 1) {
      model = reduce(model, fail(), DEFAULT_POLICY).model;
      if (model.state.kind === "reconnecting") {
        waits.push(model.state.inMs);
        model = reduce(model, { type: "due" }, DEFAULT_POLICY).model;
      }
    }
    expect(waits.slice(0, 7)).toEqual([300, 600, 1200, 2400, 4800, 9600, 10_000]);
    expect(waits).toHaveLength(1_000);
    expect(waits.at(-1)).toBe(10_000);
  });
  it("honours Retry-After and does not retry what will not change", () => {
    expect(play([{ type: "start" }, fail({ ...down, retryAfterMs: 7_000 })]).model.state).toMatchObject({
      kind: "reconnecting",
      inMs: 7_000,
    });
    expect(play([{ type: "start" }, fail({ reason: "noCodec", retryable: false })])).toMatchObject({
      model: { state: { kind: "failed" } },
      effects: ["clearTimers", "release"],
    });
    expect(play([{ type: "start" }, fail({ reason: "noCodec", retryable: false }), { type: "start" }]).model).toEqual({
      state: { kind: "connecting", attempt: 0 },
      failures: 0,
    });
  });
  it("resets the count of failures only after a steady picture", () => {
    const failedTwice = play([
      { type: "start" },
      fail(),
      { type: "due" },
      fail(),
      { type: "due" },
      { type: "frame", nowMs: 0 },
    ]).model;
    expect(reduce(failedTwice, { type: "disconnected", nowMs: 500 }, DEFAULT_POLICY).model.failures).toBe(2);
    expect(reduce(failedTwice, { type: "disconnected", nowMs: 20_000 }, DEFAULT_POLICY).model.failures).toBe(0);
  });
  it("ends from anywhere, and ignores what comes late", () => {
    expect(play([{ type: "start" }, fail(), { type: "stop" }]).model).toEqual(INITIAL);
    for (const late of [
      { type: "due" },
      { type: "frame", nowMs: 1 },
      { type: "frozen", nowMs: 1 },
      { type: "stop" },
    ] as const)
      expect(play([late])).toEqual({ model: INITIAL, effects: [] });
  });
  it("draws the delay from nothing to the cap", () => {
    expect(fullJitter(4, DEFAULT_POLICY.backoff, 0)).toBe(0);
    expect(fullJitter(4, DEFAULT_POLICY.backoff, 0.5)).toBe(2400);
    expect(fullJitter(1e9, DEFAULT_POLICY.backoff, 1)).toBe(10_000);
  });
});
