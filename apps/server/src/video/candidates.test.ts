import { describe, expect, it } from "vitest";
import { isPublic, publicCandidates, withoutCandidates } from "./candidates.ts";

const candidate = (address: string, port = 50_000, transport = "UDP") =>
  `a=candidate:1 1 ${transport} 2122317823 ${address} ${port} typ host\r\n`;

describe("an address", () => {
  it.each(["8.8.8.8", "88.255.1.2", "2a00:1450:4001:80b::200e"])("%s is public", (address) =>
    expect(isPublic(address)).toBe(true),
  );
  it.each([
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "100.127.255.255",
    "0.0.0.0",
    "0.1.2.3",
    "224.0.0.251",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "fe80::1",
    "fe80::1%eth0",
    "fd00::1",
    "fec0::1",
    "ff02::fb",
    "2002:7f00:1::1",
    "2001:0:7f00:1::1",
    "b8e2c6a8-7d6f-4f0b-9d4e-1e2a6c0b7f11.local",
    "metadata.google.internal",
    "127.1",
    "2130706433",
    "0x7f000001",
    "",
  ])("%j is not", (address) => expect(isPublic(address)).toBe(false));
});

describe("what an outside server is sent of a viewer's candidates", () => {
  const none = new Set<string>();
  it("are public ones for UDP, and not this house's own; all else stays as it was", () => {
    const kept = candidate("8.8.8.8");
    const text = [
      "v=0\r\n",
      candidate("192.168.0.7"),
      kept,
      candidate("a.local"),
      candidate("88.1.2.3"),
      candidate("8.8.4.4", 80),
      candidate("8.8.4.4", 5000, "TCP"),
      "a=candidate:1 1 UDP\r\n",
      "a=mid:0\r\n",
      "a=end-of-candidates",
    ].join("");
    expect(publicCandidates(text, new Set(["88.1.2.3"]), 10)).toEqual({
      text: `v=0\r\n${kept}a=mid:0\r\na=end-of-candidates`,
      candidates: 1,
    });
  });
  it("are so many and no more", () => {
    const { text, candidates } = publicCandidates(candidate("8.8.8.8").repeat(9), none, 4);
    expect([text, candidates]).toEqual([candidate("8.8.8.8").repeat(4), 4]);
  });
});

it.each(["\r\n", "\n", "\r"])("an offer for the house's own filming has none, whatever ends its lines: %j", (end) => {
  const lines = ["v=0", "a=candidate:1 1 UDP 1 127.0.0.1 5432 typ host", "a=mid:0", "a=end-of-candidates"];
  expect(withoutCandidates(lines.join(end))).toBe(`v=0${end}a=mid:0${end}`);
});
