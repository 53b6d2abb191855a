/** Requests with a token or a ticket: who sends them, the renewal of the login, and the logout. */
import { AppError } from "@reelcast/contract";
import { sql } from "kysely";
import type { Db } from "../storage/index.ts";
import type { LoginAnswers } from "./loginAnswers.ts";
import type { PlayerStore } from "./playerStore.ts";
import type { TicketStore } from "./tickets.ts";
import type { TokenStore } from "./tokenStore.ts";
import { tokenRefused } from "./tokens.ts";
import type { TokenSigner } from "./tokens.ts";
import type { Accounts } from "./types.ts";

interface Parts {
  db: Db;
  signer: TokenSigner;
  players: PlayerStore;
  tokenStore: TokenStore;
  tickets: TicketStore;
  answers: LoginAnswers;
  log: Accounts["log"];
}
type Authentication = Pick<
  Accounts,
  "validate" | "logRefusedToken" | "logout" | "verify" | "endedAmong" | "playerOf" | "issueTicket" | "redeemTicket"
>;

/** The successful login before the latest one. */
export async function previousLogin(db: Db, playerId: number): Promise<{ at: Date | null; ip: string | null }> {
  const row = await db
    .selectFrom("log_entries")
    .select(["at", "ip"])
    .where("player_id", "=", playerId)
    .where("type", "=", "LOGIN_SUCCESS")
    .orderBy("id", "desc")
    .offset(1)
    .limit(1)
    .executeTakeFirst();
  return { at: row?.at ?? null, ip: row?.ip ?? null };
}

async function failedWithinMinute(db: Db, playerId: number): Promise<boolean> {
  const row = await db
    .selectFrom("log_entries")
    .select("id")
    .where("player_id", "=", playerId)
    .where("type", "=", "LOGIN_CHECK_FAIL")
    .where("at", ">", sql<Date>`now() - interval '1 minute'`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export function createAuthentication({
  db,
  signer,
  players,
  tokenStore,
  tickets,
  answers,
  log,
}: Parts): Authentication {
  return {
    async validate(who, ip) {
      const player = await players.byId(who.playerId);
      if (!player || player.banned_at !== null) throw tokenRefused("invalid");
      const token = await tokenStore.renew(player.id, who.tokenId);
      const previous = await previousLogin(db, player.id);
      await log(player.id, "LOGIN_CHECK_SUCCESS", ip);
      return answers.login(player, token, ip, previous);
    },

    async logRefusedToken(token, ip) {
      const playerId = await signer.signedFor(token);
      if (playerId === null || !(await players.byId(playerId))) return;
      if (!(await failedWithinMinute(db, playerId))) await log(playerId, "LOGIN_CHECK_FAIL", ip);
    },

    async logout(who, ip) {
      await tokenStore.endFamily(who.playerId, who.tokenId);
      await log(who.playerId, "LOGOUT_SUCCESS", ip);
    },

    async verify(token) {
      const { id, playerId } = await signer.read(token);
      const who = await tokenStore.holderOf(id);
      if (who.playerId !== playerId) throw tokenRefused("invalid");
      return who;
    },

    endedAmong: (tokenIds) => tokenStore.endedAmong(tokenIds),

    playerOf: async (token) =>
      tickets.ownerOf(token) ??
      signer.read(token).then(
        ({ playerId }) => playerId,
        (error: unknown) => {
          if (error instanceof AppError) return null;
          throw error;
        },
      ),

    issueTicket: (who) => tickets.issue(who),
    redeemTicket: async (ticket) => tokenStore.holderOf(await tickets.redeem(ticket)),
  };
}
