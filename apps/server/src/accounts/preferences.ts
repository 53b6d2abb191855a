/** What the app stores for a player: theme, shortcuts, favourites, displayed name, progress in courses. */
import { PlayerTheme } from "@reelcast/contract";
import type { PlayerSettings } from "@reelcast/contract";
import { sql } from "kysely";
import type { Db } from "../storage/index.ts";
import { chosenName } from "./names.ts";
import type { PlayerSettingsChange } from "./types.ts";

/** Courses of one player. */
const MOST_COURSES = 100;

export interface Preferences {
  read(playerId: number): Promise<PlayerSettings>;
  /** Missing parts stay unchanged; a theme of null removes it. Resolves with the result. */
  save(playerId: number, change: PlayerSettingsChange): Promise<PlayerSettings>;
  /** Beyond a hundred courses, those saved the longest ago are deleted. */
  saveCourse(playerId: number, course: { id: string; activeStep: number }): Promise<void>;
}

/** PostgreSQL stores no half of a surrogate pair. */
const wellFormed = (_: string, value: unknown) => (typeof value === "string" ? value.toWellFormed() : value);

const STORED = ["theme", "shortcuts", "favourites"] as const;
interface Stored {
  theme: unknown;
  shortcuts: string[];
  favourites: number[];
}
function settingsOf(row: Stored | undefined): PlayerSettings {
  // A theme that another version has stored and this one does not know is ignored.
  const theme = PlayerTheme.safeParse(row?.theme);
  return {
    theme: theme.success ? theme.data : null,
    shortcuts: row?.shortcuts ?? [],
    favourites: row?.favourites ?? [],
  };
}

/** @param houseName the operator's name for the house */
export function createPreferences(db: Db, houseName: () => string): Preferences {
  async function read(playerId: number): Promise<PlayerSettings> {
    const row = await db
      .selectFrom("player_settings")
      .select(STORED)
      .where("player_id", "=", playerId)
      .executeTakeFirst();
    return settingsOf(row);
  }
  return {
    read,
    async save(playerId, change) {
      const { theme, shortcuts, favourites, displayName } = change;
      if (Object.values(change).every((part) => part === undefined)) return read(playerId);
      const themeText = theme === undefined || theme === null ? null : JSON.stringify(theme, wellFormed);
      // An empty name removes the chosen one.
      const name = displayName?.trim() ? chosenName(displayName, "user.data.displayName", houseName()) : null;
      const list = [...new Set(shortcuts)];
      const marked = [...new Set(favourites)];
      // One statement that merges key by key: two devices that save at the same time do not undo each other's changes.
      const row = await db
        .insertInto("player_settings")
        .values({
          player_id: playerId,
          theme: sql`${themeText}::jsonb`,
          shortcuts: list,
          favourites: marked,
          display_name: name,
        })
        .onConflict((conflict) =>
          conflict.column("player_id").doUpdateSet({
            ...(theme === undefined
              ? {}
              : {
                  theme:
                    theme === null ? null : sql`coalesce(player_settings.theme, '{}'::jsonb) || ${themeText}::jsonb`,
                }),
            ...(shortcuts === undefined ? {} : { shortcuts: list }),
            ...(favourites === undefined ? {} : { favourites: marked }),
            ...(displayName === undefined ? {} : { display_name: name }),
            updated_at: sql<Date>`now()`,
          }),
        )
        .returning(STORED)
        .executeTakeFirstOrThrow();
      return settingsOf(row);
    },

    async saveCourse(playerId, { id, activeStep }) {
      await db
        .insertInto("player_courses")
        .values({ player_id: playerId, course_id: id, active_step: activeStep })
        .onConflict((conflict) =>
          conflict
            .columns(["player_id", "course_id"])
            .doUpdateSet({ active_step: activeStep, updated_at: sql<Date>`clock_timestamp()` }),
        )
        .execute();
      await sql`
        delete from player_courses where player_id = ${playerId} and course_id in (
          select course_id from player_courses where player_id = ${playerId}
          order by updated_at desc offset ${MOST_COURSES}
        )`.execute(db);
    },
  };
}
