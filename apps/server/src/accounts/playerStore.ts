/** Rows of players. */
import { DEFAULT_PIN, PERMISSION, SHORTEST_PASSWORD, isLongEnough } from "@reelcast/contract";
import { nameFold } from "@reelcast/contract/fold";
import { InputError } from "../input.ts";
import type { Db, Trx } from "../storage/index.ts";
import { playersNamed, settleDuplicates, takenName } from "./nameFolds.ts";
import { hashPassword, hashPin } from "./passwords.ts";
import type { NewPlayer, PlayerRow, PreparedPlayer } from "./types.ts";

/** The username or the e-mail address belongs to another player. */
export class NameTaken extends InputError {
  override name = "NameTaken";
}

/** Letters of all alphabets, with the marks that belong to them. */
const USERNAME = /^(?:[\p{L}\p{N}._-]\p{M}{0,4})+$/u;

/** @throws InputError with one sentence for the operator */
function assertUsername(username: string): void {
  const { length } = Array.from(username);
  if (length < 4 || length > 64 || !USERNAME.test(username))
    throw new InputError(`"${username}" is not a username: 4 to 64 letters, digits, dots, dashes or underscores.`);
}
/** @throws InputError with one sentence for the operator */
function assertEmail(email: string): void {
  if (!/^\S+@\S+\.\S+$/.test(email)) throw new InputError(`"${email}" is not an e-mail address.`);
}

/** @throws NameTaken, which says which name it is, and whose. For the operator: the answer to a player has neither */
async function assertFree(trx: Trx, names: { username?: string; email?: string }, except?: number): Promise<void> {
  const taken = await takenName(trx, names, except);
  if (taken === null) return;
  const { kind, name, id, spelling } = taken;
  throw new NameTaken(`The ${kind === "email" ? "e-mail" : "name"} ${name} is taken: player ${id} has ${spelling}.`);
}

/**
 * Checks a new player and hashes the secrets, before the transaction of `addPlayer`: hashing takes long on a busy computer,
 * and the database ends a transaction that stands idle. @throws InputError
 */
export async function prepareNewPlayer(player: NewPlayer): Promise<PreparedPlayer> {
  assertUsername(player.username.normalize("NFC"));
  assertEmail(player.email.normalize("NFC"));
  if (!isLongEnough(player.password)) throw new InputError(`A password has at least ${SHORTEST_PASSWORD} characters.`);
  const hashes = { password_hash: await hashPassword(player.password), pin_hash: await hashPin(DEFAULT_PIN) };
  return { player, hashes };
}

/** @throws NameTaken */
export async function addPlayer(trx: Trx, { player, hashes }: PreparedPlayer): Promise<number> {
  const [username, email] = [player.username.normalize("NFC"), player.email.normalize("NFC")];
  await assertFree(trx, { username, email });
  const { id } = await trx
    .insertInto("players")
    .values({
      username,
      username_fold: nameFold(username),
      email,
      email_fold: nameFold(email),
      name: player.name,
      lastname: player.lastname,
      group_name: "player",
      permissions: player.permissions ?? [PERMISSION.play],
      ...hashes,
      banned_at: null,
      last_login_at: null,
      last_login_ip: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Another username or e-mail address, in the caller's transaction. Resolves with the account as it was.
 * @throws InputError, NameTaken
 */
export async function renamePlayer(trx: Trx, id: number, names: { username?: string; email?: string }) {
  const before = await trx.selectFrom("players").selectAll().where("id", "=", id).forUpdate().executeTakeFirstOrThrow();
  const username = (names.username ?? before.username).normalize("NFC");
  const email = (names.email ?? before.email).normalize("NFC");
  if (names.username !== undefined) assertUsername(username);
  if (names.email !== undefined) assertEmail(email);
  const changed = {
    ...(names.username === undefined ? {} : { username }),
    ...(names.email === undefined ? {} : { email }),
  };
  await assertFree(trx, changed, id);
  await trx
    .updateTable("players")
    .set({
      username,
      username_fold: nameFold(username),
      email,
      email_fold: nameFold(email),
      ...(names.username === undefined ? {} : { username_duplicate: 0 }),
      ...(names.email === undefined ? {} : { email_duplicate: 0 }),
    })
    .where("id", "=", id)
    .execute();
  await settleDuplicates(trx, { username: before.username_fold, email: before.email_fold });
  return { before: { username: before.username, email: before.email }, after: { username, email } };
}

export interface PlayerStore {
  byId(id: number): Promise<PlayerRow | undefined>;
  /** @param name username or e-mail address, in any spelling. Several: it is a spelling of the names of all of them */
  byName(name: string): Promise<PlayerRow[]>;
  setLastLogin(id: number, at: Date, ip: string): Promise<void>;
  /** Another hash of the same password. Resolves with false if the password was changed meanwhile. */
  replaceHash(id: number, former: string, fresh: string): Promise<boolean>;
}

export const createPlayerStore = (db: Db): PlayerStore => ({
  byId: (id) => db.selectFrom("players").selectAll().where("id", "=", id).executeTakeFirst(),
  byName: (name) => playersNamed(db, name),
  async replaceHash(id, former, fresh) {
    const { numUpdatedRows } = await db
      .updateTable("players")
      .set({ password_hash: fresh })
      .where("id", "=", id)
      .where("password_hash", "=", former)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },
  async setLastLogin(id, at, ip) {
    await db.updateTable("players").set({ last_login_at: at, last_login_ip: ip }).where("id", "=", id).execute();
  },
});
