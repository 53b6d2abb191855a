import { describe, expect, it } from "vitest";
import { iceServersOf, retryAfterMs } from "./link.ts";

describe("headers of an answer", () => {
  it("reads ICE servers with credentials, and nothing else", () => {
    expect(
      iceServersOf(
        '<stun:stun.example.net>; rel="ice-server", <turn:turn.example.net?transport=udp>; rel="ice-server"; username="u,1"; credential="p\\"w"; credential-type="password", </x>; rel=next, <javascript:x>; rel="ice-server"',
      ),
    ).toEqual([
      { urls: "stun:stun.example.net" },
      { urls: "turn:turn.example.net?transport=udp", username: "u,1", credential: 'p"w' },
    ]);
    expect(iceServersOf(null)).toEqual([]);
  });
  it("reads Retry-After in both forms", () => {
    expect(retryAfterMs("3", 0)).toBe(3000);
    expect(retryAfterMs("Thu, 01 Jan 1970 00:00:10 GMT", 4_000)).toBe(6000);
    expect(retryAfterMs("soon", 0)).toBeUndefined();
    expect(retryAfterMs(null, 0)).toBeUndefined();
  });
});
