/** Tables of chats: who may speak with whom, what was said, and who is there. */
import type { Generated } from "kysely";

export interface ChatTables {
  chats: {
    /** Made at random: nobody guesses another's. */
    id: string;
    player_id: number;
    /** The player with the higher number; null: the house's support desk. */
    other_id: number | null;
    /** False: the operator has parted the two. What they said stays. */
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
    /** Made by the author's client, and unique of that author. */
    client_id: Generated<string | null>;
    at: Generated<Date>;
  };
  /** No row: never seen by anybody whom it concerns. */
  chat_presence: { player_id: number; status: Generated<string>; seen_at: Generated<Date> };
}
