/**
 * Logins that are left alone end by policy. A login is what came of one password: all its tokens share the time when it
 * was last active, which is stored at most once a minute.
 */
import { sql } from "kysely";
import type { Bus } from "../bus/bus.ts";
import type { Db } from "../storage/index.ts";
import type { Who } from "./types.ts";

const MINUTE_MS = 60_000;
/** Logins that one statement ends, and statements in one sweep. */
const BATCH = 200;
const MOST_BATCHES = 50;

export interface IdleLogins {
  /** Notes that a login is in use. Never fails: where it could not be stored, the next use is. */
  seen(who: Pick<Who, "tokenId">): void;
  /** Logins from before the policy get a whole time from now on. Once, at the start. */
  begin(): Promise<void>;
  /** Ends the logins that were not used for so long. */
  sweep(): Promise<void>;
}

/** @param minutes 0: no login ends */
export function createIdleLogins({
  db,
  now,
  minutes,
  publish,
}: {
  db: Db;
  now: () => Date;
  minutes: number;
  publish: Bus["publish"];
}): IdleLogins {
  if (minutes === 0) return { seen() {}, begin: async () => {}, sweep: async () => {} };
  /** By token, so that a call asks the database nothing. */
  const stored = new Map<string, number>();
  const minuteAgo = () => new Date(now().getTime() - MINUTE_MS);

  async function endIdle(): Promise<number> {
    // The stored time may be a minute old.
    const before = new Date(now().getTime() - (minutes + 1) * MINUTE_MS);
    const { found, rows } = await db.transaction().execute(async (trx) => {
      // Locked before their tokens are looked for: a token that is being renewed is there by then, or is not made.
      const idle = await trx
        .selectFrom("tokens")
        .select("id")
        .whereRef("id", "=", "family")
        .where("ended_at", "is", null)
        .where(sql<Date>`coalesce(seen_at, created_at)`, "<", before)
        .orderBy(sql`coalesce(seen_at, created_at)`)
        .limit(BATCH)
        .forUpdate()
        .skipLocked()
        .execute();
      const families = idle.map(({ id }) => id);
      const ended = await sql<{ player_id: number; ids: string[] }>`
        with ended as (
          update tokens set ended_at = ${now()}, expires_at = least(expires_at, ${now()})
          where family = any(${families}) and ended_at is null
            and player_id in (select player_id from tokens where id = any(${families}))
          returning id, player_id, family
        )
        select player_id, array_agg(id) as ids from ended group by player_id, family`.execute(trx);
      return { found: families.length, rows: ended.rows };
    });
    for (const { player_id, ids } of rows)
      publish("player.ended", { playerId: player_id, tokenIds: ids, reason: "expired" });
    return found;
  }

  return {
    seen({ tokenId }) {
      const at = now().getTime();
      if (at - (stored.get(tokenId) ?? -Infinity) < MINUTE_MS) return;
      stored.set(tokenId, at);
      db.updateTable("tokens")
        .set({ seen_at: new Date(at) })
        .where("id", "=", (eb) => eb.selectFrom("tokens").select("family").where("id", "=", tokenId))
        .where((eb) => eb.or([eb("seen_at", "is", null), eb("seen_at", "<=", minuteAgo())]))
        .execute()
        .catch(() => stored.delete(tokenId));
    },
    async begin() {
      await db
        .updateTable("tokens")
        .set({ seen_at: now() })
        .whereRef("id", "=", "family")
        .where("ended_at", "is", null)
        .where("seen_at", "is", null)
        // The first token may have expired while a later one of the same login has not.
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom("tokens as any_token")
              .select("any_token.id")
              .whereRef("any_token.player_id", "=", "tokens.player_id")
              .whereRef("any_token.family", "=", "tokens.family")
              .where("any_token.ended_at", "is", null)
              .where("any_token.expires_at", ">", now()),
          ),
        )
        .execute();
    },
    async sweep() {
      for (const [tokenId, at] of stored) if (at <= minuteAgo().getTime()) stored.delete(tokenId);
      for (let batch = 0; batch < MOST_BATCHES; batch += 1) if ((await endIdle()) < BATCH) return;
    },
  };
}
