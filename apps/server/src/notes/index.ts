/** Notes of the house about players: who wrote what, and when. They are only added, and no player sees them. */
import { NOTES_A_PAGE } from "@reelcast/contract/console";
import type { Db, Trx } from "../storage/index.ts";

export interface PlayerNote {
  id: number;
  /** The name of the author, as in the audit log. */
  by: string;
  at: Date;
  text: string;
}

/** In the caller's transaction. Resolves with its number. */
export async function addNote(trx: Trx, note: { playerId: number; by: string; text: string }): Promise<number> {
  const { id } = await trx
    .insertInto("player_notes")
    .values({ player_id: note.playerId, by: note.by, text: note.text })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** The newest 50 about a player, or the 50 before a note; the newest first. */
export function listNotes(db: Db, playerId: number, before?: number): Promise<PlayerNote[]> {
  const query = db.selectFrom("player_notes").select(["id", "by", "at", "text"]).where("player_id", "=", playerId);
  const page = before === undefined ? query : query.where("id", "<", before);
  return page.orderBy("id", "desc").limit(NOTES_A_PAGE).execute();
}
