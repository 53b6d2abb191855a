import { describe, expect, it } from "vitest";
import { read, summarise } from "./stats.ts";

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
