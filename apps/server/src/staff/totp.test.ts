import { expect, it } from "vitest";
import { newTotp, stepOf } from "./totp.ts";

/** RFC 6238, appendix B: SHA-1, the last six of its eight digits. */
const SECRET = Buffer.from("12345678901234567890");
it.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("the code of the RFC for second %i", (second, code) => {
  const step = Math.floor(second / 30);
  expect(stepOf(SECRET, code, second * 1_000)).toBe(step);
  // Clocks that are a step apart.
  expect(stepOf(SECRET, code, (second + 30) * 1_000)).toBe(step);
  expect(stepOf(SECRET, code, (second - 30) * 1_000)).toBe(step);
  expect(stepOf(SECRET, code, (second + 60) * 1_000)).toBeNull();
  expect(stepOf(SECRET, code, (second - 60) * 1_000)).toBeNull();
});

it.each(["", "28708", "2870820", "28708a", "-87082"])("%j is no code", (code) => {
  expect(stepOf(SECRET, code, 59_000)).toBeNull();
});

it("takes a code as people type it", () => {
  expect(stepOf(SECRET, " 287 082 ", 59_000)).toBe(1);
  // Digits of other keyboards.
  expect(stepOf(SECRET, "２８７０８２", 59_000)).toBe(1);
  expect(stepOf(SECRET, "٢٨٧٠٨٢", 59_000)).toBe(1);
});

it("gives an authenticator app all that it needs", () => {
  const { uri, base32, secret } = newTotp("The House", "Ayşe");
  const { protocol, host, searchParams } = new URL(uri);
  expect([protocol, host]).toEqual(["otpauth:", "totp"]);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    issuer: "The House",
    secret: base32,
    digits: "6",
    period: "30",
  });
  expect(secret).toHaveLength(20);
});
