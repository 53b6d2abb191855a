import { describe, expect, it } from "vitest";
import { PLAYOUT_DELAY, finishAnswer, readFragment, readOffer } from "./sdp.ts";

const offer = (video: string[]) =>
  [
    "v=0",
    "o=- 1 2 IN IP4 127.0.0.1",
    "s=-",
    "t=0 0",
    "m=video 9 UDP/TLS/RTP/SAVPF 96 102 104",
    "a=ice-ufrag:abcd",
    "a=ice-pwd:x",
    "a=fingerprint:sha-256 AA",
    "a=mid:0",
    "a=recvonly",
    ...video,
  ].join("\r\n") + "\r\n";
const H264 = (payloadType: number, profile: string, mode = 1) => [
  `a=rtpmap:${payloadType} H264/90000`,
  `a=fmtp:${payloadType} level-asymmetry-allowed=1;packetization-mode=${mode};profile-level-id=${profile}`,
];

describe("an offer", () => {
  it("is answered with constrained baseline H.264 before other profiles, and its own format number", () => {
    const read = readOffer(
      offer(["a=rtpmap:96 VP8/90000", ...H264(102, "4d001f"), ...H264(104, "42e01f"), `a=extmap:5 ${PLAYOUT_DELAY}`]),
    );
    expect(read).toMatchObject({ mid: "0", payloadType: 104, playoutDelayId: 5 });
  });
  it("without H.264 that fits has no codec in common", () => {
    expect(readOffer(offer(["a=rtpmap:96 VP8/90000"]))).toBe("noCodec");
    expect(readOffer(offer(H264(102, "42e01f", 0)))).toBe("noCodec");
    expect(readOffer(offer(H264(102, "640c1f")))).toBe("noCodec");
  });
  it.each(["", "hello", "v=0\r\n"])("%j is none", (text) => expect(readOffer(text)).toBe("notOffer"));
});

it("an answer accepts the playout delay, leaves other media inactive, and shows the public address", () => {
  const answer = [
    "v=0",
    "m=video 9 UDP/TLS/RTP/SAVPF 104",
    "a=mid:0",
    "a=sendonly",
    "a=candidate:1 1 UDP 2122317823 192.168.0.7 50001 typ host",
    "m=audio 9 UDP/TLS/RTP/SAVPF 111",
    "a=mid:1",
    "a=sendonly",
  ].join("\r\n");
  const out = finishAnswer(
    answer,
    { mid: "0", payloadType: 104, profile: "", playoutDelayId: 5, audio: null },
    "203.0.113.9",
  );
  expect(out).toContain(`a=extmap:5 ${PLAYOUT_DELAY}`);
  expect(out.slice(out.indexOf("m=audio"))).toContain("a=inactive");
  expect(out).toContain("203.0.113.9 50001 typ host");
  expect(out.slice(0, out.indexOf("m=audio"))).toContain("a=sendonly");
});

it("a fragment gives its credentials and bounded candidates", () => {
  const line = "a=candidate:1 1 UDP 1 10.0.0.1 5000 typ host";
  const { ufrag, candidates } = readFragment(
    ["a=ice-ufrag:zz", "a=mid:video0", ...Array.from({ length: 100 }, () => line)].join("\r\n"),
  );
  expect(ufrag).toBe("zz");
  expect(candidates).toHaveLength(64);
  expect(candidates[0]).toEqual({ candidate: line.slice(2), mid: "video0" });
});
