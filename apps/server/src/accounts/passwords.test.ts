import { AppError, ErrorCode } from "@reelcast/contract";
import { describe, expect, it } from "vitest";
import { COMMON_PASSWORDS } from "./commonPasswords.ts";
import { checkNewPassword, hashPassword, matchPassword, verifyPassword } from "./passwords.ts";

const codeOf = (password: string) => {
  try {
    checkNewPassword(password);
    return null;
  } catch (error) {
    return error instanceof AppError ? error.code : error;
  }
};

describe("a new password", () => {
  it.each([
    "password",
    "Trustno1",
    "QWERTYUIOP",
    "27111989",
    "left4dead",
    "Galatasaray1905",
    "istanbul34",
    "casino123",
  ])("%s is among the most used", (password) => expect(codeOf(password)).toBe(ErrorCode.PasswordTooCommon));

  it("is refused for more than 3,000 of those that are most used, all of them long enough to be chosen", () => {
    expect(COMMON_PASSWORDS.size).toBeGreaterThan(3_000);
    for (const password of COMMON_PASSWORDS) expect(codeOf(password), password).toBe(ErrorCode.PasswordTooCommon);
  });

  it("may be anything else of 8 characters or more, counted as people count", () => {
    expect(codeOf("k2#vLq9w")).toBeNull();
    expect(codeOf("şifrem çok uzun 🎰")).toBeNull();
    expect(codeOf("🎰".repeat(7))).toBe(ErrorCode.PasswordTooShort);
    expect(codeOf("x".repeat(200))).toBeNull();
  });

  it("is taken as it is: nothing is cut off, changed or folded (6.2.8–9)", async () => {
    const long = `${"a".repeat(127)}B `;
    const stored = await hashPassword(long);
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword(stored, long)).toBe(true);
    for (const other of [long.trim(), long.toLowerCase(), long.slice(0, 72), `${long} `])
      expect(await verifyPassword(stored, other)).toBe(false);
  });
});

describe("a password of other letters", () => {
  const [composed, decomposed] = ["şifrem çok uzun", "şifrem çok uzun".normalize("NFD")];

  it("is one password, however the keyboard writes them", async () => {
    for (const stored of [await hashPassword(composed), await hashPassword(decomposed)])
      expect([await matchPassword(stored, composed), await matchPassword(stored, decomposed)]).toEqual([
        "right",
        "right",
      ]);
    expect(await verifyPassword(await hashPassword(composed), "sifrem cok uzun")).toBe(false);
  });

  it("is too common without its marks, too, and as long as it is seen", () => {
    for (const common of ["beşiktaş", "ŞİFRE123", "sifre123"])
      expect(codeOf(common), common).toBe(ErrorCode.PasswordTooCommon);
    expect(codeOf("ÖöÜüŞş".normalize("NFD"))).toBe(ErrorCode.PasswordTooShort);
  });

  it.each(["a null \0 character", "half \ud83c of a character"])("with %j is refused with the reason", (password) => {
    expect(codeOf(password)).toBe(ErrorCode.TextNotStorable);
  });
});
