/**
 * Checks a PIN against what the server sent: `pbkdf2-sha256$iterations$salt$hash`, base64url (PBKDF2:
 * https://www.rfc-editor.org/rfc/rfc8018#section-5.2). It keeps eyes off the screen; the server counts the tries.
 */
import { decodeBase64url } from "../api/base64url.ts";

const MOST_ITERATIONS = 5_000_000;

function bytes(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(decodeBase64url(base64url), (char) => char.charCodeAt(0));
}

/** False for a wrong PIN and for a code that can't be read. */
export async function matchesPin(pin: string, code: string): Promise<boolean> {
  const [scheme, rounds = "", salt = "", hash = ""] = code.split("$");
  const iterations = Number(rounds);
  if (scheme !== "pbkdf2-sha256" || !(iterations > 0 && iterations <= MOST_ITERATIONS) || hash === "") return false;
  try {
    const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(pin), "PBKDF2", false, ["deriveBits"]);
    const wanted = bytes(hash);
    const derived = new Uint8Array(
      await crypto.subtle.deriveBits(
        { name: "PBKDF2", hash: "SHA-256", salt: bytes(salt), iterations },
        key,
        wanted.length * 8,
      ),
    );
    return derived.every((byte, n) => byte === wanted[n]);
  } catch {
    return false;
  }
}
