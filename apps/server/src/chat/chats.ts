/** The chats and contacts of a player: the only code that decides who may write to whom. */
import { ROLES, ROLE_PERMISSIONS } from "@reelcast/contract/console";
import { randomBytes } from "node:crypto";
import type { ChatContact, ChatListEntry } from "@reelcast/contract";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Db, Trx } from "../storage/index.ts";
import { statusOf, visibleStatus } from "./presence.ts";
import { SUPPORT, contactId } from "./parse.ts";

/** Unread messages are counted up to this number. */
const MAX_UNREAD = 999;

export const newChatId = (): string => randomBytes(18).toString("base64url");

/** The open chats of a player (an id, or a column with one), with `contact` and `read_to` from the player's side. */
const ownChats = (playerId: number | RawBuilder<unknown>) => sql`(
  select id, case when player_id = ${playerId} then other_id else player_id end as contact,
    case when player_id = ${playerId} then player_read else other_read end as read_to
  from chats where open and (player_id = ${playerId} or other_id = ${playerId})
)`;

export interface OwnChat {
  id: string;
  /** null: the support desk */
  contact: number | null;
  /** The last message that this player has read. */
  readTo: number;
}

/**
 * A chat by its id, only for one of its two participants. In `trx` its row is locked, which serialises its messages.
 */
export async function chatById(trx: Trx, playerId: number, chatId: string): Promise<OwnChat | null> {
  await trx.selectFrom("chats").select("id").where("id", "=", chatId).forNoKeyUpdate().execute();
  const { rows } = await sql<OwnChat>`
    select id, contact, read_to as "readTo" from ${ownChats(playerId)} as own where id = ${chatId}`.execute(trx);
  return rows[0] ?? null;
}

/** The chat with a contact. The chat with the support desk is created if missing. */
export async function chatWith(on: Db | Trx, playerId: number, contact: number | null): Promise<OwnChat | null> {
  if (contact === null)
    await on
      .insertInto("chats")
      .values({ id: newChatId(), player_id: playerId, other_id: null })
      .onConflict((conflict) => conflict.columns(["player_id", "other_id"]).doNothing())
      .execute();
  const { rows } = await sql<OwnChat>`
    select id, contact, read_to as "readTo" from ${ownChats(playerId)} as own
    where contact is not distinct from ${contact}::int`.execute(on);
  return rows[0] ?? null;
}

/** The open chats of these players in which somebody wrote within the time, each from its player's side. */
export async function chatsChangedWithin(
  db: Db,
  playerIds: readonly number[],
  ms: number,
): Promise<{ playerId: number; chatId: string; contactId: string }[]> {
  const { rows } = await sql<{ playerId: number; chatId: string; contact: number | null }>`
    select reader.id as "playerId", own.id as "chatId", own.contact
    from unnest(${playerIds}::int[]) as reader (id)
    cross join lateral ${ownChats(sql.ref("reader.id"))} as own
    where exists (
      select from chat_messages
      where chat_id = own.id and at > now() - ${ms} * interval '1 millisecond'
    )`.execute(db);
  return rows.map(({ contact, ...chat }) => ({ ...chat, contactId: contactId(contact) }));
}

/** By contact id. */
export async function chatList(db: Db, playerId: number): Promise<Record<string, ChatListEntry>> {
  const { rows } = await sql<{ id: string; contact: number | null; at: Date | null }>`
    select own.id, own.contact, last.at from ${ownChats(playerId)} as own
    left join lateral (
      select at from chat_messages where chat_id = own.id order by chat_messages.id desc limit 1
    ) as last on true`.execute(db);
  return Object.fromEntries(
    rows.map(({ id, contact, at }) => [
      contactId(contact),
      { chatId: id, contactId: contactId(contact), lastMessageTime: at?.toISOString() ?? null },
    ]),
  );
}

/** A member of the staff who uses nothing for so long may be away, minutes. */
const STAFF_AWAY_MINUTES = 5;
const DESK_ROLES = ROLES.filter((role) => ROLE_PERMISSIONS[role].includes("chat.answer"));
/** Whether somebody who answers chats is at the console. */
async function isDeskStaffed(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from staff_sessions as used join staff on staff.id = used.staff_id
    where used.ended_at is null and not used.wall and staff.disabled_at is null
      and used.last_used_at > now() - ${STAFF_AWAY_MINUTES} * interval '1 minute' and staff.roles && ${DESK_ROLES}::text[]
    limit 1`.execute(db);
  return rows.length > 0;
}

/** The support desk first, then players by name. */
export async function contacts(db: Db, playerId: number): Promise<ChatContact[]> {
  const { rows } = await sql<{
    contact: number | null;
    name: string;
    username: string;
    status: string;
    unread: number;
  }>`
    select own.contact, coalesce(settings.display_name, players.username, '') as name, players.username,
      ${visibleStatus} as status, unread.count as unread
    from ${ownChats(playerId)} as own
    left join players on players.id = own.contact
    left join player_settings as settings on settings.player_id = own.contact
    left join chat_presence as presence on presence.player_id = own.contact
    cross join lateral (
      select count(*)::int from (
        select from chat_messages as m
        where m.chat_id = own.id and m.id > own.read_to and m.author_id is distinct from ${playerId}::int
        limit ${MAX_UNREAD}
      ) as unread
    ) as unread
    order by search_fold(coalesce(settings.display_name, players.username)), own.contact`.execute(db);
  const unread = rows.find(({ contact }) => contact === null)?.unread ?? 0;
  const others = rows.flatMap(({ contact, name, username, status, unread: count }) =>
    contact === null
      ? []
      : [{ id: contactId(contact), name, username, avatar: null, status: statusOf(status), unread: count }],
  );
  const status = (await isDeskStaffed(db)) ? "online" : "offline";
  return [{ id: SUPPORT, name: "Support", avatar: null, status, unread }, ...others];
}

/** Display name and chosen status of a player. */
export async function selfOf(db: Db, playerId: number): Promise<{ name: string; status: string | null }> {
  return db
    .selectFrom("players")
    .leftJoin("player_settings", "player_settings.player_id", "players.id")
    .leftJoin("chat_presence", "chat_presence.player_id", "players.id")
    .select((eb) => [
      eb.fn.coalesce("player_settings.display_name", "players.username").as("name"),
      "chat_presence.status",
    ])
    .where("players.id", "=", playerId)
    .executeTakeFirstOrThrow();
}
