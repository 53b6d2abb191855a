import { createHmac } from "node:crypto";
import { expect, it } from "vitest";
import { iceServers, isTurnOverTcp } from "./ice.ts";

const TURN = { stunUrls: ["stun:s.example"], turnUrls: ["turn:t.example"], turnSecret: "a long secret" };
const NOW = Date.parse("2026-06-01T12:00:00Z");

it("TURN credentials live for an hour, are a player's own, and never hold the secret", () => {
  const [stun, turn] = iceServers(TURN, 7, NOW);
  expect(stun).toEqual({ urls: ["stun:s.example"] });
  expect(turn?.username).toBe(`${NOW / 1000 + 3600}:7`);
  // What coturn computes with `use-auth-secret`.
  expect(turn?.credential).toBe(
    createHmac("sha1", "a long secret")
      .update(turn?.username ?? "")
      .digest("base64"),
  );
  expect(JSON.stringify(turn)).not.toContain("a long secret");
  expect(iceServers(TURN, 8, NOW)[1]?.credential).not.toBe(turn?.credential);
});

it("there are no servers but those that the operator named", () => {
  expect(iceServers({ stunUrls: [], turnUrls: [], turnSecret: undefined }, 7, NOW)).toEqual([]);
});

it.each([
  ["turn:t.example:3478", false],
  ["turn:t.example:3478?transport=udp", false],
  ["turn:t.example?transport=tcp", true],
  ["turns:t.example", true],
  ["turns:t.example:5349?transport=tcp", true],
  ["turns:t.example?transport=udp", false],
])("%s: over TCP is %s", (url, over) => {
  expect(isTurnOverTcp(url)).toBe(over);
});
