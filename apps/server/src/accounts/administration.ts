/** What the operator does with accounts. */
import { DEFAULT_PIN } from "@reelcast/contract";
import { sql } from "kysely";
import type { Db } from "../storage/index.ts";
import type { FailureStore } from "../failureStore.ts";
import { accountSubject } from "./knownPlaces.ts";
import { checkNewPassword, hashPassword, hashPin } from "./passwords.ts";
import { addPlayer, prepareNewPlayer } from "./playerStore.ts";
import type { PlayerStore } from "./playerStore.ts";
import type { TokenStore } from "./tokenStore.ts";
import type { Accounts } from "./types.ts";

interface Parts {
  db: Db;
  now: () => Date;
  players: PlayerStore;
  tokenStore: TokenStore;
  failures: FailureStore;
}
type Administration = Pick<
  Accounts,
  | "prepareNewPlayer"
  | "addPlayer"
  | "findPlayer"
  | "ban"
  | "unban"
  | "endAllLogins"
  | "prepareDefaultPin"
  | "resetPin"
  | "prepareNewPassword"
  | "setPassword"
>;

export function createAdministration({ db, now, players, tokenStore, failures }: Parts): Administration {
  const setBan = async (playerId: number, at: Date | null) => {
    await db.updateTable("players").set({ banned_at: at, banned_for: null }).where("id", "=", playerId).execute();
  };
  return {
    prepareNewPlayer,
    addPlayer,
    async findPlayer(wanted) {
      const row = await (typeof wanted === "string" ? players.byName(wanted) : players.byId(wanted));
      return row ? { id: row.id, username: row.username, bannedAt: row.banned_at } : null;
    },
    async ban(playerId) {
      await setBan(playerId, now());
      await tokenStore.endAll(playerId, "banned");
    },
    async unban(playerId) {
      await setBan(playerId, null);
      await failures.forgetWithPlaces(accountSubject(playerId));
    },
    async endAllLogins(playerId) {
      const { rows } = await sql<{ open: number }>`
        select count(distinct family)::int as open from tokens
        where player_id = ${playerId} and ended_at is null and expires_at > ${now()}`.execute(db);
      await tokenStore.endAll(playerId, "logout");
      return rows[0]?.open ?? 0;
    },
    prepareDefaultPin: async () => ({ pinHash: await hashPin(DEFAULT_PIN) }),
    async resetPin(playerId, { pinHash }) {
      await db
        .updateTable("players")
        .set({ pin_hash: pinHash, pin_failures: 0, pin_chosen: false })
        .where("id", "=", playerId)
        .execute();
      await tokenStore.endAll(playerId, "logout");
    },
    async prepareNewPassword(password) {
      checkNewPassword(password);
      return { passwordHash: await hashPassword(password) };
    },
    async setPassword(playerId, { passwordHash }) {
      await tokenStore.replacePassword(playerId, passwordHash, false);
      await failures.forgetWithPlaces(accountSubject(playerId));
    },
  };
}
