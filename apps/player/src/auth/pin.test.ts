import { expect, it } from "vitest";
import { matchesPin } from "./pin.ts";

/** In the form that the server sends, with few rounds. */
async function codeFor(pin: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(pin), "PBKDF2", false, ["deriveBits"]);
  const bits = await crypto.subtle.deriveBits({ name: "PBKDF2", hash: "SHA-256", salt, iterations: 1000 }, key, 256);
  const base64url = (bytes: Uint8Array) =>
    btoa(String.fromCharCode(...bytes))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", "");
  return ["pbkdf2-sha256", 1000, base64url(salt), base64url(new Uint8Array(bits))].join("$");
}

it("matches the PIN of a code and no other", async () => {
  const code = await codeFor("4711");
  expect(await matchesPin("4711", code)).toBe(true);
  expect(await matchesPin("4712", code)).toBe(false);
  expect(await matchesPin("", code)).toBe(false);
});
it("refuses a code that it does not understand", async () => {
  for (const code of ["", "md5$1$a$b", "pbkdf2-sha256$0$a$b", "pbkdf2-sha256$1000$!$!", "pbkdf2-sha256$1000$YQ$"])
    expect(await matchesPin("0000", code)).toBe(false);
});
