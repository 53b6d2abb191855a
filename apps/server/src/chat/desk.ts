/**
 * The support desk as people of the house see it: which chats wait, are open or are closed, what was written, by whom, and
 * what nobody of the desk has seen yet. Answers and assignments are in supportDesk.ts.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import { ConsoleError, ConsoleErrorCode } from "@reelcast/contract/console";
import { sql } from "kysely";
import type { Db, Trx } from "../storage/index.ts";

/** waits: for an answer; open: answered; closed: until the player writes again. */
export type DeskState = "waiting" | "open" | "closed";
export interface DeskFilter {
  state: DeskState;
  /** Only those that this person has taken; null: those that nobody has. */
  assignedTo?: string | null | undefined;
}
export interface DeskRow {
  playerId: number;
  username: string;
  /** First and last name. */
  name: string;
  /** When the player wrote the first message without an answer. */
  waitsSince: Date | null;
  /** Messages of the player that nobody of the desk has seen; at most 99. */
  unread: number;
  lastAt: Date;
  lastText: string;
  /** False: the player wrote it. */
  lastByDesk: boolean;
  /** Who of the house wrote it; null: the player, or not known. */
  lastBy: string | null;
  assignedTo: string | null;
  closedAt: Date | null;
  closedBy: string | null;
  /** Place in the list. */
  position: number;
}
export interface DeskMessageRow {
  id: number;
  at: Date;
  text: string;
  byDesk: boolean;
  /** Who of the house wrote it; null: the player, or not known. */
  by: string | null;
  /** Of the author's own messages. */
  clientId: string | null;
}
export interface DeskPlayer {
  id: number;
  username: string;
  /** First and last name. */
  name: string;
}
export interface DeskChatState {
  state: DeskState | "none";
  assignedTo: string | null;
  closedBy: string | null;
  closedAt: Date | null;
  /** The last message that the player has read. */
  readByPlayer: number;
}

const MAX_UNREAD = 99;
const EXCERPT = 200;
/** Chats are counted up to this number. */
const MAX_COUNTED = 1_000;
const MESSAGES = 100;

/** For each state: which chats, and their order. (Each is an index: storage/migrations/140_desk.ts.) */
const LISTS = {
  waiting: {
    where: sql`c.other_id is null and c.waits_from is not null`,
    position: sql`c.waits_from`,
    order: sql`c.waits_from`,
    after: (position: number) => sql`c.waits_from > ${position}`,
  },
  open: {
    where: sql`c.other_id is null and c.last_message is not null and c.waits_from is null and c.closed_at is null`,
    position: sql`c.last_message`,
    order: sql`c.last_message desc`,
    after: (position: number) => sql`c.last_message < ${position}`,
  },
  closed: {
    where: sql`c.other_id is null and c.closed_at is not null`,
    position: sql`c.last_message`,
    order: sql`c.last_message desc`,
    after: (position: number) => sql`c.last_message < ${position}`,
  },
} as const;

/** Those that wait: the longest wait first. Others: the newest message first. @param page.after position of the last row before */
export async function listDesk(
  db: Db,
  { state, assignedTo }: DeskFilter,
  { after, limit }: { after?: number | undefined; limit: number },
): Promise<DeskRow[]> {
  const list = LISTS[state];
  const { rows } = await sql<DeskRow>`
    select c.player_id as "playerId", p.username, trim(p.name || ' ' || p.lastname) as name,
      (select at from chat_messages where id = c.waits_from) as "waitsSince",
      (select count(*)::int from (select from chat_messages u where u.chat_id = c.id and u.author_id is not null
        and u.id > c.other_read limit ${MAX_UNREAD}) as unseen) as unread,
      last.at as "lastAt", left(last.text, ${EXCERPT}) as "lastText", last.author_id is null as "lastByDesk",
      answer."by" as "lastBy", a.assignee as "assignedTo", c.closed_at as "closedAt", c.closed_by as "closedBy",
      ${list.position}::float8 as position
    from chats c
    join players p on p.id = c.player_id
    join chat_messages last on last.id = c.last_message
    left join desk_answers answer on answer.message_id = c.last_message
    left join chat_assignments a on a.player_id = c.player_id
    where ${list.where}
      and ${after === undefined ? sql`true` : list.after(after)}
      and ${assignedTo === undefined ? sql`true` : sql`a.assignee is not distinct from ${assignedTo}`}
    order by ${list.order} limit ${limit}`.execute(db);
  return rows;
}

/** Each up to 1,000, and when the first message was written that waits. */
export async function countDesk(db: Db): Promise<Record<DeskState, number> & { waitsSince: Date | null }> {
  const count = (state: DeskState) => sql`
    (select count(*)::int from (select from chats c where ${LISTS[state].where} limit ${MAX_COUNTED}) as counted)`;
  const { rows } = await sql<Record<DeskState, number> & { waitsSince: Date | null }>`
    select ${count("waiting")} as waiting, ${count("open")} as open, ${count("closed")} as closed,
      (select m.at from chats c join chat_messages m on m.id = c.waits_from where ${LISTS.waiting.where}
        order by c.waits_from limit 1) as "waitsSince"`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error("no row");
  return counts;
}

/**
 * Messages of a player's chat with the desk, the oldest first: the newest, those before one, or those after one. Null: there is
 * no such player.
 * @param wanted.reader whose client ids are included; absent: nobody's
 */
export async function deskMessages(
  db: Db,
  wanted: { playerId: number; reader?: string; before?: number | undefined; after?: number | undefined },
): Promise<{ player: DeskPlayer; messages: DeskMessageRow[]; older: boolean; chat: DeskChatState } | null> {
  const { playerId, reader, before, after } = wanted;
  const players = await sql<DeskPlayer>`
    select id, username, trim(name || ' ' || lastname) as name from players where id = ${playerId}`.execute(db);
  const [player] = players.rows;
  if (!player) return null;
  const { rows } = await sql<DeskMessageRow>`
    select m.id::float8 as id, m.at, m.text, m.author_id is null as "byDesk", d."by",
      case when d."by" = ${reader ?? null} then d.client_id end as "clientId"
    from chats c
    join chat_messages m on m.chat_id = c.id
    left join desk_answers d on d.message_id = m.id
    where c.player_id = ${playerId} and c.other_id is null
      and m.id < ${before ?? Number.MAX_SAFE_INTEGER} and m.id > ${after ?? 0}
    order by ${after === undefined ? sql`m.id desc` : sql`m.id`} limit ${MESSAGES + 1}`.execute(db);
  const shown = rows.slice(0, MESSAGES);
  return {
    player,
    messages: after === undefined ? shown.toReversed() : shown,
    older: after === undefined && rows.length > MESSAGES,
    chat: await deskChatState(db, playerId),
  };
}

async function deskChatState(db: Db | Trx, playerId: number): Promise<DeskChatState> {
  const { rows } = await sql<DeskChatState>`
    select case when c.last_message is null then 'none' when c.closed_at is not null then 'closed'
        when c.waits_from is not null then 'waiting' else 'open' end as state,
      (select assignee from chat_assignments a where a.player_id = c.player_id) as "assignedTo",
      c.closed_at as "closedAt", c.closed_by as "closedBy", c.player_read::float8 as "readByPlayer"
    from chats c where c.player_id = ${playerId} and c.other_id is null`.execute(db);
  return rows[0] ?? { state: "none", assignedTo: null, closedAt: null, closedBy: null, readByPlayer: 0 };
}

/** Somebody of the desk has seen the messages up to this one. Resolves with whether that is new. */
export async function markSeenByDesk(db: Db, playerId: number, message: number): Promise<boolean> {
  const { rows } = await sql`
    update chats set other_read = least(${message}::bigint, last_message)
    where player_id = ${playerId} and other_id is null and last_message is not null
      and other_read < least(${message}::bigint, last_message)
    returning id`.execute(db);
  return rows.length > 0;
}

/**
 * Closes a chat until the next message. Resolves with its state before; closed already: nothing changes.
 * @param last the last message that the person has seen
 * @throws CodedError ChatContinued if there is a newer one; InvalidRequest if there is none with this number
 */
export async function closeChat(
  trx: Trx,
  { playerId, by, last }: { playerId: number; by: string; last: number },
): Promise<DeskChatState["state"]> {
  const { rows } = await sql<{ last: number | null }>`
    select last_message::float8 as last from chats where player_id = ${playerId} and other_id is null
    for no key update`.execute(trx);
  const newest = rows[0]?.last ?? 0;
  if (newest > last) throw new ConsoleError(ConsoleErrorCode.ChatContinued);
  if (last > newest) throw new AppError(ErrorCode.InvalidRequest, { field: "last" });
  const { state } = await deskChatState(trx, playerId);
  if (state === "waiting" || state === "open")
    await trx
      .updateTable("chats")
      .set({ closed_at: sql<Date>`clock_timestamp()`, closed_by: by, waits_from: null })
      .where("player_id", "=", playerId)
      .where("other_id", "is", null)
      .execute();
  return state;
}
