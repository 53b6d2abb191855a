/** What a player keeps at the house: theme and shortcuts, the name that they show, courses. Knows nothing of what they mean. */
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
  /** Parts that are left out stay as they are; a theme of null forgets it. Answers what is kept now. */
  save(playerId: number, change: PlayerSettingsChange): Promise<PlayerSettings>;
  /** The oldest ones beyond a hundred are forgotten. */
  saveCourse(playerId: number, course: { id: string; activeStep: number }): Promise<void>;
}

/** Half of a character is none that the database can keep. */
const wellFormed = (_: string, value: unknown) => (typeof value === "string" ? value.toWellFormed() : value);

function settingsOf(row: { theme: unknown; shortcuts: string[] } | undefined): PlayerSettings {
  // A theme that another version has kept and this one does not know: the app's own look is better than no answer.
  const theme = PlayerTheme.safeParse(row?.theme);
  return { theme: theme.success ? theme.data : null, shortcuts: row?.shortcuts ?? [] };
}

/** @param houseName what the operator has called the house */
export function createPreferences(db: Db, houseName: () => string): Preferences {
  async function read(playerId: number): Promise<PlayerSettings> {
    const row = await db
      .selectFrom("player_settings")
      .select(["theme", "shortcuts"])
      .where("player_id", "=", playerId)
      .executeTakeFirst();
    return settingsOf(row);
  }
  return {
    read,
    async save(playerId, { theme, shortcuts, displayName }) {
      if (theme === undefined && shortcuts === undefined && displayName === undefined) return read(playerId);
      const themeText = theme === undefined || theme === null ? null : JSON.stringify(theme, wellFormed);
      // An empty one takes a chosen name back.
      const name = displayName?.trim() ? chosenName(displayName, "user.data.displayName", houseName()) : null;
      const list = [...new Set(shortcuts)];
      // One statement, key by key: two devices that save at once keep each other's changes.
      const row = await db
        .insertInto("player_settings")
        .values({ player_id: playerId, theme: sql`${themeText}::jsonb`, shortcuts: list, display_name: name })
        .onConflict((conflict) =>
          conflict.column("player_id").doUpdateSet({
            ...(theme === undefined
              ? {}
              : {
                  theme:
                    theme === null ? null : sql`coalesce(player_settings.theme, '{}'::jsonb) || ${themeText}::jsonb`,
                }),
            ...(shortcuts === undefined ? {} : { shortcuts: list }),
            ...(displayName === undefined ? {} : { display_name: name }),
            updated_at: sql<Date>`now()`,
          }),
        )
        .returning(["theme", "shortcuts"])
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
