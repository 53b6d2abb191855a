/** Summarises two readings of `RTCPeerConnection.getStats()`. Pure. */
import type { WhepStats } from "./types.ts";

/** The figures of one reading that are counted from the start of the connection. */
export interface Reading {
  atMs: number;
  bytes: number;
  packets: number;
  lost: number;
  framesDecoded: number;
  framesDropped: number;
  keyFramesDecoded: number;
  freezes: number;
  decodeSeconds: number;
  bufferSeconds: number;
  buffered: number;
  rttMs: number | null;
  path: "direct" | "relay" | null;
  width: number | null;
  height: number | null;
  codec: string | null;
  audioLevel: number | null;
  audioPackets: number | null;
}

type Entry = Record<string, unknown>;

/** Picks the video stream, its codec and the selected candidate pair out of a report. */
export function read(report: Iterable<[string, unknown]>, atMs: number): Reading {
  const byId = new Map<string, Entry>();
  for (const [id, entry] of report) if (typeof entry === "object" && entry !== null) byId.set(id, entry as Entry);
  const all = [...byId.values()];
  const inbound = (kind: string): Entry =>
    all.find((entry) => entry["type"] === "inbound-rtp" && entry["kind"] === kind) ?? {};
  const video = inbound("video");
  const audio = inbound("audio");
  const transport = all.find((entry) => entry["type"] === "transport");
  const pair =
    byId.get(text(transport?.["selectedCandidatePairId"]) ?? "") ??
    all.find(
      (entry) =>
        entry["type"] === "candidate-pair" &&
        (entry["selected"] === true || (entry["nominated"] === true && entry["state"] === "succeeded")),
    );
  const local = byId.get(text(pair?.["localCandidateId"]) ?? "");
  const remote = byId.get(text(pair?.["remoteCandidateId"]) ?? "");
  const seconds = number(pair?.["currentRoundTripTime"]);
  return {
    atMs,
    bytes: number(video["bytesReceived"]) ?? 0,
    packets: number(video["packetsReceived"]) ?? 0,
    lost: number(video["packetsLost"]) ?? 0,
    framesDecoded: number(video["framesDecoded"]) ?? 0,
    framesDropped: number(video["framesDropped"]) ?? 0,
    keyFramesDecoded: number(video["keyFramesDecoded"]) ?? 0,
    freezes: number(video["freezeCount"]) ?? 0,
    decodeSeconds: number(video["totalDecodeTime"]) ?? 0,
    bufferSeconds: number(video["jitterBufferDelay"]) ?? 0,
    buffered: number(video["jitterBufferEmittedCount"]) ?? 0,
    rttMs: seconds === null ? null : seconds * 1000,
    path:
      pair === undefined
        ? null
        : [local, remote].some((end) => end?.["candidateType"] === "relay")
          ? "relay"
          : "direct",
    width: number(video["frameWidth"]),
    height: number(video["frameHeight"]),
    codec: text(byId.get(text(video["codecId"]) ?? "")?.["mimeType"])?.replace(/^video\//i, "") ?? null,
    audioLevel: number(audio["audioLevel"]),
    audioPackets: number(audio["packetsReceived"]),
  };
}

/** Rates over the time between two readings of the same connection; null if the divisor is 0. */
export function summarise(now: Reading, before: Reading | null): WhepStats {
  const seconds = before ? (now.atMs - before.atMs) / 1000 : 0;
  const rate = (key: "bytes" | "framesDecoded"): number | null =>
    before && seconds > 0 ? Math.max(0, now[key] - before[key]) / seconds : null;
  const bits = rate("bytes");
  const packets = before ? now.packets - before.packets : 0;
  // Late packets may lower the count of lost ones.
  const lost = before ? Math.max(0, now.lost - before.lost) : 0;
  return {
    atMs: now.atMs,
    rttMs: now.rttMs,
    framesPerSecond: rate("framesDecoded"),
    bitsPerSecond: bits === null ? null : bits * 8,
    packetLoss: before && packets + lost > 0 ? lost / (packets + lost) : null,
    path: now.path,
    jitterBufferMs: mean(now.bufferSeconds, before?.bufferSeconds, now.buffered, before?.buffered),
    decodeMs: mean(now.decodeSeconds, before?.decodeSeconds, now.framesDecoded, before?.framesDecoded),
    framesDecoded: now.framesDecoded,
    framesDropped: now.framesDropped,
    keyFramesDecoded: now.keyFramesDecoded,
    freezes: now.freezes,
    width: now.width,
    height: now.height,
    codec: now.codec,
    audioLevel: now.audioLevel,
    audioPackets: now.audioPackets === null ? null : now.audioPackets - (before?.audioPackets ?? 0),
  };
}

function mean(sum: number, sumBefore = 0, count: number, countBefore = 0): number | null {
  const counted = count - countBefore;
  return counted > 0 ? ((sum - sumBefore) / counted) * 1000 : null;
}
const number = (value: unknown): number | null => (typeof value === "number" && Number.isFinite(value) ? value : null);
const text = (value: unknown): string | null => (typeof value === "string" ? value : null);
