import { expect, it } from "vitest";
import { splitToken } from "./token.ts";

it("takes the token out of the address and leaves the rest", () => {
  expect(splitToken("https://a.example/lobby?x=1&token=abc&y=2#z")).toEqual({
    token: "abc",
    address: "/lobby?x=1&y=2#z",
  });
  expect(splitToken("https://a.example/lobby")).toEqual({ token: null, address: "/lobby" });
  expect(splitToken("https://a.example/?token=")).toEqual({ token: null, address: "/" });
});
