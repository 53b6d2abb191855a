/**
 * The network that an address belongs to: the unit of throttles, since a client with one IPv6 address has a whole /64.
 */
import { isIPv6 } from "node:net";

/** IPv4 as it is (also when written as IPv6), IPv6 as its first 64 bits; anything else unchanged. */
export function networkOf(ip: string): string {
  const address = ip.split("%", 1)[0] ?? ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [before = "", after] = address.split("::");
  const head = before === "" ? [] : before.split(":");
  // A dotted tail stands for two groups. It is beyond the first four, unless "::" stands for no group.
  const tail = after === undefined || after === "" ? [] : after.replace(/\d+\.\d+\.\d+\.\d+$/, "0:0").split(":");
  const groups =
    after === undefined
      ? head
      : [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => "0"), ...tail];
  const prefix = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(":")}::/64`;
}
