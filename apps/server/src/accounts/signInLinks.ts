/**
 * Sign-in links: the operator makes one for a player, and the first who follows it within a minute is logged in as that
 * player. The database has only digests of their tokens, which have 256 random bits.
 */
import { randomBytes } from "node:crypto";
import { AppError, ErrorCode, SIGN_IN_LINK_SECONDS, linkPath, linkToken } from "@reelcast/contract";
import { perMinute, RateLimiter } from "../rateLimiter.ts";
import { secretDigest } from "../secretDigest.ts";
import type { Db } from "../storage/index.ts";
import type { LoginAnswers } from "./loginAnswers.ts";
import type { PlayerStore } from "./playerStore.ts";
import type { RefusalLog } from "./refusals.ts";
import type { TokenStore } from "./tokenStore.ts";
import type { Accounts, PlayerRow } from "./types.ts";

const TOKEN_BYTES = 32;
/** Links of one player, from all keys together; more are a mistake of the operator's server. */
const LINKS_PER_PLAYER = perMinute(10);

interface Parts {
  db: Db;
  now: () => Date;
  players: PlayerStore;
  tokenStore: TokenStore;
  refusals: RefusalLog;
  log: Accounts["log"];
  answers: LoginAnswers;
}

export function createSignInLinks(parts: Parts): Pick<Accounts, "makeLink" | "followLink"> {
  const { db, now, players, tokenStore, refusals, log, answers } = parts;
  const perPlayer = new RateLimiter(LINKS_PER_PLAYER, { now: () => now().getTime() });

  /**
   * Uses the link up, in one transaction with the token: of two requests the second finds no link. A refusal undoes it,
   * so that the player reads the same reason again.
   */
  const redeem = (link: string): Promise<{ player: PlayerRow; token: string }> =>
    db.transaction().execute(async (trx) => {
      const found = await trx
        .deleteFrom("sign_in_links")
        .where("digest", "=", secretDigest(link))
        .where("expires_at", ">", now())
        .returning("player_id")
        .executeTakeFirst();
      if (!found) throw new AppError(ErrorCode.SignInLinkInvalid);
      const player = await trx
        .selectFrom("players")
        .selectAll()
        .where("id", "=", found.player_id)
        .forShare()
        .executeTakeFirstOrThrow();
      if (player.banned_at !== null) throw new AppError(ErrorCode.PlayerBanned);
      return { player, token: await tokenStore.issueWithin(trx, player.id) };
    });

  return {
    async makeLink(on, playerId, keyId) {
      perPlayer.count(playerId);
      const token = linkToken(randomBytes(TOKEN_BYTES).toString("base64url"));
      const at = now();
      const expires = new Date(at.getTime() + SIGN_IN_LINK_SECONDS * 1000);
      await on.deleteFrom("sign_in_links").where("expires_at", "<", at).execute();
      await on
        .insertInto("sign_in_links")
        .values({ digest: secretDigest(token), player_id: playerId, key_id: keyId, expires_at: expires })
        .execute();
      return { token, path: linkPath(token), expiresAt: expires.toISOString() };
    },

    async followLink({ token: link, ip }) {
      try {
        const { player, token } = await redeem(link);
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
