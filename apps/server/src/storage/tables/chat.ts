/** Tables of chats: dialogs, messages and presence. */
import type { Generated } from "kysely";

export interface ChatTables {
  chats: {
    /** Random, so that it can't be guessed. */
    id: string;
    player_id: number;
    /** The player with the higher number; null: the support desk. */
    other_id: number | null;
    /** False: the operator has ended the introduction. The messages are kept. */
    open: Generated<boolean>;
    /** The last message that `player_id` has read. */
    player_read: Generated<number>;
    other_read: Generated<number>;
    created_at: Generated<Date>;
    /** Of chats with the support desk; a trigger of the messages writes it. Null: nobody has written yet. */
    last_message: Generated<number | null>;
    /** The first message without an answer; null: none. */
    waits_from: Generated<number | null>;
    /** Until the next message. */
    closed_at: Generated<Date | null>;
    closed_by: Generated<string | null>;
  };
  /** Who of the house wrote a message of the desk. Messages from before have none. */
  desk_answers: {
    message_id: number;
    /** The name of a person, as in the audit log. */
    by: string;
    /** Created by the author's client, and unique per author. */
    client_id: Generated<string | null>;
  };
  /** Answers that are written in advance: each change is a version of all; the newest is valid. */
  canned_answers: { version: number; at: Generated<Date>; by: string; answers: unknown };
  chat_messages: {
    id: Generated<number>;
    chat_id: string;
    /** null: the support desk */
    author_id: number | null;
    text: string;
    /** Created by the author's client, and unique per author. */
    client_id: Generated<string | null>;
    at: Generated<Date>;
  };
  /** Who of the house has taken a player's chat with the support desk. No row: nobody. */
  chat_assignments: {
    player_id: number;
    /** The name of a person, as in the audit log. */
    assignee: string;
    assigned_at: Generated<Date>;
  };
  /** No row: the player was never online. */
  chat_presence: { player_id: number; status: Generated<string>; seen_at: Generated<Date> };
}
