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

/** What one visit of the app may take until the log has a line again. */
const VISIT = "30 minutes";

interface Logged {
  types: readonly string[];
  /** An interval of PostgreSQL. */
  within: string;
  /** Absent: from wherever. */
  ip?: string;
}
/** Whether the player's log has an entry of these types within the time. */
async function isLogged(db: Db, playerId: number, { types, within, ip }: Logged): Promise<boolean> {
  let entries = db
    .selectFrom("log_entries")
    .select("id")
    .where("player_id", "=", playerId)
    .where("type", "in", types)
    .where("at", ">", sql<Date>`now() - ${within}::interval`);
  if (ip !== undefined) entries = entries.where("ip", "=", ip);
  return (await entries.limit(1).executeTakeFirst()) !== undefined;
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
      // Every load of the page asks: one line for a visit, and one for every other address.
      const types = ["LOGIN_SUCCESS", "LOGIN_CHECK_SUCCESS"];
      if (!(await isLogged(db, player.id, { types, within: VISIT, ip })))
        await log(player.id, "LOGIN_CHECK_SUCCESS", ip);
      return answers.login(player, token, ip, previous);
    },

    async logRefusedToken(token, ip) {
      const playerId = await signer.signedFor(token);
      if (playerId === null || !(await players.byId(playerId))) return;
      const failed = { types: ["LOGIN_CHECK_FAIL"], within: "1 minute" };
      if (!(await isLogged(db, playerId, failed))) await log(playerId, "LOGIN_CHECK_FAIL", ip);
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
