/** What was said: messages are added to a chat and read, and never changed. */
import type { ChatMessage } from "@reelcast/contract";
import { sql } from "kysely";
import type { Db, Trx } from "../storage/index.ts";
import { contactId } from "./rules.ts";

/** How much of a chat is shown. */
const NEWEST = 200;

/** The caller has the chat locked: a message that comes later has the higher number, so that "read up to" is exact. */
export async function addMessage(
  trx: Trx,
  chatId: string,
  authorId: number | null,
  text: string,
): Promise<ChatMessage> {
  const { at } = await trx
    .insertInto("chat_messages")
    .values({ chat_id: chatId, author_id: authorId, text })
    .returning("at")
    .executeTakeFirstOrThrow();
  return { who: contactId(authorId), message: text, time: at.toISOString() };
}

/** The newest messages, the oldest of them first; `last` is the number of the newest, 0 without any. */
export async function newestMessages(on: Db | Trx, chatId: string): Promise<{ dialog: ChatMessage[]; last: number }> {
  const rows = await on
    .selectFrom("chat_messages")
    .select(["id", "author_id", "text", "at"])
    .where("chat_id", "=", chatId)
    .orderBy("id", "desc")
    .limit(NEWEST)
    .execute();
  return {
    dialog: rows
      .toReversed()
      .map(({ author_id, text, at }) => ({ who: contactId(author_id), message: text, time: at.toISOString() })),
    last: rows[0]?.id ?? 0,
  };
}

/** Marks the chat as read by this end of it. */
export async function markRead(db: Db, chatId: string, playerId: number, last: number): Promise<void> {
  await sql`
    update chats set
      player_read = case when player_id = ${playerId} then greatest(player_read, ${last}::bigint) else player_read end,
      other_read = case when other_id = ${playerId} then greatest(other_read, ${last}::bigint) else other_read end
    where id = ${chatId}`.execute(db);
}
