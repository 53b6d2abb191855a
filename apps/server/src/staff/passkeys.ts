/**
 * Passkeys (WebAuthn level 3): both factors in one, since the authenticator verifies its owner. A passkey belongs to the host
 * for which it was made; host and origin of each answer are checked, so that another site can't pass one on.
 */
import { isIP } from "node:net";
import { AppError, ErrorCode } from "@reelcast/contract";
import { ConsoleError, ConsoleErrorCode } from "@reelcast/contract/console";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import type { Selectable } from "kysely";
import type { Db, Trx } from "../storage/index.ts";
import type { StaffTables } from "../storage/tables/staff.ts";
import type { Challenges } from "./challenges.ts";
import type { Member, PasskeyResponse, Site } from "./types.ts";

const MOST_PASSKEYS = 20;
const TIMEOUT_MS = 5 * 60_000;
const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"];
const MAX_CREDENTIAL = 1_400;
/** EdDSA, ES256 and RS256 (COSE): what authenticators have. Node calls the newer ones experimental. */
const ALGORITHMS = [-8, -7, -257];

export const passkeyRefused = (cause?: unknown) => new ConsoleError(ConsoleErrorCode.PasskeyNotAccepted, {}, { cause });
/** Loaded only where somebody uses a passkey: it is large. */
const webauthn = () => import("@simplewebauthn/server");

/** WebAuthn knows no addresses: a passkey belongs to a name. @throws AppError PasskeyNotAccepted */
function mustHaveName({ rpId }: Site): void {
  if (isIP(rpId.replaceAll(/[[\]]/g, "")) !== 0) throw passkeyRefused();
}
const challengeOf = (secret: string) => new Uint8Array(Buffer.from(secret, "base64url"));

type NewPasskey = Pick<
  Selectable<StaffTables["staff_passkeys"]>,
  "credential" | "public_key" | "counter" | "rp_id" | "transports"
>;

export interface Passkeys {
  of(
    on: Db | Trx,
    staffId: number,
  ): Promise<{ id: number; name: string; createdAt: string; lastUsedAt: string | null }[]>;
  /** @throws AppError PasskeyNotAccepted, Conflict for too many */
  beginAdding(
    member: Member,
    site: Site,
    issuer: string,
  ): Promise<{ challenge: string; options: Record<string, unknown> }>;
  /** Checks what the browser gave, and uses the challenge up. @throws AppError PasskeyNotAccepted */
  verifyNew(member: Member, request: { challenge: string; response: PasskeyResponse }, site: Site): Promise<NewPasskey>;
  /** @throws AppError PasskeyNotAccepted for one that is there already */
  insert(trx: Trx, staffId: number, name: string, passkey: NewPasskey): Promise<void>;
  beginSignIn(site: Site): Promise<{ challenge: string; options: Record<string, unknown> }>;
  /** @throws AppError PasskeyNotAccepted */
  accept(
    request: { challenge: string; response: PasskeyResponse },
    site: Site,
  ): Promise<{ staffId: number; passkeyId: number }>;
  exists(on: Db | Trx, id: number): Promise<boolean>;
  /** Resolves with its name. @throws AppError NotFound */
  remove(trx: Trx, staffId: number, id: number): Promise<string>;
}

interface Parts {
  db: Db;
  challenges: Challenges;
  now: () => Date;
}

function adding({ db, challenges, now }: Parts): Pick<Passkeys, "beginAdding" | "verifyNew" | "insert"> {
  return {
    async beginAdding({ id, sessionId, name }, site, issuer) {
      mustHaveName(site);
      const own = await db
        .selectFrom("staff_passkeys")
        .select(["credential", "transports"])
        .where("staff_id", "=", id)
        .execute();
      if (own.length >= MOST_PASSKEYS) throw new AppError(ErrorCode.Conflict);
      const challenge = await challenges.make(db, { purpose: "passkey", staffId: id, sessionId });
      const { generateRegistrationOptions } = await webauthn();
      const options = await generateRegistrationOptions({
        rpName: issuer,
        rpID: site.rpId,
        userName: name,
        userDisplayName: name,
        userID: new Uint8Array(Buffer.from(`staff ${id}`)),
        challenge: challengeOf(challenge),
        timeout: TIMEOUT_MS,
        attestationType: "none",
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: own.map(({ credential, transports }) => ({ id: credential, transports })),
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
      });
      return { challenge, options: { ...options } };
    },
    async verifyNew(member, { challenge, response }, site) {
      mustHaveName(site);
      if (!(await challenges.consume(db, challenge, "passkey", member.sessionId))) throw passkeyRefused();
      const { verifyRegistrationResponse } = await webauthn();
      const { registrationInfo } = await verifyRegistrationResponse({
        // Its parts are checked by the library.
        response: response as unknown as RegistrationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: site.origin,
        expectedRPID: site.rpId,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch((error: unknown) => {
        throw passkeyRefused(error);
      });
      const credential = registrationInfo?.credential;
      if (!credential || credential.id.length > MAX_CREDENTIAL) throw passkeyRefused();
      return {
        credential: credential.id,
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        rp_id: site.rpId,
        transports: (credential.transports ?? []).filter((one) => TRANSPORTS.includes(one)),
      };
    },
    async insert(trx, staffId, name, passkey) {
      const row = await trx
        .insertInto("staff_passkeys")
        .values({ ...passkey, staff_id: staffId, name, created_at: now(), last_used_at: null })
        .onConflict((conflict) => conflict.column("credential").doNothing())
        .returning("id")
        .executeTakeFirst();
      if (!row) throw passkeyRefused();
    },
  };
}

function signingIn({ db, challenges, now }: Parts): Pick<Passkeys, "beginSignIn" | "accept"> {
  return {
    async beginSignIn(site) {
      mustHaveName(site);
      const challenge = await challenges.make(db, { purpose: "passkey sign-in" });
      const { generateAuthenticationOptions } = await webauthn();
      const options = await generateAuthenticationOptions({
        rpID: site.rpId,
        challenge: challengeOf(challenge),
        timeout: TIMEOUT_MS,
        userVerification: "required",
      });
      return { challenge, options: { ...options } };
    },
    async accept({ challenge, response }, site) {
      mustHaveName(site);
      const found = await challenges.consume(db, challenge, "passkey sign-in");
      const row = await db
        .selectFrom("staff_passkeys")
        .selectAll()
        .where("credential", "=", String(response["id"]))
        .where("rp_id", "=", site.rpId)
        .executeTakeFirst();
      if (!found || !row) throw passkeyRefused();
      const { verifyAuthenticationResponse } = await webauthn();
      // It also refuses a counter that does not rise: the authenticator was copied.
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: response as unknown as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: site.origin,
        expectedRPID: site.rpId,
        requireUserVerification: true,
        credential: { id: row.credential, publicKey: new Uint8Array(row.public_key), counter: row.counter },
      }).catch((error: unknown) => {
        throw passkeyRefused(error);
      });
      if (!verified) throw passkeyRefused();
      const used = await db
        .updateTable("staff_passkeys")
        .set({ counter: authenticationInfo.newCounter, last_used_at: now() })
        .where("id", "=", row.id)
        .where("counter", "=", row.counter)
        .executeTakeFirst();
      if (used.numUpdatedRows === 0n) throw passkeyRefused();
      return { staffId: row.staff_id, passkeyId: row.id };
    },
  };
}

export function createPasskeys(parts: Parts): Passkeys {
  return {
    ...adding(parts),
    ...signingIn(parts),
    async of(on, staffId) {
      const rows = await on
        .selectFrom("staff_passkeys")
        .select(["id", "name", "created_at", "last_used_at"])
        .where("staff_id", "=", staffId)
        .orderBy("id")
        .execute();
      return rows.map(({ id, name, created_at, last_used_at }) => ({
        id,
        name,
        createdAt: created_at.toISOString(),
        lastUsedAt: last_used_at?.toISOString() ?? null,
      }));
    },
    async exists(on, id) {
      return (await on.selectFrom("staff_passkeys").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
    },
    async remove(trx, staffId, id) {
      const row = await trx
        .deleteFrom("staff_passkeys")
        .where("staff_id", "=", staffId)
        .where("id", "=", id)
        .returning("name")
        .executeTakeFirst();
      if (!row) throw new AppError(ErrorCode.NotFound);
      return row.name;
    },
  };
}
