/**
 * Sign-in links: the operator makes one for a player, and the first who follows it within a minute is logged in as that
 * player. The database has only digests of their tokens, which have 256 random bits. An answer may be lost on its way: the
 * browser that followed a link may repeat its request, which it proves by a random id that it sent with the first one.
 */
import { randomBytes } from "node:crypto";
import { AppError, ErrorCode, SIGN_IN_LINK_SECONDS, linkPath, linkToken } from "@reelcast/contract";
import type { LoginAnswer } from "@reelcast/contract";
import { perMinute, RateLimiter } from "../rateLimiter.ts";
import { secretDigest } from "../secretDigest.ts";
import type { Db } from "../storage/index.ts";
import { previousLogin } from "./authentication.ts";
import type { LoginAnswers } from "./loginAnswers.ts";
import type { PlayerStore } from "./playerStore.ts";
import type { RefusalLog } from "../refusalLog.ts";
import type { TokenStore } from "./tokenStore.ts";
import type { Accounts, PlayerRow, Refusal } from "./types.ts";

const TOKEN_BYTES = 32;
/** Links of one player, from all keys together; more are a mistake of the operator's server. */
const LINKS_PER_PLAYER = perMinute(10);
/** Of a link together with the id of the request that followed it. */
const exchangeDigest = (link: string, requestId: string) => secretDigest(`${link} ${requestId}`);

interface Parts {
  db: Db;
  now: () => Date;
  players: PlayerStore;
  tokenStore: TokenStore;
  refusals: RefusalLog<Refusal>;
  log: Accounts["log"];
  answers: LoginAnswers;
}

/** Answers an exchange again, to the browser that made it. */
function createRepeat({ db, now, players, tokenStore, log, answers }: Omit<Parts, "refusals">) {
  /**
   * A new token of the login that the same exchange brought before.
   * @throws AppError SignInLinkInvalid if there was none, or if the login has ended since
   */
  return async (link: string, requestId: string | undefined, ip: string): Promise<LoginAnswer> => {
    const invalid = () => new AppError(ErrorCode.SignInLinkInvalid);
    if (requestId === undefined) throw invalid();
    const exchange = await db
      .selectFrom("followed_links")
      .select(["player_id", "family"])
      .where("digest", "=", exchangeDigest(link, requestId))
      .where("expires_at", ">", now())
      .executeTakeFirst();
    const player = exchange && (await players.byId(exchange.player_id));
    if (!player) throw invalid();
    const token = await tokenStore.renew(player.id, exchange.family).catch((error: unknown) => {
      throw error instanceof AppError && error.code === ErrorCode.TokenInvalid ? invalid() : error;
    });
    const previous = await previousLogin(db, player.id);
    await log(player.id, "LOGIN_CHECK_SUCCESS", ip, "link");
    return answers.login(player, token, ip, previous);
  };
}

export function createSignInLinks(parts: Parts): Pick<Accounts, "makeLink" | "followLink"> {
  const { db, now, players, tokenStore, refusals, log, answers } = parts;
  const perPlayer = new RateLimiter(LINKS_PER_PLAYER, { now: () => now().getTime() });
  const repeat = createRepeat(parts);

  const expiry = () => new Date(now().getTime() + SIGN_IN_LINK_SECONDS * 1000);

  /**
   * Uses the link up, in one transaction with the token: of two requests the second finds no link. A refusal undoes it,
   * so that the player reads the same reason again. Null: there is no such link, or it is used up.
   */
  const redeem = (link: string, requestId?: string): Promise<{ player: PlayerRow; token: string } | null> =>
    db.transaction().execute(async (trx) => {
      const found = await trx
        .deleteFrom("sign_in_links")
        .where("digest", "=", secretDigest(link))
        .where("expires_at", ">", now())
        .returning("player_id")
        .executeTakeFirst();
      if (!found) return null;
      const player = await trx
        .selectFrom("players")
        .selectAll()
        .where("id", "=", found.player_id)
        .forShare()
        .executeTakeFirstOrThrow();
      if (player.banned_at !== null) throw new AppError(ErrorCode.PlayerBanned);
      const { token, family } = await tokenStore.issueWithin(trx, player.id);
      if (requestId !== undefined)
        await trx
          .insertInto("followed_links")
          .values({
            digest: exchangeDigest(link, requestId),
            player_id: player.id,
            family,
            expires_at: expiry(),
          })
          .execute();
      return { player, token };
    });

  return {
    async makeLink(on, playerId, keyId) {
      perPlayer.count(playerId);
      const token = linkToken(randomBytes(TOKEN_BYTES).toString("base64url"));
      const expires = expiry();
      for (const table of ["sign_in_links", "followed_links"] as const)
        await on.deleteFrom(table).where("expires_at", "<=", now()).execute();
      await on
        .insertInto("sign_in_links")
        .values({ digest: secretDigest(token), player_id: playerId, key_id: keyId, expires_at: expires })
        .execute();
      return { token, path: linkPath(token), expiresAt: expires.toISOString() };
    },

    async followLink({ token: link, requestId, ip }) {
      try {
        const redeemed = await redeem(link, requestId);
        if (redeemed === null) return await repeat(link, requestId, ip);
        const { player, token } = redeemed;
        await players.setLastLogin(player.id, now(), ip);
        await log(player.id, "LOGIN_SUCCESS", ip, "link");
        await tokenStore.tidy();
        return await answers.login(player, token, ip, { at: player.last_login_at, ip: player.last_login_ip });
      } catch (error) {
        if (error instanceof AppError)
          await refusals.note({ playerId: null, type: "LOGIN_NOT_ALLOWED", ip, detail: "link" });
        throw error;
      }
    },
  };
}
