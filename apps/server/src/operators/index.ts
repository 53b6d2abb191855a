/**
 * Keys with which an operator's own server makes calls. The database has only their digests: a key has 256 random bits, so
 * that a plain hash can't be guessed back. A key is shown once, when it is made.
 */
import { randomBytes } from "node:crypto";
import { AppError, ErrorCode } from "@reelcast/contract";
import { InputError } from "../input.ts";
import { secretDigest } from "../secretDigest.ts";
import type { Db, Trx } from "../storage/index.ts";

export interface OperatorKey {
  id: number;
  name: string;
}
export interface OperatorKeyRow extends OperatorKey {
  createdAt: Date;
}
export interface OperatorKeys {
  /** In the caller's transaction. Resolves with the key. @throws InputError for an invalid or used name, or too many keys */
  add(trx: Db | Trx, name: string): Promise<{ id: number; key: string }>;
  /** Those in use, by name. */
  list(): Promise<OperatorKeyRow[]>;
  /**
   * Ends a key, and the links that were made with it and are not used yet.
   * @throws InputError if there is no such key
   */
  revoke(trx: Db | Trx, name: string): Promise<OperatorKey>;
  /**
   * The key that a call sends. In the transaction of an act it is locked: a key that is being revoked does nothing more.
   * @throws AppError TokenInvalid
   */
  holderOf(on: Db | Trx, key: string | null): Promise<OperatorKey>;
}

const PREFIX = "operator-key.";
const KEY_BYTES = 32;
const MAX_KEYS = 50;

export function createOperatorKeys(db: Db, now: () => Date = () => new Date()): OperatorKeys {
  return {
    async add(trx, name) {
      if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(name))
        throw new InputError(`"${name}" is not a name of a key: 1 to 40 small letters, digits or dashes.`);
      const inUse = await trx.selectFrom("operator_keys").select("name").where("revoked_at", "is", null).execute();
      if (inUse.some((row) => row.name === name))
        throw new InputError(`There is a key "${name}" already: revoke it first, or choose another name.`);
      if (inUse.length >= MAX_KEYS) throw new InputError(`There are ${MAX_KEYS} keys already: revoke one first.`);
      const key = PREFIX + randomBytes(KEY_BYTES).toString("base64url");
      const { id } = await trx
        .insertInto("operator_keys")
        .values({ name, digest: secretDigest(key), created_at: now(), revoked_at: null })
        .returning("id")
        .executeTakeFirstOrThrow();
      return { id, key };
    },
    async list() {
      const rows = await db
        .selectFrom("operator_keys")
        .select(["id", "name", "created_at"])
        .where("revoked_at", "is", null)
        .orderBy("name")
        .execute();
      return rows.map(({ id, name, created_at }) => ({ id, name, createdAt: created_at }));
    },
    async revoke(trx, name) {
      const row = await trx
        .updateTable("operator_keys")
        .set({ revoked_at: now() })
        .where("name", "=", name)
        .where("revoked_at", "is", null)
        .returning(["id", "name"])
        .executeTakeFirst();
      if (!row) throw new InputError(`There is no key "${name}" in use.`);
      await trx.deleteFrom("sign_in_links").where("key_id", "=", row.id).execute();
      return row;
    },
    async holderOf(on, key) {
      const row =
        key?.startsWith(PREFIX) === true
          ? await on
              .selectFrom("operator_keys")
              .select(["id", "name"])
              .where("digest", "=", secretDigest(key))
              .where("revoked_at", "is", null)
              .forShare()
              .executeTakeFirst()
          : undefined;
      if (!row) throw new AppError(ErrorCode.TokenInvalid, { reason: "invalid" });
      return row;
    },
  };
}
