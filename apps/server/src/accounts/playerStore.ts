/** Rows of players. */
import { DEFAULT_PIN, PERMISSION, SHORTEST_PASSWORD, isLongEnough } from "@reelcast/contract";
import { InputError } from "../input.ts";
import type { Db, Trx } from "../storage/index.ts";
import { hashPassword, hashPin } from "./passwords.ts";
import type { NewPlayer, PlayerRow, PreparedPlayer } from "./types.ts";

/** The username or the e-mail address belongs to another player. */
export class NameTaken extends InputError {
  override name = "NameTaken";
}

/** @throws InputError with one sentence for the operator */
function assertValid({ username, email, password }: NewPlayer): void {
  if (!/^[\p{L}\p{N}._-]{4,64}$/u.test(username))
    throw new InputError(`"${username}" is not a username: 4 to 64 letters, digits, dots, dashes or underscores.`);
  if (!/^\S+@\S+\.\S+$/.test(email)) throw new InputError(`"${email}" is not an e-mail address.`);
  if (!isLongEnough(password)) throw new InputError(`A password has at least ${SHORTEST_PASSWORD} characters.`);
}

/**
 * Checks a new player and hashes the secrets, before the transaction of `addPlayer`: hashing takes long on a busy computer,
 * and the database ends a transaction that stands idle. @throws InputError
 */
export async function prepareNewPlayer(player: NewPlayer): Promise<PreparedPlayer> {
  assertValid(player);
  const hashes = { password_hash: await hashPassword(player.password), pin_hash: await hashPin(DEFAULT_PIN) };
  return { player, hashes };
}

/** @throws NameTaken */
export async function addPlayer(trx: Trx, { player, hashes }: PreparedPlayer): Promise<number> {
  const names = [player.username.toLowerCase(), player.email.toLowerCase()];
  const taken = await trx
    .selectFrom("players")
    .select("id")
    .where((eb) => eb.or([eb(eb.fn("lower", ["username"]), "in", names), eb(eb.fn("lower", ["email"]), "in", names)]))
    .executeTakeFirst();
  if (taken) throw new NameTaken(`The name ${player.username} or the e-mail ${player.email} is taken.`);
  const { id } = await trx
    .insertInto("players")
    .values({
      username: player.username,
      email: player.email,
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

export interface PlayerStore {
  byId(id: number): Promise<PlayerRow | undefined>;
  /** @param name username or e-mail address, in any case */
  byName(name: string): Promise<PlayerRow | undefined>;
  setLastLogin(id: number, at: Date, ip: string): Promise<void>;
}

export const createPlayerStore = (db: Db): PlayerStore => ({
  byId: (id) => db.selectFrom("players").selectAll().where("id", "=", id).executeTakeFirst(),
  byName: (name) =>
    db
      .selectFrom("players")
      .selectAll()
      .where((eb) =>
        eb.or([
          eb(eb.fn("lower", ["username"]), "=", name.toLowerCase()),
          eb(eb.fn("lower", ["email"]), "=", name.toLowerCase()),
        ]),
      )
      .executeTakeFirst(),
  async setLastLogin(id, at, ip) {
    await db.updateTable("players").set({ last_login_at: at, last_login_ip: ip }).where("id", "=", id).execute();
  },
});
