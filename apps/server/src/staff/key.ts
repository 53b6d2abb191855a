/**
 * Encrypts the secrets of authenticator apps with a key that is in a file and not in the database: who has a copy of the
 * database alone can't make codes. The database has a digest of the key, so that a wrong one is noticed at once.
 *
 * AES-256-GCM, with 12 random bytes as the nonce, and the member's id as additional data: a secret that is moved to another
 * member is not accepted.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { sql } from "kysely";
import { secretDigest } from "../secretDigest.ts";
import type { Db, Trx } from "../storage/index.ts";

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = "1";
/** Advisory lock of the creation of the key: "stak". */
const KEY_LOCK = 0x7374616b;

/** The key can't be used. `message` is a sentence for the operator. */
export class StaffKeyError extends Error {
  override name = "StaffKeyError";
}

export interface Seal {
  /** @param owner what the secret belongs to: the same when it is opened @throws StaffKeyError */
  seal(on: Db | Trx, secret: Buffer, owner: string): Promise<string>;
  /** @throws StaffKeyError */
  open(sealed: string, owner: string): Promise<Buffer>;
  /** See Staff.openKey. */
  prepare(shared: boolean): Promise<void>;
}

export function encrypt(key: Buffer, secret: Buffer, owner: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(owner));
  const content = Buffer.concat([cipher.update(secret), cipher.final()]);
  return [VERSION, nonce, cipher.getAuthTag(), content]
    .map((part) => (typeof part === "string" ? part : part.toString("base64url")))
    .join(".");
}
/** @throws an error of the cipher where key, owner or text are not those of `encrypt` */
export function decrypt(key: Buffer, sealed: string, owner: string): Buffer {
  const [version, nonce = "", tag = "", content = ""] = sealed.split(".");
  if (version !== VERSION) throw new Error("a sealed secret of an unknown version");
  const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(nonce, "base64url"), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(owner));
  decipher.setAuthTag(Buffer.from(tag, "base64url"));
  return Buffer.concat([decipher.update(Buffer.from(content, "base64url")), decipher.final()]);
}

const digestOf = (key: Buffer) => secretDigest(`staff key ${key.toString("base64url")}`);

/** Null: there is no file. @throws StaffKeyError */
async function readKey(file: string): Promise<Buffer | null> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw new StaffKeyError(`The key of the staff's secrets, ${file}, can't be read: ${error.message}.`);
  });
  if (text === null) return null;
  const key = Buffer.from(text.trim(), "base64url");
  if (key.length !== KEY_BYTES)
    throw new StaffKeyError(`${file} is no key of the staff's secrets: it is not complete.`);
  return key;
}

export function createSeal(db: Db, file: string): Seal {
  let known: Buffer | null = null;
  const keyInDatabase = (on: Db | Trx) => on.selectFrom("staff_keys").select("digest").executeTakeFirst();
  const secretsInDatabase = async (on: Db | Trx): Promise<number> => {
    const { count } = await on
      .selectFrom("staff")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("totp_secret", "is not", null)
      .executeTakeFirstOrThrow();
    return count;
  };
  const ways = `Restore it from a backup, or name it with STAFF_KEY_FILE; if it is lost, use \`house staff reset\` for each member.`;

  /** @throws StaffKeyError */
  async function usable(): Promise<Buffer> {
    if (known) return known;
    const key = await readKey(file);
    if (!key) throw new StaffKeyError(`The key of the staff's secrets, ${file}, is missing. ${ways}`);
    known = key;
    return key;
  }

  return {
    async prepare(shared) {
      await db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(${KEY_LOCK}::int, 0)`.execute(trx);
        // Not before: of processes that share the file and start at the same time, the first one writes it.
        const present = await readKey(file);
        const registered = (await keyInDatabase(trx))?.digest;
        const fits = present !== null && registered === digestOf(present);
        if (fits) return;
        const secrets = await secretsInDatabase(trx);
        // Of several processes the first one decides; the others must be given the same file.
        const mayReplace = registered === undefined || (secrets === 0 && !shared);
        if (present === null && !mayReplace)
          throw new StaffKeyError(`The key of the staff's secrets, ${file}, is missing. ${ways}`);
        if (!mayReplace)
          throw new StaffKeyError(`${file} is not the key with which the staff's secrets are encrypted. ${ways}`);
        const key = present ?? randomBytes(KEY_BYTES);
        const digest = digestOf(key);
        const written =
          registered === undefined
            ? await trx
                .insertInto("staff_keys")
                .values({ digest })
                .onConflict((conflict) => conflict.doNothing())
                .returning("digest")
                .executeTakeFirst()
            : await trx.updateTable("staff_keys").set({ digest }).returning("digest").executeTakeFirst();
        if (!written) throw new StaffKeyError(`Another process has made the key of the staff's secrets. ${ways}`);
        if (present === null) await writeFile(file, `${key.toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
      });
      known = await usable();
    },
    async seal(on, secret, owner) {
      const key = await usable();
      // Otherwise the other processes could not open it.
      if ((await keyInDatabase(on))?.digest !== digestOf(key))
        throw new StaffKeyError(`${file} is not the key with which the staff's secrets are encrypted. ${ways}`);
      return encrypt(key, secret, owner);
    },
    async open(sealed, owner) {
      const key = await usable();
      try {
        return decrypt(key, sealed, owner);
      } catch (error) {
        throw new StaffKeyError(`${file} is not the key with which the staff's secrets are encrypted. ${ways}`, {
          cause: error,
        });
      }
    },
  };
}
