/** Access tokens: JWTs signed with this house's own key, with everything about them pinned. */
import { randomBytes, randomUUID } from "node:crypto";
import { chmod, link, mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { AppError } from "@reelcast/contract";
import { SignJWT, errors, jwtVerify } from "jose";
import type { JWTPayload } from "jose";

const ALGORITHM = "HS256";
const ISSUER = "reelcast";
const AUDIENCE = "reelcast-player";
const TYPE = "at+jwt";
const CLOCK_TOLERANCE_S = 5;

export interface TokenSigner {
  /** @param until the token ends then at the latest */
  sign(playerId: number, until?: Date): Promise<{ token: string; id: string; expiresAt: Date }>;
  /** @throws AppError 10 for a wrong signature, 40100 for anything else, with the reason */
  read(token: string): Promise<{ playerId: number; id: string; expiresAt: number }>;
  /** The player for whom this house has signed it, be it expired or not; null where it has not. */
  signedFor(token: string): Promise<number | null>;
}

/**
 * A refused token, and why: "expired" is one of this house's own whose time is over, "invalid" everything else (ended,
 * forged, unknown). Whoever holds a token of ours knows both already, so telling them apart gives nothing away.
 */
export function tokenRefused(reason: "expired" | "invalid", cause?: unknown): AppError {
  return new AppError(40100, { reason }, { cause });
}

const KEY_BYTES = 32;

async function readKey(file: string): Promise<Uint8Array | null> {
  const key = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (key === null) return null;
  if (key.length < KEY_BYTES) {
    throw new Error(
      `${file} holds ${key.length} bytes and is no key for tokens. Remove it to have a new one made; everybody then logs in again.`,
    );
  }
  // Copies and backups lose the mode. Where it can't be set (a read-only mount), the operator has chosen it.
  if (((await stat(file)).mode & 0o077) !== 0) await chmod(file, 0o600).catch(() => {});
  return key;
}

/**
 * The key is made at first start and stays with the data: a restart ends nobody's login. It appears whole or not at
 * all, whenever the process dies, and only one of two starters makes it.
 * @throws Error with one sentence where the file is no key
 */
export async function loadKey(file: string): Promise<Uint8Array> {
  const known = await readKey(file);
  if (known) return known;
  const fresh = randomBytes(KEY_BYTES);
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  const handle = await open(draft, "wx", 0o600);
  try {
    await handle.writeFile(fresh);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(draft, file);
  } catch (error) {
    const taken = await readKey(file);
    if (taken) return taken;
    // No hard links on this file system.
    await rename(draft, file);
    if (!(await readKey(file))) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return fresh;
}

export function createSigner(key: Uint8Array, hours: number, now: () => Date): TokenSigner {
  const verified = (token: string) =>
    jwtVerify(token, key, {
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
      const issuedAt = Math.floor(now().getTime() / 1000);
      const expires = Math.min(issuedAt + hours * 3600, until ? Math.floor(until.getTime() / 1000) : Infinity);
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
        if (error instanceof errors.JWSSignatureVerificationFailed) throw new AppError(10, {}, { cause: error });
        throw tokenRefused(error instanceof errors.JWTExpired ? "expired" : "invalid", error);
      }
    },
  };
}
