/** Reads offers and completes answers for H.264 and Opus over WHEP. Pure. */
import { isIPv4 } from "node:net";

export interface Offer {
  mid: string;
  payloadType: number;
  /** As the viewer wrote it, so that the answer repeats it. */
  profile: string;
  /** Number of the playout-delay header extension; null if the viewer does not support it. */
  playoutDelayId: number | null;
  /** null: the viewer offers no audio, or no Opus. */
  audio: { mid: string; payloadType: number } | null;
}
export const PLAYOUT_DELAY = "http://www.webrtc.org/experiments/rtp-hdrext/playout-delay";

const lines = (sdp: string): string[] => sdp.split(/\r\n|\r|\n/).filter((line) => line !== "");

/** Sections of a description: the session's own lines first, then one list per m-line. */
function sections(sdp: string): string[][] {
  const found: string[][] = [[]];
  for (const line of lines(sdp)) {
    if (line.startsWith("m=")) found.push([]);
    found.at(-1)?.push(line);
  }
  return found;
}
const valuesOf = (section: readonly string[], name: string): string[] =>
  section.filter((line) => line.startsWith(`a=${name}:`)).map((line) => line.slice(name.length + 3));
const valueOf = (section: readonly string[], name: string): string | undefined => valuesOf(section, name)[0];

/** A browser's offer has one to three. */
const MAX_MEDIA = 16;
const MAX_BYTES = 64 * 1024;
/** Payload types of RTP have 7 bits (RFC 3550 §5.1). A comparison with it excludes NaN too. */
const MAX_FORMAT = 127;
/** The syntax of attributes, in every section (RFC 8839 §5.4, RFC 8122 §5, RFC 4145 §4, RFC 5888 §4). */
const ATTRIBUTES = {
  "ice-ufrag": /^[\w+/-]{4,256}$/,
  "ice-pwd": /^[\w+/-]{22,256}$/,
  fingerprint:
    /^sha-(?:1 (?:[\dA-F]{2}:){19}|256 (?:[\dA-F]{2}:){31}|384 (?:[\dA-F]{2}:){47}|512 (?:[\dA-F]{2}:){63})[\dA-F]{2}$/i,
  setup: /^(?:actpass|active|passive)$/,
  mid: /^[\w-]{1,32}$/,
} as const;
const NEEDED = ["ice-ufrag", "ice-pwd", "fingerprint"] as const;

/** Whether the library that answers offers can be trusted with this one. */
function isWellFormed(sdp: string): boolean {
  if (sdp.length > MAX_BYTES || !/^v=0\r?\n/.test(sdp)) return false;
  // Control characters and empty lines are in no description (RFC 8866 §9); libraries parse them differently.
  if (!/^(?:[a-z]=[^\p{Cc}]*(?:\r?\n|$))*$/u.test(sdp)) return false;
  const all = lines(sdp);
  const media = all.filter((line) => line.startsWith("m="));
  if (media.length > MAX_MEDIA) return false;
  if (!media.every((line) => /^m=(?:audio|video|application) \d{1,5}(?:\/\d{1,2})? [\w/-]+(?: [\w-]+)+$/.test(line)))
    return false;
  for (const [name, form] of Object.entries(ATTRIBUTES)) {
    if (!valuesOf(all, name).every((value) => form.test(value))) return false;
  }
  const mids = valuesOf(all, "mid");
  return (
    new Set(mids).size === mids.length &&
    sections(sdp).every((section, n) => valuesOf(section, "mid").length === Math.min(n, 1)) &&
    NEEDED.every((name) => valuesOf(all, name).length > 0)
  );
}

/** "notOffer": not a valid SDP offer; "noCodec": no H.264 profile that this server encodes. */
export function readOffer(sdp: string): Offer | "notOffer" | "noCodec" {
  if (!isWellFormed(sdp)) return "notOffer";
  const all = sections(sdp);
  const video = all.find(([media]) => media?.startsWith("m=video "));
  if (!video) return "noCodec";
  const mid = valueOf(video, "mid") ?? "";
  const formats = new Map<number, string>();
  for (const line of video) {
    const format = /^a=fmtp:(\d+) (.*)$/.exec(line);
    if (format?.[1] && format[2]) formats.set(Number(format[1]), format[2]);
  }
  const candidates = video.flatMap((line) => {
    const payloadType = Number(/^a=rtpmap:(\d+) H264\/90000/i.exec(line)?.[1]);
    const profile = formats.get(payloadType) ?? "";
    // Mode 0 (single NAL units) can't carry a frame of this size.
    return payloadType <= MAX_FORMAT && /packetization-mode=1/.test(profile) ? [{ payloadType, profile }] : [];
  });
  // All browsers offer one of these, and decode what is encoded under any of them.
  const best = ["42e0", "4200", "4d"].flatMap((id) =>
    candidates.filter(({ profile }) => new RegExp(`profile-level-id=${id}`, "i").test(profile)),
  )[0];
  if (!best) return "noCodec";
  const extension = video.find((line) => line.startsWith("a=extmap:") && line.includes(PLAYOUT_DELAY));
  const id = Number(/^a=extmap:(\d+)/.exec(extension ?? "")?.[1]);
  const audio = audioIn(all.filter((section) => section !== video));
  return { mid, ...best, playoutDelayId: Number.isInteger(id) && id > 0 && id < 15 ? id : null, audio };
}

/** The first section that can receive Opus (RFC 7587 §7: always 48 kHz and two channels in its name). */
function audioIn(all: readonly string[][]): Offer["audio"] {
  for (const section of all) {
    const mid = valueOf(section, "mid");
    if (mid === undefined || !/^m=audio [1-9]/.test(section[0] ?? "")) continue;
    if (section.some((line) => line === "a=sendonly" || line === "a=inactive")) continue;
    const format = section.find((line) => /^a=rtpmap:\d+ opus\/48000\/2$/i.test(line));
    const payloadType = Number(/^a=rtpmap:(\d+)/.exec(format ?? "")?.[1]);
    if (payloadType <= MAX_FORMAT) return { mid, payloadType };
  }
  return null;
}

/**
 * Completes the library's answer: accepts the playout-delay extension, refuses media that this server does not send
 * (RFC 3264 §6: port 0, and RFC 9143 §7.3.3: out of the bundle), and replaces private addresses by the public ones.
 * @param proxyPort a second port of each IPv4 address, for viewers who can't use the first one
 */
export function finishAnswer(
  answer: string,
  offer: Offer,
  offered: OfferedAddresses = { publicAddresses: [], isLocal: false },
  proxyPort?: number,
): string {
  const { mid, playoutDelayId, audio } = offer;
  const [session = [], ...media] = sections(answer);
  const isSent = (section: readonly string[]) => {
    const own = valueOf(section, "mid");
    return own === mid || (audio !== null && own === audio.mid) || !/^m=(audio|video) /.test(section[0] ?? "");
  };
  const refused = new Set(media.filter((section) => !isSent(section)).map((section) => valueOf(section, "mid")));
  // Candidates belong to the first section of the bundle that is not refused.
  const candidates = candidatesOf(media.flat(), offered).flatMap((line) =>
    proxyPort === undefined ? [line] : [line, ...proxied(line, proxyPort)],
  );
  const first = media.find(isSent);
  const out = session.flatMap((line) => withoutMids(line, refused));
  for (const section of media) {
    const [head = "", ...rest] = section.filter((line) => !/^a=(candidate:|end-of-candidates)/.test(line));
    if (!isSent(section)) {
      out.push(
        head.replace(/^(m=\w+) \d+/, "$1 0"),
        "c=IN IP4 0.0.0.0",
        `a=mid:${valueOf(section, "mid")}`,
        "a=inactive",
      );
      continue;
    }
    out.push(head, ...rest);
    if (
      valueOf(section, "mid") === mid &&
      playoutDelayId !== null &&
      !rest.some((line) => line.includes(PLAYOUT_DELAY))
    )
      out.push(`a=extmap:${playoutDelayId} ${PLAYOUT_DELAY}`);
    if (section === first) out.push(...candidates);
  }
  return out.map((line) => `${line}\r\n`).join("");
}

/**
 * Removes refused media from the bundle, and the lip-sync group: the picture must not wait for the sound.
 */
function withoutMids(line: string, refused: ReadonlySet<string | undefined>): string[] {
  if (line.startsWith("a=group:LS")) return [];
  if (!line.startsWith("a=group:BUNDLE")) return [line];
  return [
    line
      .split(" ")
      .filter((mid) => !refused.has(mid))
      .join(" "),
  ];
}

/** Which addresses a viewer is offered. */
export interface OfferedAddresses {
  /** In place of this computer's own, which stay where there are none. */
  publicAddresses: readonly string[];
  /** To a viewer in a network of the house, its own as well. */
  isLocal: boolean;
}

function candidatesOf(all: readonly string[], { publicAddresses, isLocal }: OfferedAddresses): string[] {
  const out: string[] = [];
  const add = (candidate: string) => {
    // Several interfaces become the same candidate.
    if (!out.some((other) => samePlace(other, candidate))) out.push(candidate);
  };
  const hosts = all.filter((line) => line.startsWith("a=candidate:"));
  if (publicAddresses.length === 0 || isLocal) for (const line of hosts) add(line);
  for (const line of hosts) for (const address of publicAddresses) add(withAddress(line, address));
  if (all.includes("a=end-of-candidates")) out.push("a=end-of-candidates");
  return out;
}

/** An address of the other family stands in for it as well: the port takes both. */
function withAddress(line: string, address: string): string {
  const parts = line.split(" ");
  if (parts[7] === "host" && parts.length > 7) parts[4] = address;
  return parts.join(" ");
}

/** With the lowest priority: for viewers without another working pair. */
function proxied(line: string, port: number): string[] {
  const [, , protocol, , address = "", , , type] = line.split(" ");
  if (!line.startsWith("a=candidate:") || protocol?.toUpperCase() !== "UDP" || type !== "host" || !isIPv4(address))
    return [];
  return [`a=candidate:proxy 1 UDP 1 ${address} ${port} typ host`];
}

/** ICE credentials and port of this server in its answer; null if it has no candidate. */
export function readOwnIce(answer: string): { ufrag: string; password: string; port: number } | null {
  const ufrag = /^a=ice-ufrag:(\S+)/m.exec(answer)?.[1];
  const password = /^a=ice-pwd:(\S+)/m.exec(answer)?.[1];
  const port = Number(/^a=candidate:\S+ 1 UDP \d+ [\d.]+ (\d+) typ host/im.exec(answer)?.[1]);
  return ufrag === undefined || password === undefined || !Number.isInteger(port) ? null : { ufrag, password, port };
}

/** Whether two candidates of one section differ only in foundation and priority. */
function samePlace(one: string, other: string): boolean {
  const place = (line: string) => line.split(" ").slice(4).join(" ");
  return one.startsWith("a=candidate:") && place(one) === place(other);
}

/** Reads a trickle-ICE fragment (RFC 8840 §9) or a whole description. */
export function readFragment(fragment: string): {
  ufrag: string | null;
  /** False if it has neither credentials nor candidates. */
  isFragment: boolean;
} {
  const ufrag = /^a=ice-ufrag:(\S+)/m.exec(fragment)?.[1] ?? null;
  return { ufrag, isFragment: ufrag !== null || /^a=(candidate:.+|end-of-candidates\r?)$/m.test(fragment) };
}
