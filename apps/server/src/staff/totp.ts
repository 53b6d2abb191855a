/**
 * Codes of authenticator apps (TOTP, RFC 6238: SHA-1, six digits, 30 s) and recovery codes. A step of 30 s is accepted once,
 * and none before it any more (RFC 6238, section 5.2).
 */
import { asciiDigits } from "@reelcast/contract/fold";
import { randomBytes } from "node:crypto";
import { ConsoleError, ConsoleErrorCode } from "@reelcast/contract/console";
import { Secret, TOTP } from "otpauth";
import { secretDigest } from "../secretDigest.ts";
import type { Db, Trx } from "../storage/index.ts";
import type { Seal } from "./key.ts";

const SECRET_BYTES = 20;
const STEP_MS = 30_000;
/** Steps before and after the present one: clocks differ. */
const WINDOW = 1;
const RECOVERY_CODES = 10;
/** 16 letters of base32: 80 random bits, so that a plain digest can't be guessed back. */
const RECOVERY_BYTES = 10;

export const codeNotAccepted = () => new ConsoleError(ConsoleErrorCode.CodeNotAccepted);
const ownerOf = (staffId: number) => `staff ${staffId}`;
const normalised = (code: string) => asciiDigits(code).replaceAll(/[\s-]/g, "").toUpperCase();

const appOf = (secret: Buffer, label: { issuer: string; name: string }) =>
  new TOTP({
    issuer: label.issuer,
    label: label.name,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
    algorithm: "SHA1",
    digits: 6,
    period: STEP_MS / 1000,
  });

/** The step whose code it is; null: it is that of none near this moment. @param at milliseconds since 1970 */
export function stepOf(secret: Buffer, code: string, at: number): number | null {
  if (!/^\d{6}$/.test(normalised(code))) return null;
  const delta = appOf(secret, { issuer: "", name: "staff" }).validate({
    token: normalised(code),
    timestamp: at,
    window: WINDOW,
  });
  return delta === null ? null : Math.floor(at / STEP_MS) + delta;
}

/** What a member types or scans. */
export function newTotp(issuer: string, name: string): { secret: Buffer; base32: string; uri: string } {
  const secret = randomBytes(SECRET_BYTES);
  const app = appOf(secret, { issuer, name });
  return { secret, base32: app.secret.base32, uri: app.toString() };
}

export interface TotpStore {
  /** Keeps the secret; this code's step counts as used. */
  set(trx: Trx, staffId: number, secret: Buffer, step: number): Promise<void>;
  /** Uses the code's step up. False: the code is wrong, or its step or a later one was used. */
  accept(on: Db | Trx, staffId: number, code: string): Promise<boolean>;
  /** Resolves with new recovery codes; earlier ones are void. */
  renewRecovery(trx: Trx, staffId: number): Promise<string[]>;
  /** Makes all recovery codes void. */
  endRecovery(trx: Trx, staffId: number): Promise<void>;
  /** Whether it is one of the recovery codes. It is not used up. */
  isRecovery(on: Db | Trx, staffId: number, code: string): Promise<boolean>;
  /** Uses a recovery code up. */
  acceptRecovery(on: Db | Trx, staffId: number, code: string): Promise<boolean>;
}

const recoveryDigest = (staffId: number, code: string) => secretDigest(`recovery ${staffId} ${normalised(code)}`);

export function createTotpStore(seal: Seal, now: () => Date): TotpStore {
  return {
    async set(trx, staffId, secret, step) {
      const sealed = await seal.seal(trx, secret, ownerOf(staffId));
      await trx.updateTable("staff").set({ totp_secret: sealed, totp_step: step }).where("id", "=", staffId).execute();
    },
    async accept(on, staffId, code) {
      const row = await on.selectFrom("staff").select("totp_secret").where("id", "=", staffId).executeTakeFirst();
      const sealed = row?.totp_secret ?? null;
      if (sealed === null) return false;
      const step = stepOf(await seal.open(sealed, ownerOf(staffId)), code, now().getTime());
      if (step === null) return false;
      const used = await on
        .updateTable("staff")
        .set({ totp_step: step })
        .where("id", "=", staffId)
        .where("totp_secret", "=", sealed)
        .where((eb) => eb.or([eb("totp_step", "is", null), eb("totp_step", "<", step)]))
        .executeTakeFirst();
      return used.numUpdatedRows > 0n;
    },
    async renewRecovery(trx, staffId) {
      // Of two at the same time, the second takes the codes of the first.
      await trx.selectFrom("staff").select("id").where("id", "=", staffId).forUpdate().execute();
      await trx.deleteFrom("staff_codes").where("staff_id", "=", staffId).execute();
      const codes = Array.from({ length: RECOVERY_CODES }, () => {
        const secret = new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_BYTES)).buffer });
        return (secret.base32.match(/.{4}/g) ?? []).join("-");
      });
      await trx
        .insertInto("staff_codes")
        .values(codes.map((code) => ({ staff_id: staffId, digest: recoveryDigest(staffId, code) })))
        .execute();
      return codes;
    },
    async endRecovery(trx, staffId) {
      await trx.deleteFrom("staff_codes").where("staff_id", "=", staffId).execute();
    },
    async isRecovery(on, staffId, code) {
      const found = await on
        .selectFrom("staff_codes")
        .select("digest")
        .where("staff_id", "=", staffId)
        .where("digest", "=", recoveryDigest(staffId, code))
        .executeTakeFirst();
      return found !== undefined;
    },
    async acceptRecovery(on, staffId, code) {
      const used = await on
        .deleteFrom("staff_codes")
        .where("staff_id", "=", staffId)
        .where("digest", "=", recoveryDigest(staffId, code))
        .executeTakeFirst();
      return used.numDeletedRows > 0n;
    },
  };
}
