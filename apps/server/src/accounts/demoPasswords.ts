/** Players with the published password of the demo. A server that runs no demo bans them. */
import { nameFold } from "@reelcast/contract/fold";
import { SYSTEM, recordAct } from "../audit/index.ts";
import type { Db } from "../storage/index.ts";
import { foldNames } from "./nameFolds.ts";
import { verifyPassword } from "./passwords.ts";
import type { TokenStore } from "./tokenStore.ts";
import type { Accounts } from "./types.ts";

interface Parts {
  db: Db;
  now: () => Date;
  tokenStore: TokenStore;
}

const RULE = "published password";

const stateOf = (id: number, before: boolean, after: boolean) => ({
  target: `player ${id}`,
  before: { banned: before },
  after: { banned: after },
});

export function createDemoPasswords({
  db,
  now,
  tokenStore,
}: Parts): Pick<Accounts, "banPlayersWithDemoPassword" | "unbanPlayersWithDemoPassword"> {
  return {
    async banPlayersWithDemoPassword(usernames, password) {
      await foldNames(db);
      const players = await db
        .selectFrom("players")
        .select(["id", "username", "password_hash"])
        .where("username_fold", "in", usernames.map(nameFold))
        .where("banned_at", "is", null)
        .orderBy("id")
        .execute();
      const banned: { id: number; username: string }[] = [];
      for (const { id, username, password_hash } of players) {
        if (!(await verifyPassword(password_hash, password))) continue;
        const publishEnd = await db.transaction().execute(async (trx) => {
          await trx.updateTable("players").set({ banned_at: now(), banned_for: RULE }).where("id", "=", id).execute();
          const publish = await tokenStore.endAllWithin(trx, id, "banned");
          const why = "the server runs no demo, and the password is the published one";
          await recordAct(trx, { ...SYSTEM, ...stateOf(id, false, true), act: "player.ban", why });
          return publish;
        });
        publishEnd();
        banned.push({ id, username });
      }
      return banned;
    },
    async unbanPlayersWithDemoPassword() {
      return db.transaction().execute(async (trx) => {
        const players = await trx
          .updateTable("players")
          .set({ banned_at: null, banned_for: null })
          .where("banned_for", "=", RULE)
          .returning(["id", "username"])
          .execute();
        for (const { id } of players) {
          const why = "the server runs the demo again";
          await recordAct(trx, { ...SYSTEM, ...stateOf(id, true, false), act: "player.unban", why });
        }
        return players;
      });
    },
  };
}
