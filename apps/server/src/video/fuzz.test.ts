/** Mutated real offers against the media process: it refuses or serves them, and does not crash. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { AppError, ErrorCode } from "@reelcast/contract";
import fc from "fast-check";
import { pino } from "pino";
import { expect, it } from "vitest";
import { createVideo } from "./index.ts";
import { createTestViewer, fakeMachine } from "./testing.ts";

/** Only of this process, and outside the ephemeral range. */
const PORT = 20_000 + (process.pid % 1_000) * 10 + 5;
const BATCHES = 60;
const BATCH = 50;
const CLIENT_FAULTS: readonly number[] = [ErrorCode.InvalidRequest, ErrorCode.NoCommonVideoFormat];

/** Of Chromium 145, for picture and sound. */
const CHROMIUM = readFileSync(new URL("./testing.chromium.sdp", import.meta.url), "utf8").replaceAll("\n", "\r\n");

/** Lines in wrong places, and values that a parser may not expect. */
const ODD_LINES = [
  "m=video 9 UDP/TLS/RTP/SAVPF 104",
  "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
  "m=audio 0 UDP/TLS/RTP/SAVPF 999999999999",
  "a=mid:0",
  "a=mid:",
  "a=group:BUNDLE 0 0 1 nobody",
  "a=ice-ufrag:zzzz",
  "a=ice-pwd:0123456789012345678901",
  "a=ice-options:trickle renomination",
  "a=setup:passive",
  "a=fingerprint:sha-512 00",
  "a=sctp-port:-1",
  "a=max-message-size:99999999999999999999",
  "a=rtpmap:104 H264/0",
  "a=rtpmap:-1 opus/48000/2",
  "a=rtpmap:",
  "a=fmtp:104",
  "a=fmtp:104 ;;;=;packetization-mode=1;profile-level-id=42e01f",
  "a=rtcp-fb:* nack",
  "a=extmap:99999999999 urn:x",
  "a=ssrc:4294967296 cname:x",
  "a=ssrc-group:FID 1",
  "a=candidate:1 1 UDP 1 nowhere.invalid 5000 typ host",
  "a=candidate:",
  "a=end-of-candidates",
  "a=",
  "b=AS:-1",
  "",
];
type Mutation = (offer: string, at: number) => string;
const onLines =
  (change: (lines: string[], at: number) => void): Mutation =>
  (offer, at) => {
    const lines = offer.split("\r\n");
    change(lines, Math.floor(at * lines.length));
    return lines.join("\r\n");
  };
const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.constant(onLines((lines, at) => lines.splice(at, 1))),
  fc.constant(onLines((lines, at) => lines.splice(at, 0, lines[at] ?? ""))),
  fc.nat(40).map((to) => onLines((lines, at) => lines.splice(to, 0, ...lines.splice(at, 1)))),
  fc.constantFrom(...ODD_LINES).map((line) => onLines((lines, at) => lines.splice(at, 0, line))),
  fc
    .integer({ min: 2, max: 1_000 })
    .map((times) => onLines((lines, at) => lines.splice(at, 0, ...Array<string>(times).fill(lines[at] ?? "")))),
  fc.constant<Mutation>((offer, at) => offer.slice(0, Math.floor(at * offer.length))),
  fc
    .oneof(fc.string({ maxLength: 8 }), fc.string({ unit: "binary", maxLength: 8 }))
    .map<Mutation>((text) => (offer, at) => {
      const from = Math.floor(at * offer.length);
      return offer.slice(0, from) + text + offer.slice(from + text.length);
    }),
  fc
    .constantFrom("", "0", "-1", "65536", "4294967296", "99999999999999999999", "1e9", "x".repeat(5_000))
    .map<Mutation>((number) => (offer, at) => {
      const from = Math.floor(at * offer.length);
      return offer.slice(0, from) + offer.slice(from).replace(/\d+/, number);
    }),
);
const position = fc.double({ min: 0, max: 0.9999, noNaN: true });

it("thousands of mutated offers leave the media process alive, without leaks, and able to serve a valid one", async () => {
  const machine = fakeMachine(7);
  const video = createVideo({
    log: pino({ level: "silent" }),
    source: async () => machine.source,
    inPlay: () => true,
    holdsSeat: () => true,
    size: { width: 320, height: 180 },
    ports: { from: PORT, to: PORT + 4 },
    bindAddress: "127.0.0.1",
    timecode: false,
    onRestart: () => {},
  });
  const viewer = await createTestViewer(true);
  try {
    await video.start();
    const pid = video.pid();
    const resident = async () =>
      Number((await promisify(execFile)("ps", ["-o", "rss=", "-p", String(pid)])).stdout) / 1024;
    const request = { sessionId: "s", playerId: 1, machineId: 7, epoch: 1 };
    const outcomes = new Map<number, number>();
    const spoilt = fc
      .tuple(
        fc.constantFrom(CHROMIUM, viewer.offer),
        fc.array(fc.tuple(mutation, position), { minLength: 1, maxLength: 4 }),
      )
      .map(([offer, changes]) => changes.reduce((text, [change, at]) => change(text, at), offer));

    let before = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(spoilt, { minLength: BATCH, maxLength: BATCH }), async (offers) => {
        await Promise.all(
          offers.map(async (offer, n) => {
            const outcome = await video
              .create({ ...request, sessionId: `s${n}`, offer })
              .then(({ id }) => (video.remove(id, request), 0))
              .catch((error: unknown) => (error instanceof AppError ? error.code : -1));
            outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
          }),
        );
        before ||= await resident();
      }),
      { numRuns: BATCHES, endOnFailure: true },
    );
    expect([...outcomes.keys()].filter((code) => code !== 0 && !CLIENT_FAULTS.includes(code))).toEqual([]);
    expect(outcomes.get(0), "some were harmless").toBeGreaterThan(0);
    expect(outcomes.get(ErrorCode.InvalidRequest), "most were not").toBeGreaterThan(BATCHES);
    expect([video.pid(), video.stats().restarts]).toEqual([pid, 0]);
    expect((await resident()) - before).toBeLessThan(100);

    const { answer } = await video.create({ ...request, offer: viewer.offer });
    const first = viewer.next("key");
    viewer.accept(answer);
    await first;
  } finally {
    viewer.close();
    await video.stop();
  }
}, 60_000);
