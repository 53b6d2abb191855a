import { describe, expect, it } from "vitest";
import { iceServersOf, retryAfterMs } from "./link.ts";
import { fragment, iceCredentials, withRestartedIce } from "./sdp.ts";
import { fullJitter, INITIAL, reduce, type Model, type WhepEvent } from "./state.ts";
import { read, summarise } from "./stats.ts";
import { OFFER } from "./testing.ts";
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
  it("waits longer with each failure, up to the cap, and fails after the last attempt", () => {
    let model = play([{ type: "start" }]).model;
    const waits: number[] = [];
    while (model.state.kind !== "failed") {
      model = reduce(model, fail(), DEFAULT_POLICY).model;
      if (model.state.kind === "reconnecting") {
        waits.push(model.state.inMs);
        model = reduce(model, { type: "due" }, DEFAULT_POLICY).model;
      }
    }
    expect(waits.slice(0, 7)).toEqual([300, 600, 1200, 2400, 4800, 9600, 10_000]);
    expect(waits).toHaveLength(DEFAULT_POLICY.maxAttempts - 1);
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

describe("Link headers", () => {
  it("reads ICE servers with credentials, and nothing else", () => {
    expect(
      iceServersOf(
        '<stun:stun.example.net>; rel="ice-server", <turn:turn.example.net?transport=udp>; rel="ice-server"; username="u,1"; credential="p\\"w"; credential-type="password", </x>; rel=next, <javascript:x>; rel="ice-server"',
      ),
    ).toEqual([
      { urls: "stun:stun.example.net" },
      { urls: "turn:turn.example.net?transport=udp", username: "u,1", credential: 'p"w' },
    ]);
    expect(iceServersOf(null)).toEqual([]);
  });
  it("reads Retry-After in both forms", () => {
    expect(retryAfterMs("3", 0)).toBe(3000);
    expect(retryAfterMs("Thu, 01 Jan 1970 00:00:10 GMT", 4_000)).toBe(6000);
    expect(retryAfterMs("soon", 0)).toBeUndefined();
    expect(retryAfterMs(null, 0)).toBeUndefined();
  });
});

describe("SDP", () => {
  it("writes a fragment with candidates below their media section", () => {
    const credentials = iceCredentials(OFFER("abcd"));
    expect(credentials).toEqual({ ufrag: "abcd", pwd: "pwd-abcd-0123456789012345" });
    if (!credentials) return;
    expect(
      fragment(
        OFFER("abcd"),
        credentials,
        [{ candidate: "candidate:1 1 udp 1 10.0.0.1 5 typ host", mid: "0" }],
        true,
      ).split("\r\n"),
    ).toEqual([
      "a=group:BUNDLE 0 1",
      "a=ice-ufrag:abcd",
      "a=ice-pwd:pwd-abcd-0123456789012345",
      "m=video 9 UDP/TLS/RTP/SAVPF 102",
      "a=mid:0",
      "a=candidate:1 1 udp 1 10.0.0.1 5 typ host",
      "a=end-of-candidates",
      "",
    ]);
  });
  it("puts new credentials and candidates into the old answer", () => {
    const restarted = withRestartedIce(
      OFFER("old").replace("a=mid:0", "a=mid:0\r\na=candidate:9 1 udp 9 10.9.9.9 9 typ host"),
      "a=ice-ufrag:new1\r\na=ice-pwd:newpwd\r\nm=video 9 X 0\r\na=mid:0\r\na=candidate:2 1 udp 2 10.0.0.2 6 typ host\r\na=end-of-candidates\r\n",
    );
    expect(restarted?.match(/a=ice-ufrag:new1/g)).toHaveLength(2);
    expect(restarted).not.toContain("10.9.9.9");
    expect(restarted?.indexOf("10.0.0.2")).toBeLessThan(restarted?.indexOf("m=audio") ?? 0);
    expect(withRestartedIce(OFFER("old"), "a=candidate:1")).toBeNull();
  });
});

describe("statistics", () => {
  const report = (video: object): [string, unknown][] => [
    ["V", { type: "inbound-rtp", kind: "video", codecId: "C", ...video }],
    ["C", { type: "codec", mimeType: "video/H264" }],
    ["T", { type: "transport", selectedCandidatePairId: "P" }],
    ["P", { type: "candidate-pair", currentRoundTripTime: 0.012, localCandidateId: "L", remoteCandidateId: "R" }],
    ["L", { type: "local-candidate", candidateType: "relay" }],
    ["R", { type: "remote-candidate", candidateType: "host" }],
  ];
  it("gives rates over the last interval", () => {
    const first = read(
      report({
        framesDecoded: 100,
        bytesReceived: 10_000,
        packetsReceived: 90,
        packetsLost: 0,
        totalDecodeTime: 1,
        jitterBufferDelay: 1,
        jitterBufferEmittedCount: 100,
      }),
      1_000,
    );
    const second = read(
      report({
        framesDecoded: 150,
        bytesReceived: 60_000,
        packetsReceived: 180,
        packetsLost: 10,
        totalDecodeTime: 1.1,
        jitterBufferDelay: 1.5,
        jitterBufferEmittedCount: 150,
      }),
      3_000,
    );
    const stats = summarise(second, first);
    expect(stats).toMatchObject({
      framesPerSecond: 25,
      bitsPerSecond: 200_000,
      packetLoss: 0.1,
      path: "relay",
      codec: "H264",
      rttMs: 12,
    });
    expect(stats.decodeMs).toBeCloseTo(2);
    expect(stats.jitterBufferMs).toBeCloseTo(10);
  });
  it("reports the audio level and the number of audio packets", () => {
    const audio = (packetsReceived: number): [string, unknown] => [
      "A",
      { type: "inbound-rtp", kind: "audio", audioLevel: 0.25, packetsReceived },
    ];
    const first = read([audio(100), ...report({ packetsReceived: 7 })], 1_000);
    expect(summarise(read([audio(150), ...report({ packetsReceived: 9 })], 2_000), first)).toMatchObject({
      audioLevel: 0.25,
      audioPackets: 50,
    });
  });
  it("has null where the browser reports nothing", () => {
    expect(summarise(read([], 5), null)).toMatchObject({
      rttMs: null,
      path: null,
      framesPerSecond: null,
      packetLoss: null,
      codec: null,
      audioLevel: null,
      audioPackets: null,
    });
  });
});
