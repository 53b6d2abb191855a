/** What the operator does with accounts. */
import type { Db } from "../storage/index.ts";
import type { FailureStore } from "./failures.ts";
import { checkNewPassword, hashPassword } from "./passwords.ts";
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
  "prepareNewPlayer" | "addPlayer" | "findPlayer" | "ban" | "unban" | "prepareNewPassword" | "setPassword"
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
      await failures.forgetAccount(playerId);
    },
    async prepareNewPassword(password) {
      checkNewPassword(password);
      return { passwordHash: await hashPassword(password) };
    },
    async setPassword(playerId, { passwordHash }) {
      await tokenStore.replacePassword(playerId, passwordHash, false);
      await failures.forgetAccount(playerId);
    },
  };
}
