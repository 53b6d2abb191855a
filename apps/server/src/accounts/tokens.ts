/** Access tokens: JWTs with a fixed algorithm, type, issuer and audience, signed with a key of keys.ts. */
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
  /** @param until latest end of the token */
  sign(playerId: number, until?: Date): Promise<{ token: string; id: string; expiresAt: Date }>;
  /** @throws AppError SignatureInvalid for a wrong signature, otherwise TokenInvalid with the reason */
  read(token: string): Promise<{ playerId: number; id: string; expiresAt: number }>;
  /** The player of a token with a valid signature, even if it has expired; otherwise null. */
  signedFor(token: string): Promise<number | null>;
}

/**
 * The error for a refused token: "expired" if its signature is valid and its time is over, otherwise "invalid" (ended,
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
        // jose checks the time last, so everything else is valid.
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
