/** The readings and rewritings of SDP that serving H.264 over WHEP needs. Pure. */

export interface VideoOffer {
  mid: string;
  payloadType: number;
  /** As the viewer wrote it, so that the answer repeats it. */
  profile: string;
  /** Number of the playout-delay header extension, where the viewer knows it. */
  playoutDelayId: number | null;
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
const valueOf = (section: readonly string[], name: string): string | undefined =>
  section.find((line) => line.startsWith(`a=${name}:`))?.slice(name.length + 3);

/** "notOffer": it is no SDP offer that can be answered; "noCodec": it has no H.264 that this server speaks. */
export function readOffer(sdp: string): VideoOffer | "notOffer" | "noCodec" {
  if (!sdp.startsWith("v=0") || !/^a=ice-ufrag:/m.test(sdp) || !/^a=fingerprint:/m.test(sdp)) return "notOffer";
  const video = sections(sdp).find(([media]) => media?.startsWith("m=video "));
  if (!video) return "noCodec";
  const mid = valueOf(video, "mid");
  if (mid === undefined || !/^[\w-]{1,32}$/.test(mid)) return "notOffer";
  const formats = new Map<number, string>();
  for (const line of video) {
    const format = /^a=fmtp:(\d+) (.*)$/.exec(line);
    if (format?.[1] && format[2]) formats.set(Number(format[1]), format[2]);
  }
  const candidates = video.flatMap((line) => {
    const payloadType = Number(/^a=rtpmap:(\d+) H264\/90000/i.exec(line)?.[1]);
    const profile = formats.get(payloadType) ?? "";
    // Single NAL units alone (mode 0) can't carry a frame of this size.
    return Number.isInteger(payloadType) && /packetization-mode=1/.test(profile) ? [{ payloadType, profile }] : [];
  });
  // Constrained baseline is what is encoded; plain baseline and main decode it as well.
  const best = ["42e0", "4200", "4d"].flatMap((id) =>
    candidates.filter(({ profile }) => new RegExp(`profile-level-id=${id}`, "i").test(profile)),
  )[0];
  if (!best) return "noCodec";
  const extension = video.find((line) => line.startsWith("a=extmap:") && line.includes(PLAYOUT_DELAY));
  const id = Number(/^a=extmap:(\d+)/.exec(extension ?? "")?.[1]);
  return { mid, ...best, playoutDelayId: Number.isInteger(id) && id > 0 && id < 15 ? id : null };
}

/**
 * The answer as the viewer gets it: its playout-delay extension accepted, other media than the video inactive, and
 * where the server has a public address, that one instead of its private ones.
 */
export function finishAnswer(answer: string, { mid, playoutDelayId }: VideoOffer, publicAddress?: string): string {
  const out: string[] = [];
  for (const section of sections(answer)) {
    const isVideo = valueOf(section, "mid") === mid;
    for (const line of section) {
      if (!isVideo && /^a=(sendonly|sendrecv|recvonly)$/.test(line)) out.push("a=inactive");
      else if (line.startsWith("a=candidate:") && publicAddress !== undefined) {
        const there = withAddress(line, publicAddress);
        // Several interfaces become the same candidate.
        if (!out.some((other) => samePlace(other, there))) out.push(there);
      } else out.push(line);
    }
    if (isVideo && playoutDelayId !== null && !section.some((line) => line.includes(PLAYOUT_DELAY)))
      out.push(`a=extmap:${playoutDelayId} ${PLAYOUT_DELAY}`);
  }
  return out.map((line) => `${line}\r\n`).join("");
}

function withAddress(line: string, address: string): string {
  const parts = line.split(" ");
  if (parts[7] === "host" && parts.length > 7) parts[4] = address;
  return parts.join(" ");
}

/** Whether two candidates of one section differ in foundation and priority alone. */
function samePlace(one: string, other: string): boolean {
  const place = (line: string) => line.split(" ").slice(4).join(" ");
  return one.startsWith("a=candidate:") && place(one) === place(other);
}

/** Credentials and candidates of a trickle-ICE fragment (RFC 8840 §9), or of a whole description. */
export function readFragment(fragment: string): {
  ufrag: string | null;
  candidates: { candidate: string; mid: string }[];
  /** False where it has nothing that a fragment can say. */
  isFragment: boolean;
} {
  let mid = "0";
  const candidates: { candidate: string; mid: string }[] = [];
  for (const line of lines(fragment)) {
    if (line.startsWith("a=mid:")) mid = line.slice("a=mid:".length);
    if (line.startsWith("a=candidate:") && candidates.length < 64) candidates.push({ candidate: line.slice(2), mid });
  }
  const ufrag = /^a=ice-ufrag:(\S+)/m.exec(fragment)?.[1] ?? null;
  const isFragment = ufrag !== null || candidates.length > 0 || /^a=end-of-candidates\r?$/m.test(fragment);
  return { ufrag, candidates, isFragment };
}
