/** Reads and changes SDP as far as WHEP needs it (RFC 8840 fragments, ICE credentials). Pure. */

export interface IceCredentials {
  ufrag: string;
  pwd: string;
}

const lines = (sdp: string): string[] => sdp.split(/\r\n|\r|\n/).filter((line) => line !== "");
const joined = (all: string[]): string => all.map((line) => `${line}\r\n`).join("");

/** The first ICE credentials of a description or fragment; with BUNDLE they hold for all of it. */
export function iceCredentials(sdp: string): IceCredentials | null {
  const ufrag = /^a=ice-ufrag:(\S+)/m.exec(sdp)?.[1];
  const pwd = /^a=ice-pwd:(\S+)/m.exec(sdp)?.[1];
  return ufrag !== undefined && pwd !== undefined ? { ufrag, pwd } : null;
}

/** Whether an answer accepts the offered video: a refused section has port 0 (RFC 3264 §6). */
export const hasVideo = (answer: string): boolean => /^m=video (?!0 )\d+ /m.test(answer);

export interface Candidate {
  /** As `RTCIceCandidate.candidate`: "candidate:…", or "" for the end. */
  candidate: string;
  mid: string;
}

/**
 * The body of a PATCH (RFC 9725 §4.3.2, RFC 8840): credentials, and the candidates below the media section that they
 * belong to. `offer` names the media sections.
 */
export function fragment(offer: string, credentials: IceCredentials, candidates: Candidate[], ended: boolean): string {
  const out = [`a=ice-ufrag:${credentials.ufrag}`, `a=ice-pwd:${credentials.pwd}`];
  const bundle = /^a=group:BUNDLE .*$/m.exec(offer)?.[0];
  if (bundle !== undefined) out.unshift(bundle);
  const sections = mediaSections(offer);
  const first = sections[0];
  for (const section of sections) {
    const own = candidates.filter((one) => one.mid === section.mid && one.candidate !== "");
    // A fragment with credentials only (an ICE restart) has the first section for the bundle.
    if (own.length === 0 && section !== first) continue;
    out.push(section.media, `a=mid:${section.mid}`, ...own.map((one) => `a=${one.candidate.replace(/^a=/, "")}`));
    if (ended) out.push("a=end-of-candidates");
  }
  return joined(out);
}

/** Media sections of a description: their m-line and mid. */
export function mediaSections(sdp: string): { media: string; mid: string }[] {
  const found: { media: string; mid: string }[] = [];
  for (const line of lines(sdp)) {
    if (line.startsWith("m=")) found.push({ media: line.replace(/^(m=\S+) \d+ /, "$1 9 "), mid: String(found.length) });
    const last = found.at(-1);
    if (line.startsWith("a=mid:") && last) last.mid = line.slice("a=mid:".length);
  }
  return found;
}

/** The remote description after an ICE restart: as it was, with the fragment's credentials and candidates. */
export function withRestartedIce(remote: string, answerFragment: string): string | null {
  const credentials = iceCredentials(answerFragment);
  if (!credentials) return null;
  const candidates = lines(answerFragment).filter(
    (line) => line.startsWith("a=candidate:") || line === "a=end-of-candidates",
  );
  const out: string[] = [];
  let section = -1;
  for (const line of lines(remote)) {
    if (line.startsWith("a=candidate:") || line === "a=end-of-candidates") continue;
    if (line.startsWith("m=")) {
      // With BUNDLE, the first section carries the transport.
      if (section === 0) out.push(...candidates);
      section += 1;
    }
    if (line.startsWith("a=ice-ufrag:")) out.push(`a=ice-ufrag:${credentials.ufrag}`);
    else if (line.startsWith("a=ice-pwd:")) out.push(`a=ice-pwd:${credentials.pwd}`);
    else out.push(line);
  }
  if (section === 0) out.push(...candidates);
  return joined(out);
}
