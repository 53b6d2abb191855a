/** Tokens made by others, or for something else: each is refused, however well it is signed. */
import { AppError, ErrorCode } from "@reelcast/contract";
import { SignJWT, UnsecuredJWT, base64url, decodeProtectedHeader, exportJWK, generateKeyPair } from "jose";
import type { JWTHeaderParameters } from "jose";
import { describe, expect, it } from "vitest";
import { createSigner } from "./tokens.ts";

const KEY = new Uint8Array(32).fill(7);
const NOW = Date.parse("2026-06-01T12:00:00Z");
const seconds = NOW / 1000;
const OTHER = new Uint8Array(32).fill(8);
const keys = new Map([
  ["imported", KEY],
  ["new", OTHER],
]);
const signer = createSigner(
  { signing: () => ({ kid: "new", key: OTHER }), byId: async (kid = "imported") => keys.get(kid) ?? null },
  12,
  () => new Date(NOW),
);
const refusal = (token: string) =>
  signer.read(token).then(
    () => null,
    (error: unknown) => (error instanceof AppError ? [error.code, error.params["reason"] ?? null] : error),
  );

const HEADER = { alg: "HS256", typ: "at+jwt" };
const CLAIMS = {
  sub: "1",
  jti: "x",
  iss: "reelcast",
  aud: "reelcast-player",
  nbf: seconds,
  exp: seconds + 3600,
};
const sign = (claims: object, header: JWTHeaderParameters = HEADER, key: Uint8Array = KEY) =>
  new SignJWT({ ...CLAIMS, ...claims }).setProtectedHeader(header).sign(key);

describe("a token", () => {
  it("is read back as it was made, and ends when a login must", async () => {
    const made = await signer.sign(7);
    expect(await signer.read(made.token)).toEqual({ playerId: 7, id: made.id, expiresAt: seconds + 12 * 3600 });
    const until = new Date(NOW + 60_000);
    expect((await signer.sign(7, until)).expiresAt).toEqual(until);
    expect(await refusal(await sign({}))).toBeNull();
  });

  it("is verified with the key that it names, and one without a name with the key from before names", async () => {
    const { token } = await signer.sign(7);
    expect(decodeProtectedHeader(token)).toEqual({ alg: "HS256", typ: "at+jwt", kid: "new" });
    expect(await refusal(await sign({}, { ...HEADER, kid: "new" }, OTHER))).toBeNull();
    expect(await refusal(await sign({}, { ...HEADER, kid: "new" }, KEY))).toEqual([ErrorCode.SignatureInvalid, null]);
    expect(await refusal(await sign({}, HEADER, OTHER))).toEqual([ErrorCode.SignatureInvalid, null]);
    expect(await refusal(await sign({}, { ...HEADER, kid: "unknown" }, KEY))).toEqual([
      ErrorCode.SignatureInvalid,
      null,
    ]);
    const expired = await sign({ exp: seconds - 60 }, { ...HEADER, kid: "unknown" }, KEY);
    expect(await signer.signedFor(expired)).toBeNull();
  });

  it.each<[string, object, JWTHeaderParameters?, string?]>([
    ["of another issuer", { iss: "somebody" }],
    ["for another audience", { aud: "reelcast-operator" }],
    ["of another type", {}, { alg: "HS256", typ: "JWT" }],
    ["of no type", {}, { alg: "HS256" }],
    ["by another algorithm with the same key", {}, { alg: "HS512", typ: "at+jwt" }],
    ["that is not valid yet", { nbf: seconds + 60 }],
    ["without an end", { exp: undefined }],
    ["without a beginning", { nbf: undefined }],
    ["without a number", { jti: undefined }],
    ["of nobody", { sub: undefined }],
    ["of what is no player", { sub: "1e3x" }],
    ["of a player below one", { sub: "-1" }],
    ["that is over", { exp: seconds - 60 }, HEADER, "expired"],
  ])("%s is refused", async (_, claims, header, reason = "invalid") => {
    const key = header?.alg === "HS512" ? new Uint8Array(64).fill(7) : KEY;
    expect(await refusal(await sign(claims, header, key))).toEqual([ErrorCode.TokenInvalid, reason]);
  });

  it("that is over and forged is forged first", async () => {
    expect(await refusal(await sign({ exp: seconds - 60 }, HEADER, new Uint8Array(32)))).toEqual([
      ErrorCode.SignatureInvalid,
      null,
    ]);
  });

  it("that brings its own key is not checked with it (9.1.3)", async () => {
    const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
    const jwk = await exportJWK(publicKey);
    const own = await new SignJWT(CLAIMS).setProtectedHeader({ alg: "ES256", typ: "at+jwt", jwk }).sign(privateKey);
    expect(await refusal(own)).toEqual([ErrorCode.TokenInvalid, "invalid"]);
    const secret = new Uint8Array(32).fill(9);
    for (const header of [
      { jwk: { kty: "oct", k: base64url.encode(secret) } },
      { jku: "https://evil.example/keys" },
      { x5u: "https://evil.example/cert" },
      { kid: "../../dev/null" },
    ])
      expect(await refusal(await sign({}, { ...HEADER, ...header }, secret))).toEqual([
        ErrorCode.SignatureInvalid,
        null,
      ]);
  });

  it("without a signature, and what is no token, is refused", async () => {
    const none = new UnsecuredJWT(CLAIMS).encode();
    const [, body = ""] = (await sign({})).split(".");
    for (const token of [none, `${base64url.encode('{"alg":"None","typ":"at+jwt"}')}.${body}.`, "a.b.c", ""])
      expect(await refusal(token)).toEqual([ErrorCode.TokenInvalid, "invalid"]);
  });
});
