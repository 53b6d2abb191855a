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
  };
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
