/** What the operator does with accounts. */
import { DEFAULT_PIN } from "@reelcast/contract";
import { ConsoleError, ConsoleErrorCode } from "@reelcast/contract/console";
import { sql } from "kysely";
import type { Db } from "../storage/index.ts";
import type { FailureStore } from "../failureStore.ts";
import { accountSubject } from "./knownPlaces.ts";
import { checkNewPassword, hashPassword, hashPin } from "./passwords.ts";
import { sharedNames } from "./nameFolds.ts";
import { addPlayer, prepareNewPlayer, renamePlayer } from "./playerStore.ts";
import type { PlayerStore } from "./playerStore.ts";
import type { TokenStore } from "./tokenStore.ts";
import type { Accounts, PlayerRow } from "./types.ts";

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
  | "renamePlayer"
  | "sharedNames"
  | "ban"
  | "unban"
  | "endAllLogins"
  | "prepareDefaultPin"
  | "resetPin"
  | "prepareNewPassword"
  | "setPassword"
>;

/** Nothing is done to one of several players. */
function nameShared(name: string, rows: readonly PlayerRow[]): ConsoleError {
  const players = rows.map(({ id, username, email }) => `${username}, ${email} (${id})`).join("; ");
  return new ConsoleError(ConsoleErrorCode.PlayerNameShared, { player: name, players });
}

export function createAdministration({ db, now, players, tokenStore, failures }: Parts): Administration {
  const setBan = async (playerId: number, at: Date | null) => {
    await db.updateTable("players").set({ banned_at: at, banned_for: null }).where("id", "=", playerId).execute();
  };
  return {
    prepareNewPlayer,
    addPlayer,
    async findPlayer(wanted) {
      const rows = typeof wanted === "string" ? await players.byName(wanted) : [];
      if (rows.length > 1) throw nameShared(String(wanted), rows);
      const row = typeof wanted === "string" ? rows[0] : await players.byId(wanted);
      return row ? { id: row.id, username: row.username, bannedAt: row.banned_at } : null;
    },
    renamePlayer,
    sharedNames: () => sharedNames(db),
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
