import { expect, test } from "vitest";
import { maskSecrets } from "./mask.ts";

test("secrets are masked by their name, at any depth and in any spelling", () => {
  expect(
    maskSecrets({
      username: "ayla",
      password: "play1234",
      newPassword: "x",
      pin_hash: "y",
      access_token: "z",
      Pin: 1234,
      nested: [{ totpSecret: "a", recovery: { codes: ["b"] }, balance: 5 }],
    }),
  ).toEqual({
    username: "ayla",
    password: "***",
    newPassword: "***",
    pin_hash: "***",
    access_token: "***",
    Pin: "***",
    nested: [{ totpSecret: "***", recovery: "***", balance: 5 }],
  });
});

test("a word that only begins with a secret word is not masked", () => {
  const state = { spinning: true, pinned: 1, tokenized: "no", passing: null, lastHash: "00ff" };
  expect(maskSecrets(state)).toEqual(state);
});

test("a secret value is masked under any name and inside a text", () => {
  expect(maskSecrets({ note: "use eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln now" })).toEqual({ note: "use *** now" });
  expect(maskSecrets(`by operator-key.${"a".repeat(43)} as link.${"b-_".repeat(14)}c`)).toBe("by *** as ***");
  expect(maskSecrets("was $argon2id$v=19$m=65536,t=3,p=4$abc$def")).toBe("was ***");
  expect(maskSecrets({ videoUrl: "https://camera:hunter2@10.0.0.5/whep" })).toEqual({
    videoUrl: "https://camera:***@10.0.0.5/whep",
  });
});

test("absent fields stay absent, and dates become text", () => {
  expect(maskSecrets({ password: null, bannedAt: new Date(0), n: 1, b: false })).toEqual({
    password: null,
    bannedAt: "1970-01-01T00:00:00.000Z",
    n: 1,
    b: false,
  });
  expect(maskSecrets({ "a\0b": "c\0d" })).toEqual({ ab: "cd" });
});
