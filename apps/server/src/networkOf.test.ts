import { expect, it } from "vitest";
import { networkOf } from "./networkOf.ts";

it.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002::9%eth0", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["64:ff9b::203.0.113.9", "64:ff9b:0:0::/64"],
  ["nonsense", "nonsense"],
])("%s belongs to %s", (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});
