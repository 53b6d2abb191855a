/** Hashes of passwords and PINs, and the rules for new passwords. */
import { pbkdf2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { AppError, ErrorCode, SHORTEST_PASSWORD, isLongEnough } from "@reelcast/contract";
import { COMMON_PASSWORDS } from "./commonPasswords.ts";
import { ARGON2, PIN_ITERATIONS } from "./passwordCost.ts";
import { runPasswordTask } from "./passwordThreads.ts";

export async function hashPassword(password: string): Promise<string> {
  return String(await runPasswordTask({ password, stored: null, options: ARGON2 }));
}

/** Checked for an unknown user, so that it takes as long as for a known one. */
let decoy: Promise<string> | undefined;
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(16).toString("hex"));
  const matches = await runPasswordTask({ password, stored: stored ?? (await decoy), options: ARGON2 });
  return stored !== null && matches === true;
}

/** @throws AppError PasswordTooShort, PasswordTooCommon */
export function checkNewPassword(password: string): void {
  if (!isLongEnough(password)) throw new AppError(ErrorCode.PasswordTooShort, { minimum: SHORTEST_PASSWORD });
  if (COMMON_PASSWORDS.has(password.toLowerCase())) throw new AppError(ErrorCode.PasswordTooCommon);
}

/** `pbkdf2-sha256$iterations$salt$hash`, base64url. The browser checks it with Web Crypto. */
export async function hashPin(pin: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await promisify(pbkdf2)(pin, salt, PIN_ITERATIONS, 32, "sha256");
  return ["pbkdf2-sha256", PIN_ITERATIONS, salt.toString("base64url"), key.toString("base64url")].join("$");
}
export async function verifyPin(stored: string, pin: string): Promise<boolean> {
  const [kind, iterations, salt, key] = stored.split("$");
  if (kind !== "pbkdf2-sha256" || !iterations || !salt || !key) return false;
  const expected = Buffer.from(key, "base64url");
  const given = await promisify(pbkdf2)(
    pin,
    Buffer.from(salt, "base64url"),
    Number(iterations),
    expected.length,
    "sha256",
  );
  return timingSafeEqual(expected, given);
}
