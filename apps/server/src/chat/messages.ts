/** The messages of chats: append-only. */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { ChatMessage } from "@reelcast/contract";
import { sql } from "kysely";
import type { Db, Trx } from "../storage/index.ts";
import { contactId } from "./parse.ts";

/** Messages per page. */
const PAGE_SIZE = 200;

interface Row {
  id: number;
  author_id: number | null;
  text: string;
  at: Date;
  client_id: string | null;
}
const COLUMNS = ["id", "author_id", "text", "at", "client_id"] as const;

/** The message as the author sees it, or as others do. */
const messageOf = ({ id, author_id, text, at, client_id }: Row, isAuthor: boolean): ChatMessage => ({
  id,
  who: contactId(author_id),
  message: text,
  time: at.toISOString(),
  ...(isAuthor && client_id !== null ? { clientId: client_id } : {}),
});
/** A message for readers other than its author. */
export const withoutClientId = ({ id, who, message, time }: ChatMessage): ChatMessage => ({ id, who, message, time });

/**
 * Adds a message, as its author sees it. A repeated client id of the author adds nothing and gets the stored message.
 * The caller holds the lock of the chat, so that ids rise in commit order and "read up to" is exact.
 * @throws AppError Conflict for a client id that is used in another chat
 */
export async function addMessage(
  trx: Trx,
  chatId: string,
  authorId: number | null,
  { text, clientId }: { text: string; clientId?: string | undefined },
): Promise<{ message: ChatMessage; isNew: boolean }> {
  const stored =
    clientId === undefined
      ? undefined
      : await trx
          .selectFrom("chat_messages")
          .select([...COLUMNS, "chat_id"])
          .where("author_id", "=", authorId)
          .where("client_id", "=", clientId)
          .executeTakeFirst();
  if (stored && stored.chat_id !== chatId) throw new AppError(ErrorCode.Conflict);
  if (stored) return { message: messageOf(stored, true), isNew: false };
  const added = await trx
    .insertInto("chat_messages")
    .values({ chat_id: chatId, author_id: authorId, text, client_id: clientId ?? null })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return { message: messageOf(added, true), isNew: true };
}

interface Page {
  /** The oldest first. */
  dialog: ChatMessage[];
  /** There are older messages. */
  older: boolean;
}

/**
 * The newest messages of a chat, or the newest before one.
 * @param reader the player whose client ids are included
 * @param before number of a message
 */
export async function messagesOf(on: Db | Trx, chatId: string, reader: number, before?: number): Promise<Page> {
  const rows = await on
    .selectFrom("chat_messages")
    .select(COLUMNS)
    .where("chat_id", "=", chatId)
    .$if(before !== undefined, (query) => query.where("id", "<", before ?? 0))
    .orderBy("id", "desc")
    .limit(PAGE_SIZE + 1)
    .execute();
  return {
    dialog: rows
      .slice(0, PAGE_SIZE)
      .toReversed()
      .map((row) => messageOf(row, row.author_id === reader)),
    older: rows.length > PAGE_SIZE,
  };
}

/** Marks the chat as read by this participant. */
export async function markRead(db: Db, chatId: string, playerId: number, last: number): Promise<void> {
  await sql`
    update chats set
      player_read = case when player_id = ${playerId} then greatest(player_read, ${last}::bigint) else player_read end,
      other_read = case when other_id = ${playerId} then greatest(other_read, ${last}::bigint) else other_read end
    where id = ${chatId}`.execute(db);
}
