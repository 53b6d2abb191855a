/**
 * The keys of access tokens. They are in the database, so that all processes on it share logins. The newest key signs;
 * older ones only verify.
 */
import { randomBytes } from "node:crypto";
import { chmod, readFile, stat } from "node:fs/promises";
import { sql } from "kysely";
import type { Db } from "../storage/index.ts";

export interface TokenKey {
  kid: string;
  key: Uint8Array;
}
export interface TokenKeys {
  /** The key for new tokens. */
  signing(): TokenKey;
  /** Null if there is no such key. A token without `kid` was signed by an older version. */
  byId(kid: string | undefined): Promise<Uint8Array | null>;
}

const KEY_BYTES = 32;
const KID_BYTES = 6;
/** Name of the key that was imported from a file: the key of tokens without `kid`. */
const IMPORTED = "imported";
/** Minimum time between two reads of the table, so that tokens with invented names do not cost a query each. */
const READ_AGAIN_MS = 1_000;

/** The key file of a data folder of an older version. @throws Error if the file is too short */
async function readKeyFile(file: string): Promise<{ key: Buffer; createdAt: Date } | null> {
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
  const { mode, mtime } = await stat(file);
  // Copies and backups lose the mode. On a read-only mount it can't be set.
  if ((mode & 0o077) !== 0) await chmod(file, 0o600).catch(() => {});
  return { key, createdAt: mtime };
}

/** Creates the first key, or imports the file once. Processes that start at the same time wait for each other. */
async function ensureKey(db: Db, file: string): Promise<void> {
  const found = await db.selectFrom("token_keys").select("kid").execute();
  const old = found.some(({ kid }) => kid === IMPORTED) ? null : await readKeyFile(file);
  if (found.length > 0 && old === null) return;
  await db.transaction().execute(async (trx) => {
    await sql`lock table token_keys in share row exclusive mode`.execute(trx);
    if (old !== null) {
      await trx
        .insertInto("token_keys")
        .values({ kid: IMPORTED, key: old.key, created_at: old.createdAt, retired_at: null })
        .onConflict((conflict) => conflict.column("kid").doNothing())
        .execute();
    }
    const signs = await trx.selectFrom("token_keys").select("kid").where("retired_at", "is", null).executeTakeFirst();
    if (signs) return;
    await trx
      .insertInto("token_keys")
      .values({ kid: randomBytes(KID_BYTES).toString("base64url"), key: randomBytes(KEY_BYTES), retired_at: null })
      .execute();
  });
}

/** @param file `token.key` of the data folder; it only exists in folders of older versions */
export async function loadTokenKeys(db: Db, file: string, now: () => number = Date.now): Promise<TokenKeys> {
  await ensureKey(db, file);
  let keys = new Map<string, Uint8Array>();
  let signing: TokenKey | null = null;
  let readAt = -Infinity;

  async function read(): Promise<void> {
    readAt = now();
    const rows = await db.selectFrom("token_keys").selectAll().orderBy("created_at").orderBy("kid").execute();
    keys = new Map(rows.map(({ kid, key }) => [kid, key]));
    const newest = rows.findLast(({ retired_at: retired }) => retired === null);
    signing = newest ? { kid: newest.kid, key: newest.key } : signing;
  }
  await read();

  return {
    signing() {
      if (!signing) throw new Error("there is no key that signs tokens");
      return signing;
    },
    async byId(kid = IMPORTED) {
      const known = keys.get(kid);
      if (known) return known;
      // Another process may have created it. The absolute value is for a clock that was set back.
      if (Math.abs(now() - readAt) >= READ_AGAIN_MS) await read();
      return keys.get(kid) ?? null;
    },
  };
}
