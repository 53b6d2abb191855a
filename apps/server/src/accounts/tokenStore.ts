/**
 * Tokens and tickets that were given out, and their end. A token counts only while its row lives: the signature alone
 * lets nobody in. All tokens that come of one login are a family and end together.
 */
import { createHash, randomBytes } from "node:crypto";
import type { Bus } from "../bus/bus.ts";
import type { Db, Trx } from "../storage/index.ts";
import { tokenRefused } from "./tokens.ts";
import type { TokenSigner } from "./tokens.ts";
import type { Who } from "./types.ts";

const TICKET_MS = 30_000;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** However often its token was renewed, a login ends after this: then the password is asked for again. */
const FAMILY_MS = 30 * DAY_MS;

export interface TokenEnding {
  playerId: number;
  tokenIds: string[] | null;
  except?: string;
  reason: "logout" | "banned" | "password" | "break" | "excluded";
}

/** Whether somebody whose password was right may come in. @throws AppError with the reason and its end */
export type MayLogIn = (on: Db | Trx, playerId: number) => Promise<void>;

const digest = (text: string) => createHash("sha256").update(text).digest("base64url");

export function createTokenStore({
  db,
  now,
  signer,
  publish,
  mayLogIn,
}: {
  db: Db;
  now: () => Date;
  signer: TokenSigner;
  publish: Bus["publish"];
  mayLogIn: MayLogIn;
}) {
  let tidied = 0;
  /** Tickets of the last half minute by digest, the oldest first: so many as players may make calls. */
  const issued = new Map<string, { playerId: number; until: number }>();

  /** The caller's transaction has the player's row locked, so that no token is issued while all of them are ended. */
  async function insert(on: Trx, playerId: number, of?: { family: string; until: Date }) {
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

  /**
   * The family's first token, locked, so that of a renewal and an end the second sees what the first has done.
   * @throws AppError TokenInvalid where the login has ended
   */
  async function openFamily(trx: Trx, family: string): Promise<{ created_at: Date }> {
    const first = await trx
      .selectFrom("tokens")
      .select(["created_at", "ended_at"])
      .where("id", "=", family)
      .forShare()
      .executeTakeFirst();
    if (!first || first.ended_at !== null) throw tokenRefused("invalid");
    return first;
  }

  async function familyOf(tokenId: string): Promise<string> {
    const row = await db.selectFrom("tokens").select("family").where("id", "=", tokenId).executeTakeFirst();
    if (!row) throw tokenRefused("invalid");
    return row.family;
  }

  async function end(
    on: Db | Trx,
    playerId: number,
    which: { family?: string; except?: string },
    reason: TokenEnding["reason"],
  ): Promise<TokenEnding> {
    let query = on
      .updateTable("tokens")
      .set({ ended_at: now() })
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
  const tell = (ending: TokenEnding) => publish("player.ended", ending);

  async function whoHas(tokenId: string): Promise<Who> {
    const row = await db
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
    // Of a login that was left alone for too long, too.
    if (row.expires_at <= now()) throw tokenRefused("expired");
    if (row.ended_at !== null) throw tokenRefused("invalid");
    return {
      playerId: row.player_id,
      tokenId: row.id,
      username: row.username,
      permissions: row.permissions,
      expiresAt: Math.floor(row.expires_at.getTime() / 1000),
    };
  }

  return {
    familyOf,
    whoHas,
    /**
     * The first token of a login, or null where the password that was checked is no longer the player's: a login on its
     * way can't outlive the change that was to end it.
     */
    async begin(playerId: number, passwordHash: string): Promise<string | null> {
      return db.transaction().execute(async (trx) => {
        const player = await trx
          .selectFrom("players")
          .select("password_hash")
          .where("id", "=", playerId)
          .forShare()
          .executeTakeFirst();
        return player?.password_hash === passwordHash ? (await insert(trx, playerId)).token : null;
      });
    },
    /**
     * A new token of the same login, if the player may still log in; the old one stays valid, so that two tabs don't
     * log each other out.
     */
    async renew(playerId: number, tokenId: string): Promise<string> {
      const family = await familyOf(tokenId);
      return db.transaction().execute(async (trx) => {
        await trx.selectFrom("players").select("id").where("id", "=", playerId).forShare().executeTakeFirst();
        const { created_at: begunAt } = await openFamily(trx, family);
        const until = new Date(begunAt.getTime() + FAMILY_MS);
        return (await insert(trx, playerId, { family, until })).token;
      });
    },
    async endFamily(playerId: number, tokenId: string): Promise<void> {
      const family = await familyOf(tokenId);
      const ending = await db.transaction().execute(async (trx) => {
        await trx.selectFrom("tokens").select("id").where("id", "=", family).forUpdate().executeTakeFirst();
        return end(trx, playerId, { family }, "logout");
      });
      tell(ending);
    },
    async endAll(playerId: number, reason: "banned"): Promise<void> {
      tell(await end(db, playerId, {}, reason));
    },
    /** Within somebody else's transaction. What it resolves to tells of it, once that is durable. */
    async endAllWithin(trx: Trx, playerId: number, reason: "banned" | "break" | "excluded"): Promise<() => void> {
      await trx.selectFrom("players").select("id").where("id", "=", playerId).forNoKeyUpdate().executeTakeFirst();
      const ending = await end(trx, playerId, {}, reason);
      return () => tell(ending);
    },
    /** The new hash, the end of all tokens and the one new token: all or nothing. */
    async replacePassword(playerId: number, passwordHash: string, keep: boolean): Promise<string | null> {
      const { fresh, ending } = await db.transaction().execute(async (trx) => {
        await trx
          .updateTable("players")
          .set({ password_hash: passwordHash, password_changed_at: now() })
          .where("id", "=", playerId)
          .execute();
        const made = keep ? await insert(trx, playerId) : null;
        return { fresh: made, ending: await end(trx, playerId, made ? { except: made.id } : {}, "password") };
      });
      tell(ending);
      return fresh?.token ?? null;
    },

    async issueTicket({ tokenId, playerId }: Pick<Who, "tokenId" | "playerId">): Promise<string> {
      const ticket = `t.${randomBytes(24).toString("base64url")}`;
      await db.deleteFrom("tickets").where("expires_at", "<", now()).execute();
      await db
        .insertInto("tickets")
        .values({ id: digest(ticket), token_id: tokenId, expires_at: new Date(now().getTime() + TICKET_MS) })
        .execute();
      for (const [id, { until }] of issued) {
        if (until > now().getTime()) break;
        issued.delete(id);
      }
      issued.set(digest(ticket), { playerId, until: now().getTime() + TICKET_MS });
      return ticket;
    },
    /** Whose ticket it is, where this process has issued it within its time and nobody has used it; else null. */
    ticketOf(ticket: string): number | null {
      const found = issued.get(digest(ticket));
      return found && found.until > now().getTime() ? found.playerId : null;
    },
    async redeemTicket(ticket: string): Promise<Who> {
      issued.delete(digest(ticket));
      const row = await db
        .deleteFrom("tickets")
        .where("id", "=", digest(ticket))
        .returning(["token_id", "expires_at"])
        .executeTakeFirst();
      if (!row || row.expires_at <= now()) throw tokenRefused("invalid");
      return whoHas(row.token_id);
    },

    /** Deletes what can matter no more, at most once an hour. A family's first token is kept as long as the family can live. */
    async tidy(): Promise<void> {
      const at = now().getTime();
      if (at - tidied < HOUR_MS) return;
      tidied = at;
      await db
        .deleteFrom("tokens")
        .where("expires_at", "<", new Date(at - FAMILY_MS))
        .execute();
      const dayAgo = new Date(at - DAY_MS);
      await db
        .deleteFrom("login_failures")
        .where("first_at", "<", dayAgo)
        .where((eb) => eb.or([eb("blocked_until", "is", null), eb("blocked_until", "<", dayAgo)]))
        .execute();
    },
  };
}
