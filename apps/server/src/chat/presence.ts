/**
 * Presence: the chosen status of a player who was online recently, otherwise "offline". It is stored only for players
 * with contacts.
 */
import { CHAT_STATUSES } from "@reelcast/contract";
import type { ChatUser } from "@reelcast/contract";
import { sql } from "kysely";
import type { Db } from "../storage/index.ts";

type Status = ChatUser["status"];

const ONLINE_WINDOW = "2 minutes";
/** Less than the minute between two reports of a socket, so that no report is skipped. */
const WRITE_INTERVAL = "50 seconds";

export const statusOf = (text: string | null): Status => CHAT_STATUSES.find((known) => known === text) ?? "online";

/** The status of `presence` as others see it. */
export const visibleStatus = sql<string>`
  case when presence.seen_at > now() - interval '${sql.raw(ONLINE_WINDOW)}' then presence.status else 'offline' end`;

/** Stores that these players are online: at most once a minute each. */
export async function recordPresence(db: Db, playerIds: readonly number[]): Promise<void> {
  if (playerIds.length === 0) return;
  // In order of ids, so that two processes can't deadlock.
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
