/**
 * Filters a viewer's ICE candidates for an outside WHEP server. The other side sends STUN requests to each candidate,
 * so a player could name addresses that only this server's network can reach. A viewer connects to the camera's server
 * itself, so its private addresses are not needed.
 */
import { BlockList, isIP } from "node:net";
import { networkInterfaces } from "node:os";

/** In an offer and all the fragments after it. */
export const MAX_CANDIDATES = 32;

/** Networks that are not public (IANA special-purpose registries). */
const NOT_PUBLIC = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  NOT_PUBLIC.addSubnet(network, bits, "ipv4");
/**
 * Of IPv6, only 2000::/3 is global unicast: the rest is loopback, link-local, unique-local, multicast or IPv4-mapped.
 */
const GLOBAL = new BlockList();
GLOBAL.addSubnet("2000::", 3, "ipv6");
/** Within it, documentation, 6to4 and Teredo: the latter two carry an IPv4 address. */
for (const [network, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  NOT_PUBLIC.addSubnet(network, bits, "ipv6");

/** False for host names too: they are not resolved. */
export function isPublic(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !NOT_PUBLIC.check(address, "ipv4");
  return version === 6 && GLOBAL.check(address, "ipv6") && !NOT_PUBLIC.check(address, "ipv6");
}

/** Address and transport stand fifth and third (RFC 8839 §5.1); the related address after `raddr` is sent nothing. */
function isSafe(line: string, own: ReadonlySet<string>): boolean {
  const [, , transport = "", , address = "", port = "", typ] = line.slice("a=candidate:".length).split(" ");
  return /^udp$/i.test(transport) && typ === "typ" && /^\d{4,5}$/.test(port) && isPublic(address) && !own.has(address);
}

/**
 * An offer or fragment with only the allowed candidates. @param own addresses of this server @param atMost number of
 * further candidates of this viewer
 */
export function publicCandidates(
  text: string,
  own: ReadonlySet<string>,
  atMost: number,
): { text: string; candidates: number } {
  let candidates = 0;
  const kept = (text.match(/[^\r\n]*(?:\r\n|\r|\n|$)/g) ?? []).filter((line) => {
    if (!line.startsWith("a=candidate:")) return true;
    if (candidates >= atMost || !isSafe(line.trimEnd(), own)) return false;
    candidates += 1;
    return true;
  });
  return { text: kept.join(""), candidates };
}

/**
 * An offer for the media process: without any candidate. The viewer connects to the address in the answer and is
 * answered at its source address, so a player can't make the server send to an arbitrary address.
 */
export function withoutCandidates(offer: string): string {
  return offer.replaceAll(/^a=(?:candidate:|end-of-candidates|remote-candidates)[^\r\n]*(?:\r\n|\r|\n|$)/gm, "");
}

/** @param publicAddresses if the server is behind a 1:1 NAT */
export function ownAddresses(publicAddresses: readonly string[] = []): ReadonlySet<string> {
  const own = Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? []);
  return new Set([...own, ...publicAddresses]);
}
