/** The log of what happened to accounts, which players and operators read. */
import type { Db } from "../storage/index.ts";
import type { Accounts } from "./types.ts";

export const createAccountLog =
  (db: Db): Accounts["log"] =>
  async (playerId, type, ip, detail, on) => {
    await (on ?? db)
      .insertInto("log_entries")
      .values({ player_id: playerId, type, ip, detail: detail ?? null })
      .execute();
  };
