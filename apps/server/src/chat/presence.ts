/**
 * Who is there. A status is what a player has chosen while they are seen, and "offline" otherwise. Only those are noted
 * whom somebody may see.
 */
import { CHAT_STATUSES } from "@reelcast/contract";
import type { ChatUser } from "@reelcast/contract";
import { sql } from "kysely";
import type { Db } from "../storage/index.ts";

type Status = ChatUser["status"];

const ONLINE_WINDOW = "2 minutes";
/** A little less than the minute after which sockets tell of themselves again, so that none of their news is skipped. */
const WRITE_INTERVAL = "50 seconds";

export const statusOf = (text: string | null): Status => CHAT_STATUSES.find((known) => known === text) ?? "online";

/** The status of `presence` as others see it. */
export const visibleStatus = sql<string>`
  case when presence.seen_at > now() - interval '${sql.raw(ONLINE_WINDOW)}' then presence.status else 'offline' end`;

/** Notes that these players are here: at most once a minute each. */
export async function recordPresence(db: Db, playerIds: readonly number[]): Promise<void> {
  if (playerIds.length === 0) return;
  // In order, so that two processes that note the same players don't wait for each other.
  await sql`
    insert into chat_presence (player_id)
    select seen.player from unnest(${[...playerIds]}::int[]) as seen (player)
    where exists (
      select from chats where open and other_id is not null and (player_id = seen.player or other_id = seen.player)
    )
    order by seen.player
    on conflict (player_id) do update set seen_at = now()
      where chat_presence.seen_at < now() - interval '${sql.raw(WRITE_INTERVAL)}'`.execute(db);
}

export async function chooseStatus(db: Db, playerId: number, status: Status): Promise<void> {
  await db
    .insertInto("chat_presence")
    .values({ player_id: playerId, status })
    .onConflict((conflict) => conflict.column("player_id").doUpdateSet({ status, seen_at: sql<Date>`now()` }))
    .execute();
}
