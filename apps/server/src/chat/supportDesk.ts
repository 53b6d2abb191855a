/**
 * What the operator does: answers of the support desk, who takes a chat, and introductions. It does not read messages between
 * players; what the desk sees is in desk.ts.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import { ConsoleError, ConsoleErrorCode } from "@reelcast/contract/console";
import { sql } from "kysely";
import { InputError } from "../input.ts";
import type { Db, Trx } from "../storage/index.ts";
import { chatById, chatWith, newChatId } from "./chats.ts";
import { addMessage } from "./messages.ts";
import { SUPPORT, contactId, parseMessageText } from "./parse.ts";
import type { ChatChange } from "./types.ts";

type OnChange = (change: ChatChange) => void;

/** Maximum number of introductions of a player. */
const MAX_CONTACTS = 200;

export interface DeskAnswer {
  playerId: number;
  text: string;
  /** The name of a person, as in the audit log. */
  by: string;
  /** Of the author: a repeated one writes nothing, and gets the message that is stored. */
  clientId?: string | undefined;
}

async function storedAnswer(trx: Trx, by: string, clientId: string | undefined) {
  if (clientId === undefined) return undefined;
  return trx
    .selectFrom("desk_answers")
    .innerJoin("chat_messages", "chat_messages.id", "desk_answers.message_id")
    .select(["chat_messages.id", "chat_messages.chat_id"])
    .where("desk_answers.by", "=", by)
    .where("desk_answers.client_id", "=", clientId)
    .executeTakeFirst();
}

/**
 * Resolves with the number of the message.
 * @param onChange called after the commit, unless the message was stored before
 * @throws AppError InvalidRequest for a text that is too long or shows nothing, Conflict for a `clientId` that is used in
 * another chat
 */
export async function answerPlayer(
  db: Db,
  { playerId, text, by, clientId }: DeskAnswer,
  onChange: OnChange,
): Promise<{ id: number; isNew: boolean }> {
  const content = { text: parseMessageText(text) };
  const { id, change } = await db.transaction().execute(async (trx) => {
    const ownChat = await chatWith(trx, playerId, null);
    const chat = ownChat && (await chatById(trx, playerId, ownChat.id));
    if (!chat) throw new Error("The chat could not be created.");
    const stored = await storedAnswer(trx, by, clientId);
    if (stored && stored.chat_id !== chat.id) throw new AppError(ErrorCode.Conflict);
    if (stored) return { id: stored.id, change: null };
    const { message } = await addMessage(trx, chat.id, null, content);
    await trx
      .insertInto("desk_answers")
      .values({ message_id: message.id, by, client_id: clientId ?? null })
      .execute();
    return { id: message.id, change: { playerId, chatId: chat.id, contactId: SUPPORT, message } };
  });
  if (change) onChange(change);
  return { id, isNew: change !== null };
}

/**
 * Says who of the house takes a player's chat with the desk; null: nobody. Resolves with who had it. Of two at the same time,
 * the second waits for the first.
 * @param seen who has it, as the person sees it; undefined: it does not matter
 * @throws ConsoleError ChatTaken if it is another person by now
 */
export function assignChat(
  db: Db,
  playerId: number,
  assignee: string | null,
  seen?: string | null,
): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    await trx.selectFrom("players").select("id").where("id", "=", playerId).forNoKeyUpdate().executeTakeFirst();
    const before = await trx
      .selectFrom("chat_assignments")
      .select("assignee")
      .where("player_id", "=", playerId)
      .executeTakeFirst();
    const owner = before?.assignee ?? null;
    if (seen !== undefined && owner !== seen && owner !== assignee)
      throw new ConsoleError(owner === null ? ConsoleErrorCode.ChatGivenBack : ConsoleErrorCode.ChatTaken, {
        person: owner ?? "",
      });
    if (assignee === null) await trx.deleteFrom("chat_assignments").where("player_id", "=", playerId).execute();
    else
      await trx
        .insertInto("chat_assignments")
        .values({ player_id: playerId, assignee })
        .onConflict((conflict) =>
          conflict.column("player_id").doUpdateSet({ assignee, assigned_at: sql<Date>`clock_timestamp()` }),
        )
        .execute();
    return owner;
  });
}

/** Takes a chat with the desk that nobody has. @returns false if somebody has it, or takes it at the same time */
export async function takeFreeChat(db: Db, playerId: number, assignee: string): Promise<boolean> {
  const { rows } = await sql`
    insert into chat_assignments (player_id, assignee) values (${playerId}, ${assignee})
    on conflict do nothing returning player_id`.execute(db);
  return rows.length > 0;
}

function sortedPair(a: number, b: number): { player_id: number; other_id: number } {
  if (a === b) throw new InputError("A player can't be introduced to themselves.");
  return { player_id: Math.min(a, b), other_id: Math.max(a, b) };
}

/** Notifies both players of a new or ended introduction. */
function notifyBoth(a: number, b: number, chatId: string, onChange: OnChange): void {
  onChange({ playerId: a, chatId, contactId: contactId(b) });
  onChange({ playerId: b, chatId, contactId: contactId(a) });
}

/** @returns false if they are already introduced. @throws Error with one sentence for the operator */
export async function introduce(db: Db, a: number, b: number, onChange: OnChange): Promise<boolean> {
  const pair = sortedPair(a, b);
  const chatId = await db.transaction().execute(async (trx) => {
    await trx.selectFrom("players").select("id").where("id", "in", [a, b]).orderBy("id").forNoKeyUpdate().execute();
    for (const playerId of [a, b]) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int from chats
        where open and other_id is not null and (player_id = ${playerId} or other_id = ${playerId})`.execute(trx);
      if ((rows[0]?.count ?? 0) >= MAX_CONTACTS)
        throw new InputError(`Player ${playerId} knows ${MAX_CONTACTS} players already: that is the most.`);
    }
    const row = await trx
      .insertInto("chats")
      .values({ id: newChatId(), ...pair })
      .onConflict((conflict) =>
        conflict.columns(["player_id", "other_id"]).doUpdateSet({ open: true }).where("chats.open", "=", false),
      )
      .returning("id")
      .executeTakeFirst();
    return row?.id;
  });
  if (chatId !== undefined) notifyBoth(a, b, chatId, onChange);
  return chatId !== undefined;
}

/** Ends an introduction. The messages are kept and reappear if the two are introduced again. */
export async function endIntroduction(db: Db, a: number, b: number, onChange: OnChange): Promise<boolean> {
  const { player_id, other_id } = sortedPair(a, b);
  const row = await db
    .updateTable("chats")
    .set({ open: false })
    .where("player_id", "=", player_id)
    .where("other_id", "=", other_id)
    .where("open", "=", true)
    .returning("id")
    .executeTakeFirst();
  if (row) notifyBoth(a, b, row.id, onChange);
  return row !== undefined;
}

/** Usernames of the introduced pairs. */
export async function introductions(db: Db): Promise<{ a: string; b: string }[]> {
  return db
    .selectFrom("chats")
    .innerJoin("players as a", "a.id", "chats.player_id")
    .innerJoin("players as b", "b.id", "chats.other_id")
    .select(["a.username as a", "b.username as b"])
    .where("chats.open", "=", true)
    .orderBy("a.username")
    .orderBy("b.username")
    .limit(1_000)
    .execute();
}
