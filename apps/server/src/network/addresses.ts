/** Sets of addresses and networks, and normalised addresses. */
import { BlockList, isIP } from "node:net";

/** @param entries addresses or networks (CIDR), already checked */
export function addressSet(entries: readonly string[]): (address: string) => boolean {
  const set = new BlockList();
  for (const entry of entries) {
    const [address = "", bits] = entry.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) set.addAddress(address, family);
    else set.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const version = isIP(address);
    return version !== 0 && set.check(address, version === 6 ? "ipv6" : "ipv4");
  };
}

/** An IPv4-mapped IPv6 address becomes IPv4; a zone id is removed. */
export function plainAddress(address: string): string {
  const bare = address.split("%", 1)[0] ?? address;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare;
}

/** Loopback, link-local, and networks that are not routed on the internet: they have no country. */
export const isPrivate = addressSet([
  "127.0.0.0/8",
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "169.254.0.0/16",
  "100.64.0.0/10",
  "::1",
  "fc00::/7",
  "fe80::/10",
]);
