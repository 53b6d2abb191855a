/**
 * Ends logins that are not used for some time, if the operator or the rules of play want that. All tokens of a login share the time of its
 * last use, which is stored at most once a minute.
 */
import { sql } from "kysely";
import type { Bus } from "../bus/bus.ts";
import type { Db } from "../storage/index.ts";
import type { PlayerIdentity } from "./types.ts";

const MINUTE_MS = 60_000;
/** Logins that one statement ends, and statements in one sweep. */
const BATCH = 200;
const MOST_BATCHES = 50;

export interface IdleLogins {
  /** Records a use of a login. Never fails: if it can't be stored, the next use is. */
  seen(who: Pick<PlayerIdentity, "tokenId">): void;
  /** Gives logins that are older than the policy the full time from now on. To be called once, at the start. */
  begin(): Promise<void>;
  /** Ends the logins that were not used for the configured time. */
  sweep(): Promise<void>;
}

interface Parts {
  db: Db;
  now: () => Date;
  /** At the moment; 0: no login ends. */
  minutes: () => number;
  publish: Bus["publish"];
}

export function createIdleLogins(parts: Parts): IdleLogins {
  const { db, now, minutes } = parts;
  /** No login ended at the last sweep. */
  let wasOff = false;
  /** When a use was stored last, by token, so that most calls need no query. */
  const stored = new Map<string, number>();
  const minuteAgo = () => new Date(now().getTime() - MINUTE_MS);

  return {
    seen({ tokenId }) {
      if (minutes() === 0) return;
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
      wasOff = minutes() === 0;
      if (!wasOff) await startIdleTimes(db, now(), false);
    },
    async sweep() {
      // Read once: switched off in between, it would end every login.
      const limit = minutes();
      const isOff = limit === 0;
      // Uses were not recorded meanwhile.
      if (wasOff && !isOff) await startIdleTimes(db, now(), true);
      wasOff = isOff;
      if (isOff) return stored.clear();
      for (const [tokenId, at] of stored) if (at <= minuteAgo().getTime()) stored.delete(tokenId);
      for (let batch = 0; batch < MOST_BATCHES; batch += 1) if ((await endBatch(parts, limit)) < BATCH) return;
    },
  };
}

/** @param all also of logins whose uses were recorded before */
async function startIdleTimes(db: Db, now: Date, all: boolean): Promise<void> {
  await db
    .updateTable("tokens")
    .set({ seen_at: now })
    .whereRef("id", "=", "family")
    .where("ended_at", "is", null)
    .$if(!all, (query) => query.where("seen_at", "is", null))
    // The first token may have expired while a later one of the same login has not.
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("tokens as any_token")
          .select("any_token.id")
          .whereRef("any_token.player_id", "=", "tokens.player_id")
          .whereRef("any_token.family", "=", "tokens.family")
          .where("any_token.ended_at", "is", null)
          .where("any_token.expires_at", ">", now),
      ),
    )
    .execute();
}

/** Ends up to `BATCH` idle logins and publishes their end. Resolves with their number. @param limit minutes, above 0 */
async function endBatch({ db, now, publish }: Parts, limit: number): Promise<number> {
  // The stored time may be a minute old.
  const before = new Date(now().getTime() - (limit + 1) * MINUTE_MS);
  const { found, rows } = await db.transaction().execute(async (trx) => {
    // Locked before their tokens are read: a renewal at the same time has added its token by then, or finds the end.
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
