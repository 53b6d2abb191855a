/** Hashes of passwords and PINs, and the rules for new passwords. */
import { pbkdf2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { AppError, ErrorCode, SHORTEST_PASSWORD, isLongEnough } from "@reelcast/contract";
import { asciiDigits, searchFold } from "@reelcast/contract/fold";
import { COMMON_PASSWORDS } from "./commonPasswords.ts";
import { ARGON2, PIN_ITERATIONS } from "./passwordCost.ts";
import { runPasswordTask } from "./passwordThreads.ts";

/** How a password is typed differs between keyboards and systems: "ş" may be one character or two. RFC 8265 takes NFC, too. */
const formOf = (password: string): string => password.normalize("NFC");

export async function hashPassword(password: string): Promise<string> {
  return String(await runPasswordTask({ password: formOf(password), stored: null, options: ARGON2 }));
}

/** Checked for an unknown user, so that it takes as long as for a known one. */
let decoy: Promise<string> | undefined;
/**
 * `asTyped`: the hash was created by an earlier version, which took the password as it was typed; a new hash lets it be typed on other
 * systems, too.
 * @param stored null: there is no such user, which takes as long
 */
export async function matchPassword(stored: string | null, password: string): Promise<"right" | "asTyped" | "wrong"> {
  decoy ??= hashPassword(randomBytes(16).toString("hex"));
  const compared = stored ?? (await decoy);
  const matches = async (form: string) =>
    (await runPasswordTask({ password: form, stored: compared, options: ARGON2 })) === true && stored !== null;
  const form = formOf(password);
  if (await matches(form)) return "right";
  return password !== form && (await matches(password)) ? "asTyped" : "wrong";
}

/**
 * The hash that the password matches. One of its typed form is replaced by a new one.
 * @param replace resolves with whether `former` was still there
 * @returns null: it is wrong
 */
export async function matchingHash(
  stored: string | null,
  password: string,
  replace: (former: string, fresh: string) => Promise<boolean>,
): Promise<string | null> {
  const match = await matchPassword(stored, password);
  if (stored === null || match === "wrong") return null;
  if (match === "right") return stored;
  const fresh = await hashPassword(password);
  return (await replace(stored, fresh)) ? fresh : null;
}
export const verifyPassword = async (stored: string | null, password: string): Promise<boolean> =>
  (await matchPassword(stored, password)) !== "wrong";

/** @throws AppError TextNotStorable, PasswordTooShort, PasswordTooCommon */
export function checkNewPassword(password: string): void {
  // The thread that hashes it would replace half of a character by another one.
  if (password.includes("\0") || !password.isWellFormed()) throw new AppError(ErrorCode.TextNotStorable);
  if (!isLongEnough(password)) throw new AppError(ErrorCode.PasswordTooShort, { minimum: SHORTEST_PASSWORD });
  if (COMMON_PASSWORDS.has(searchFold(password))) throw new AppError(ErrorCode.PasswordTooCommon);
}

/** `pbkdf2-sha256$iterations$salt$hash`, base64url. The browser checks it with Web Crypto. */
export async function hashPin(pin: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await promisify(pbkdf2)(asciiDigits(pin), salt, PIN_ITERATIONS, 32, "sha256");
  return ["pbkdf2-sha256", PIN_ITERATIONS, salt.toString("base64url"), key.toString("base64url")].join("$");
}
export async function verifyPin(stored: string, pin: string): Promise<boolean> {
  const [kind, iterations, salt, key] = stored.split("$");
  if (kind !== "pbkdf2-sha256" || !iterations || !salt || !key) return false;
  const expected = Buffer.from(key, "base64url");
  const given = await promisify(pbkdf2)(
    asciiDigits(pin),
    Buffer.from(salt, "base64url"),
    Number(iterations),
    expected.length,
    "sha256",
  );
  return timingSafeEqual(expected, given);
}
