import { expect, it } from "vitest";
import { isExpired, splitToken } from "./token.ts";

it("takes the token out of the address and leaves the rest", () => {
  expect(splitToken("https://a.example/lobby?x=1&token=abc&y=2#z")).toEqual({
    token: "abc",
    address: "/lobby?x=1&y=2#z",
  });
  expect(splitToken("https://a.example/lobby")).toEqual({ token: null, address: "/lobby" });
  expect(splitToken("https://a.example/?token=")).toEqual({ token: null, address: "/" });
});

it("recognizes a token whose time is over, and leaves what it can't read to the server", () => {
  const token = (claims: object) => `e30.${btoa(JSON.stringify(claims)).replaceAll("=", "")}.sig`;
  expect(isExpired(token({ exp: 1_000 }), 1_000_000)).toBe(true);
  expect(isExpired(token({ exp: 1_001 }), 1_000_000)).toBe(false);
  expect(isExpired(token({}), 1_000_000)).toBe(false);
  expect(isExpired("no token", 1_000_000)).toBe(false);
});
