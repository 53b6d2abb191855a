/** What is kept in the place of a random secret, like a token or a key. Not for passwords: those can be guessed. */
import { hash } from "node:crypto";

/** SHA-256 in base64url. */
export const secretDigest = (secret: string): string => hash("sha256", secret, "base64url");
