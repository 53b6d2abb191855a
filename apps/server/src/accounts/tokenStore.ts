/**
 * The issued tokens and their end. A token is valid only while its row says so; a signature alone is not enough. All
 * tokens that come from one login are a family and end together.
 */
import { sql } from "kysely";
import type { Bus, Topics } from "../bus/bus.ts";
import type { Db, Trx } from "../storage/index.ts";
import { atMostHourly } from "../hourly.ts";
import { tokenRefused } from "./tokens.ts";
import type { TokenSigner } from "./tokens.ts";
import type { PlayerIdentity } from "./types.ts";

const DAY_MS = 86_400_000;
/** The longest life of a login, however often its token is renewed. */
const FAMILY_MS = 30 * DAY_MS;

/** Checks whether a player whose password was right may log in. @throws AppError with the reason and its end */
export type MayLogIn = (on: Db | Trx, playerId: number) => Promise<void>;

interface Parts {
  db: Db;
  now: () => Date;
  signer: TokenSigner;
  publish: Bus["publish"];
  mayLogIn: MayLogIn;
}

export class TokenStore {
  readonly #parts: Parts;
  /** Deletes what can no longer matter, at most once an hour. */
  readonly tidy: () => Promise<void>;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.tidy = atMostHourly(parts.now, async (at) => {
      // The first token of a family is kept as long as the family can live.
      await parts.db
        .deleteFrom("tokens")
        .where("expires_at", "<", new Date(at - FAMILY_MS))
        .execute();
    });
  }

  /** @throws AppError TokenInvalid */
  async familyOf(tokenId: string): Promise<string> {
    const row = await this.#parts.db.selectFrom("tokens").select("family").where("id", "=", tokenId).executeTakeFirst();
    if (!row) throw tokenRefused("invalid");
    return row.family;
  }

  /** The player to whom a valid token belongs. @throws AppError TokenInvalid */
  async holderOf(tokenId: string): Promise<PlayerIdentity> {
    const row = await this.#parts.db
      .selectFrom("tokens")
      .innerJoin("players", "players.id", "tokens.player_id")
      .select([
        "tokens.id",
        "tokens.expires_at",
        "tokens.ended_at",
        "players.id as player_id",
        "players.username",
        "players.permissions",
      ])
      .where("tokens.id", "=", tokenId)
      .where("players.banned_at", "is", null)
      .executeTakeFirst();
    if (!row) throw tokenRefused("invalid");
    // The end of an idle login sets both columns: it counts as expired.
    if (row.expires_at <= this.#parts.now()) throw tokenRefused("expired");
    if (row.ended_at !== null) throw tokenRefused("invalid");
    return {
      playerId: row.player_id,
      tokenId: row.id,
      username: row.username,
      permissions: row.permissions,
      expiresAt: Math.floor(row.expires_at.getTime() / 1000),
    };
  }

  /**
   * Those of these tokens that are ended or unknown, or whose player is banned, in one query. Whether one has expired is the
   * caller's to know.
   */
  async endedAmong(tokenIds: readonly string[]): Promise<{ tokenId: string; isBanned: boolean }[]> {
    const { rows } = await sql<{ tokenId: string; isBanned: boolean }>`
      select asked.id as "tokenId", players.banned_at is not null as "isBanned"
      from unnest(${[...tokenIds]}::text[]) as asked (id)
      left join tokens on tokens.id = asked.id left join players on players.id = tokens.player_id
      where tokens.id is null or tokens.ended_at is not null or players.banned_at is not null`.execute(this.#parts.db);
    return rows;
  }

  /**
   * The first token of a login. Resolves with null if the password was changed after it was checked: the change ends
   * logins that are under way, too.
   */
  async issue(playerId: number, passwordHash: string): Promise<string | null> {
    return this.#parts.db.transaction().execute(async (trx) => {
      const player = await trx
        .selectFrom("players")
        .select("password_hash")
        .where("id", "=", playerId)
        .forShare()
        .executeTakeFirst();
      return player?.password_hash === passwordHash ? (await this.#insert(trx, playerId)).token : null;
    });
  }

  /** The first token of a login without a password, in the caller's transaction, which has locked the player's row. */
  async issueWithin(trx: Trx, playerId: number): Promise<{ token: string; family: string }> {
    const { token, id } = await this.#insert(trx, playerId);
    return { token, family: id };
  }

  /**
   * A new token of the same login, if the player may still log in. The old one stays valid, so that two tabs don't log
   * each other out.
   */
  async renew(playerId: number, tokenId: string): Promise<string> {
    const family = await this.familyOf(tokenId);
    return this.#parts.db.transaction().execute(async (trx) => {
      await trx.selectFrom("players").select("id").where("id", "=", playerId).forShare().executeTakeFirst();
      const { created_at: begunAt } = await lockOpenFamily(trx, family);
      const until = new Date(begunAt.getTime() + FAMILY_MS);
      return (await this.#insert(trx, playerId, { family, until })).token;
    });
  }

  async endFamily(playerId: number, tokenId: string): Promise<void> {
    const family = await this.familyOf(tokenId);
    const ending = await this.#parts.db.transaction().execute(async (trx) => {
      await trx.selectFrom("tokens").select("id").where("id", "=", family).forUpdate().executeTakeFirst();
      return this.#end(trx, playerId, { family }, "logout");
    });
    this.#publish(ending);
  }

  async endAll(playerId: number, reason: "banned" | "logout"): Promise<void> {
    this.#publish(await this.#end(this.#parts.db, playerId, {}, reason));
  }

  /** In the caller's transaction. Resolves with a function that publishes the end, to be called after the commit. */
  async endAllWithin(trx: Trx, playerId: number, reason: "banned" | "break" | "excluded"): Promise<() => void> {
    await trx.selectFrom("players").select("id").where("id", "=", playerId).forNoKeyUpdate().executeTakeFirst();
    const ending = await this.#end(trx, playerId, {}, reason);
    return () => this.#publish(ending);
  }

  /**
   * Sets the new hash and ends all tokens, in one transaction. Resolves with a new token, or with null without
   * `withNewToken`.
   */
  async replacePassword(playerId: number, passwordHash: string, withNewToken: boolean): Promise<string | null> {
    const { fresh, ending } = await this.#parts.db.transaction().execute(async (trx) => {
      await trx
        .updateTable("players")
        .set({ password_hash: passwordHash, password_changed_at: this.#parts.now() })
        .where("id", "=", playerId)
        .execute();
      const fresh = withNewToken ? await this.#insert(trx, playerId) : null;
      return { fresh, ending: await this.#end(trx, playerId, fresh ? { except: fresh.id } : {}, "password") };
    });
    this.#publish(ending);
    return fresh?.token ?? null;
  }

  /** The caller's transaction has locked the player's row, so that no token is issued while all of them are ended. */
  async #insert(on: Trx, playerId: number, of?: { family: string; until: Date }) {
    const { mayLogIn, signer, now } = this.#parts;
    await mayLogIn(on, playerId);
    const { token, id, expiresAt } = await signer.sign(playerId, of?.until);
    await on
      .insertInto("tokens")
      .values({
        id,
        player_id: playerId,
        family: of?.family ?? id,
        created_at: now(),
        expires_at: expiresAt,
        ended_at: null,
      })
      .execute();
    return { token, id };
  }

  async #end(
    on: Db | Trx,
    playerId: number,
    which: { family?: string; except?: string },
    reason: Topics["player.ended"]["reason"],
  ): Promise<Topics["player.ended"]> {
    let query = on
      .updateTable("tokens")
      .set({ ended_at: this.#parts.now() })
      .where("player_id", "=", playerId)
      .where("ended_at", "is", null);
    if (which.family !== undefined) query = query.where("family", "=", which.family);
    if (which.except !== undefined) query = query.where("id", "<>", which.except);
    const ended = await query.returning("id").execute();
    return {
      playerId,
      tokenIds: which.family === undefined ? null : ended.map(({ id }) => id),
      ...(which.except === undefined ? {} : { except: which.except }),
      reason,
    };
  }

  #publish(ending: Topics["player.ended"]): void {
    this.#parts.publish("player.ended", ending);
  }
}

/**
 * The first token of a family, locked: of a renewal and an end at the same time, the second sees the result of the first.
 * @throws AppError TokenInvalid if the login has ended
 */
async function lockOpenFamily(trx: Trx, family: string): Promise<{ created_at: Date }> {
  const first = await trx
    .selectFrom("tokens")
    .select(["created_at", "ended_at"])
    .where("id", "=", family)
    .forShare()
    .executeTakeFirst();
  if (!first || first.ended_at !== null) throw tokenRefused("invalid");
  return first;
}
