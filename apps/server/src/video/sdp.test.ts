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
    `a=ice-pwd:${"p".repeat(24)}`,
    `a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => "0F").join(":")}`,
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
  const good = offer(H264(104, "42e01f"));
  it.each([
    ["a short password", good.replace(/p{24}/, "p")],
    ["no credentials", good.replace(/a=ice-ufrag.*\r\n/, "")],
    ["a fingerprint that is too short", good.replace(":0F:", ":")],
    ["a fingerprint by another method", good.replace("sha-256", "md5")],
    ["a second fingerprint that is none", `${good}a=fingerprint:sha-256 AA\r\n`],
    ["a role that is none", `${good}a=setup:holdconn\r\n`],
    ["no name for its section", good.replace(/a=mid.*\r\n/, "")],
    ["two sections of one name", good + good.slice(good.indexOf("m="))],
    [
      "a thousand sections",
      good + Array.from({ length: 1_000 }, (_, n) => `m=audio 9 X 1\r\na=mid:n${n}\r\n`).join(""),
    ],
    ["an m-line that is none", good.replace("m=video 9", "m=video")],
    ["a NUL", good.replace("a=recvonly", "a=recvonly\0")],
    ["a lone CR", good.replace("a=recvonly", "a=recvonly\ra=x")],
    ["an end in the middle", good.slice(0, good.indexOf("a=fingerprint") + 40)],
    ["more than a page of anything", good + "a=x\r\n".repeat(20_000)],
  ])("with %s is none", (_, text) => {
    expect(readOffer(good)).toMatchObject({ mid: "0" });
    expect(readOffer(text)).toBe("notOffer");
  });
});

const AUDIO = ["m=audio 9 UDP/TLS/RTP/SAVPF 111 63", "a=mid:1", "a=recvonly", "a=rtpmap:63 red/48000/2"];
const OPUS = "a=rtpmap:111 opus/48000/2";
describe("an offer's sound", () => {
  const audioOf = (lines: string[]) => {
    const read = readOffer(offer([...H264(104, "42e01f"), ...lines]));
    return typeof read === "string" ? read : read.audio;
  };
  it("is Opus, by the offer's own number", () =>
    expect(audioOf([...AUDIO, OPUS])).toEqual({ mid: "1", payloadType: 111 }));
  it.each([
    ["no section", []],
    ["another codec", AUDIO],
    ["a section that only sends", [...AUDIO.map((line) => line.replace("recvonly", "sendonly")), OPUS]],
    ["a section that is off", [...AUDIO.map((line) => line.replace("audio 9", "audio 0")), OPUS]],
  ])("is none with %s", (_, lines) => expect(audioOf(lines)).toBeNull());
});

describe("an answer", () => {
  const answer = [
    "v=0",
    "a=group:BUNDLE 1 0",
    "a=group:LS 1 0",
    "m=audio 9 UDP/TLS/RTP/SAVPF 111",
    "a=mid:1",
    "a=sendonly",
    "a=rtcp-mux",
    "a=candidate:1 1 UDP 2122317823 192.168.0.7 50001 typ host",
    "a=candidate:2 1 UDP 2122317822 10.0.0.7 50001 typ host",
    "a=end-of-candidates",
    "m=video 9 UDP/TLS/RTP/SAVPF 104",
    "a=mid:0",
    "a=sendonly",
  ].join("\r\n");
  const read = { mid: "0", payloadType: 104, profile: "", playoutDelayId: 5, audio: null };
  const PUBLIC = { publicAddresses: ["203.0.113.9"], isLocal: false };
  const partsOf = (sdp: string) => {
    const [session = "", audio = "", video = ""] = sdp.split(/^(?=m=)/m);
    return { session, audio, video };
  };

  it("accepts the playout delay and shows the public address, once", () => {
    const { video } = partsOf(finishAnswer(answer, read, PUBLIC));
    expect(video).toContain(`a=extmap:5 ${PLAYOUT_DELAY}`);
    expect(video).toContain("a=sendonly");
    expect(video.match(/203\.0\.113\.9 50001 typ host/g)).toHaveLength(1);
  });
  it("offers public addresses of both kinds, and to a viewer in the house's own network its own as well", () => {
    const publicAddresses = ["203.0.113.9", "2001:db8::9"];
    const addressesFor = (isLocal: boolean) =>
      [...finishAnswer(answer, read, { publicAddresses, isLocal }).matchAll(/^a=candidate:(?:\S+ ){4}(\S+)/gm)].map(
        ([, address]) => address,
      );
    expect(addressesFor(false)).toEqual(publicAddresses);
    expect(addressesFor(true)).toEqual(["192.168.0.7", "10.0.0.7", ...publicAddresses]);
  });
  it("names a second port of each IPv4 address, for those whom the first does not serve", () => {
    const { video } = partsOf(
      finishAnswer(`${answer}\r\na=candidate:3 1 UDP 9 ::1 50001 typ host`, read, undefined, 50_101),
    );
    expect(video.match(/^a=candidate:proxy .*$/gm)).toEqual([
      "a=candidate:proxy 1 UDP 1 192.168.0.7 50101 typ host",
      "a=candidate:proxy 1 UDP 1 10.0.0.7 50101 typ host",
    ]);
    expect(partsOf(finishAnswer(answer, read, PUBLIC, 50_101)).video.match(/ 203\.0\.113\.9 50101 /g)).toHaveLength(1);
  });
  it("refuses sound that is not sent: port 0, out of the bundle, whose candidates move to the picture", () => {
    const { session, audio, video } = partsOf(finishAnswer(answer, read));
    expect(session).toContain("a=group:BUNDLE 0\r\n");
    expect(audio).toMatch(/^m=audio 0 /);
    expect(audio).toContain("a=mid:1");
    expect(audio).not.toMatch(/sendonly|candidate/);
    expect(video.match(/a=candidate:/g)).toHaveLength(2);
    expect(video).toContain("a=end-of-candidates");
  });
  it("sends picture and sound in one bundle, but in no lip-sync group", () => {
    const out = partsOf(finishAnswer(answer, { ...read, audio: { mid: "1", payloadType: 111 } }));
    expect(out.session).toContain("a=group:BUNDLE 1 0");
    expect(out.session).not.toContain("group:LS");
    expect(out.audio).toMatch(/^m=audio 9 /);
    expect(out.audio).toContain("a=sendonly");
    expect(out.audio.match(/a=candidate:/g)).toHaveLength(2);
    expect(out.video).not.toContain("a=candidate:");
  });
});

it.each([
  ["a=ice-ufrag:zz\r\na=mid:0\r\n", { ufrag: "zz", isFragment: true }],
  ["a=mid:0\r\na=candidate:1 1 UDP 1 10.0.0.1 5000 typ host\r\n", { ufrag: null, isFragment: true }],
  ["a=end-of-candidates\r\n", { ufrag: null, isFragment: true }],
  ["a=mid:0\r\n", { ufrag: null, isFragment: false }],
])("the fragment %j is about %j", (text, about) => expect(readFragment(text)).toEqual(about));
