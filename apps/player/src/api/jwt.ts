/** Reads the times of a token (a JWT, https://www.rfc-editor.org/rfc/rfc7519). Whether it is valid, the server decides. */
import { decodeBase64url } from "./base64url.ts";

/** ms since the epoch; null for what the token does not say, or where it can't be read. */
export function tokenTimes(token: string): { issuedAt: number | null; expiresAt: number | null } {
  const ms = (seconds: unknown) => (typeof seconds === "number" ? seconds * 1000 : null);
  try {
    const [, claims = ""] = token.split(".");
    const { iat, exp } = JSON.parse(decodeBase64url(claims)) as Record<string, unknown>;
    return { issuedAt: ms(iat), expiresAt: ms(exp) };
  } catch {
    return { issuedAt: null, expiresAt: null };
  }
}
