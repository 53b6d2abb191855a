/** What an authenticator app shows. */
import { Secret, TOTP } from "otpauth";

/** @param secret in base 32 */
export const codeOf = (secret: string): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
