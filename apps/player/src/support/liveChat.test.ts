import { expect, it } from "vitest";
import { allowScript, chatScript } from "./liveChat.ts";

it("makes the address of the provider's script of its id", () => {
  expect(chatScript({ provider: "tawk", id: "5f0c1a2b3c4d5e6f" })).toBe(
    "https://embed.tawk.to/5f0c1a2b3c4d5e6f/default",
  );
  expect(chatScript({ provider: "tawk", id: "5f0c1a2b3c4d5e6f/1abcd" })).toBe(
    "https://embed.tawk.to/5f0c1a2b3c4d5e6f/1abcd",
  );
  expect(chatScript({ provider: "livechat", id: "12345678" })).toBe("https://cdn.livechatinc.com/tracking.js");
});

it.each([
  ["tawk", ""],
  ["tawk", "//evil.example"],
  ["tawk", "a/b/c"],
  ["livechat", "abc"],
  ["livechat", ""],
] as const)("makes none for %s and %j", (provider, id) => expect(chatScript({ provider, id })).toBeNull());

it("lets the provider's own host pass, and nothing else", () => {
  expect(allowScript("tawk", "https://embed.tawk.to/x/default")).toBe("https://embed.tawk.to/x/default");
  for (const url of [
    "https://cdn.livechatinc.com/tracking.js",
    "http://embed.tawk.to/x",
    "https://embed.tawk.to.evil.example/x",
    "https://embed.tawk.to:8443/x",
    "https://embed.tawk.to@evil.example/x",
    "https://somebody@embed.tawk.to/x",
    "data:text/javascript,1",
  ])
    expect(() => allowScript("tawk", url), url).toThrow(TypeError);
});
