/** Access tokens: JWTs signed with one of this house's own keys, with everything about them pinned. */
import { randomUUID } from "node:crypto";
import { AppError, ErrorCode } from "@reelcast/contract";
import { SignJWT, errors, jwtVerify } from "jose";
import type { JWTHeaderParameters, JWTPayload } from "jose";
import type { TokenKeys } from "./keys.ts";

const ALGORITHM = "HS256";
const ISSUER = "reelcast";
const AUDIENCE = "reelcast-player";
const TYPE = "at+jwt";
const CLOCK_TOLERANCE_S = 5;

export interface TokenSigner {
  /** @param until the token ends then at the latest */
  sign(playerId: number, until?: Date): Promise<{ token: string; id: string; expiresAt: Date }>;
  /** @throws AppError SignatureInvalid for a wrong signature, TokenInvalid for anything else, with the reason */
  read(token: string): Promise<{ playerId: number; id: string; expiresAt: number }>;
  /** The player for whom this house has signed it, be it expired or not; null where it has not. */
  signedFor(token: string): Promise<number | null>;
}

/**
 * A refused token, and why: "expired" is one of this house's own whose time is over, "invalid" everything else (ended,
 * forged, unknown). The holder of a token knows both already, so the distinction reveals nothing.
 */
export function tokenRefused(reason: "expired" | "invalid", cause?: unknown): AppError {
  return new AppError(ErrorCode.TokenInvalid, { reason }, { cause });
}

export function createSigner(keys: TokenKeys, hours: number, now: () => Date): TokenSigner {
  async function keyOf({ kid }: JWTHeaderParameters): Promise<Uint8Array> {
    const key = await keys.byId(kid);
    if (key === null) throw new errors.JWSSignatureVerificationFailed();
    return key;
  }
  const verified = (token: string) =>
    jwtVerify(token, keyOf, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: TYPE,
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: now(),
      requiredClaims: ["sub", "jti", "exp", "nbf"],
    });
  const playerOf = ({ sub }: JWTPayload): number | null => {
    const playerId = Number(sub);
    return Number.isSafeInteger(playerId) && playerId > 0 ? playerId : null;
  };
  return {
    async sign(playerId, until) {
      const id = randomUUID();
      const { kid, key } = keys.signing();
      const issuedAt = Math.floor(now().getTime() / 1000);
      const expires = Math.min(issuedAt + hours * 3600, until ? Math.floor(until.getTime() / 1000) : Infinity);
      const token = await new SignJWT({})
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid })
        .setSubject(String(playerId))
        .setJti(id)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(issuedAt)
        .setNotBefore(issuedAt)
        .setExpirationTime(expires)
        .sign(key);
      return { token, id, expiresAt: new Date(expires * 1000) };
    },
    async signedFor(token) {
      try {
        return playerOf((await verified(token)).payload);
      } catch (error) {
        // Its time is looked at last, when all else about it is known to be right.
        return error instanceof errors.JWTExpired ? playerOf(error.payload) : null;
      }
    },
    async read(token) {
      try {
        const { payload } = await verified(token);
        const playerId = playerOf(payload);
        if (playerId === null || !payload.jti || !payload.exp) throw tokenRefused("invalid");
        return { playerId, id: payload.jti, expiresAt: payload.exp };
      } catch (error) {
        if (error instanceof AppError) throw error;
        if (error instanceof errors.JWSSignatureVerificationFailed)
          throw new AppError(ErrorCode.SignatureInvalid, {}, { cause: error });
        throw tokenRefused(error instanceof errors.JWTExpired ? "expired" : "invalid", error);
      }
    },
  };
}
