/** Access tokens: JWTs signed with this house's own key, with everything about them pinned. */
import { randomBytes, randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { AppError } from "@reelcast/contract";
import { SignJWT, errors, jwtVerify } from "jose";

const ALGORITHM = "HS256";
const ISSUER = "reelcast";
const AUDIENCE = "reelcast-player";
const TYPE = "at+jwt";
const CLOCK_TOLERANCE_S = 5;

export interface TokenSigner {
  sign(playerId: number): Promise<{ token: string; id: string; expiresAt: Date }>;
  /** @throws AppError 10 for a wrong signature, 40100 for anything else */
  read(token: string): Promise<{ playerId: number; id: string; expiresAt: number }>;
}

/** The key is made at first start and stays with the data: a restart ends nobody's login. */
export async function loadKey(file: string): Promise<Uint8Array> {
  const known = await readFile(file).catch(() => null);
  if (known && known.length >= 32) return known;
  const fresh = randomBytes(32);
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(file, fresh, { mode: 0o600, flag: "wx" });
    return fresh;
  } catch {
    // Another process was quicker.
    return readFile(file);
  }
}

export function createSigner(key: Uint8Array, hours: number, now: () => Date): TokenSigner {
  return {
    async sign(playerId) {
      const id = randomUUID();
      const issuedAt = Math.floor(now().getTime() / 1000);
      const expires = issuedAt + hours * 3600;
      const token = await new SignJWT({})
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
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
    async read(token) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          audience: AUDIENCE,
          typ: TYPE,
          clockTolerance: CLOCK_TOLERANCE_S,
          currentDate: now(),
          requiredClaims: ["sub", "jti", "exp", "nbf"],
        });
        const playerId = Number(payload.sub);
        if (!Number.isSafeInteger(playerId) || playerId <= 0 || !payload.jti || !payload.exp) throw new AppError(40100);
        return { playerId, id: payload.jti, expiresAt: payload.exp };
      } catch (error) {
        if (error instanceof AppError) throw error;
        throw new AppError(error instanceof errors.JWSSignatureVerificationFailed ? 10 : 40100, {}, { cause: error });
      }
    },
  };
}
