import { describe, expect, it } from "vitest";
import { isInHouseNetwork } from "./callerNetwork.ts";

const from = (ip: string, peer = ip, headers: Record<string, string> = {}) =>
  isInHouseNetwork({ ip, headers, socket: { remoteAddress: peer } } as unknown as Parameters<
    typeof isInHouseNetwork
  >[0]);

describe("a viewer is in a network of the house", () => {
  it.each(["192.168.0.7", "10.1.2.3", "127.0.0.1", "fd00::7", "::ffff:192.168.0.7", "::1", "fe80::1%eth0"])(
    "by %s",
    (ip) => expect(from(ip)).toBe(true),
  );
  it.each([
    "8.8.8.8",
    "2a00:1450:4001:80b::200e",
    // As Node names the caller of a server that listens on `::`.
    "::ffff:8.8.8.8",
    // A provider's NAT, NAT64, 6to4 and Teredo.
    "100.64.0.1",
    "64:ff9b::808:808",
    "2002:808:808::1",
    "2001:0:808:808::1",
  ])("not by %s", (ip) => expect(from(ip)).toBe(false));
  it.each(["unknown", "", "8.8.8.8:1234", "192.168.0.7:1234", "[2001:4860::1]", "10.0.0.300"])(
    "not by %j, which is no address",
    (ip) => expect(from(ip, "10.0.0.1", { "x-forwarded-for": ip })).toBe(false),
  );
  it.each([
    "forwarded",
    "via",
    "x-real-ip",
    "x-forwarded-host",
    "x-original-for",
    "true-client-ip",
    "cf-connecting-ip",
  ])("not behind a proxy that is not trusted and sends %s alone", (name) =>
    expect(from("10.0.0.1", "10.0.0.1", { [name]: "8.8.8.8" })).toBe(false),
  );
  it("by what a trusted proxy says of it, and not by the address of one that is not trusted", () => {
    const headers = { "x-forwarded-for": "192.168.0.7" };
    expect(from("192.168.0.7", "10.0.0.1", headers)).toBe(true);
    expect(from("8.8.8.8", "10.0.0.1", headers)).toBe(false);
    expect(from("10.0.0.1", "10.0.0.1", headers)).toBe(false);
    expect(from("10.0.0.1", "10.0.0.1", { forwarded: "for=8.8.8.8" })).toBe(false);
  });
});
