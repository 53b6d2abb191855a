/** What a player keeps at the house for the app: the theme and the shortcuts. Knows nothing of what they mean. */
import { PlayerTheme } from "@reelcast/contract";
import type { PlayerSettings } from "@reelcast/contract";
import { sql } from "kysely";
import type { Db } from "../storage/index.ts";
import type { PlayerSettingsChange } from "./types.ts";

export interface Preferences {
  read(playerId: number): Promise<PlayerSettings>;
  /** Parts that are left out stay as they are; a theme of null forgets it. Answers what is kept now. */
  save(playerId: number, change: PlayerSettingsChange): Promise<PlayerSettings>;
}

function settingsOf(row: { theme: unknown; shortcuts: string[] } | undefined): PlayerSettings {
  // A theme that another version has kept and this one does not know: the app's own look is better than no answer.
  const theme = PlayerTheme.safeParse(row?.theme);
  return { theme: theme.success ? theme.data : null, shortcuts: row?.shortcuts ?? [] };
}

export function createPreferences(db: Db): Preferences {
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
    async save(playerId, { theme, shortcuts }) {
      if (theme === undefined && shortcuts === undefined) return read(playerId);
      const themeText = theme === undefined || theme === null ? null : JSON.stringify(theme);
      const list = [...new Set(shortcuts)];
      // One statement, key by key: two devices that save at once keep each other's changes.
      const row = await db
        .insertInto("player_settings")
        .values({ player_id: playerId, theme: sql`${themeText}::jsonb`, shortcuts: list })
        .onConflict((conflict) =>
          conflict.column("player_id").doUpdateSet({
            ...(theme === undefined
              ? {}
              : {
                  theme:
                    theme === null ? null : sql`coalesce(player_settings.theme, '{}'::jsonb) || ${themeText}::jsonb`,
                }),
            ...(shortcuts === undefined ? {} : { shortcuts: list }),
            updated_at: sql<Date>`now()`,
          }),
        )
        .returning(["theme", "shortcuts"])
        .executeTakeFirstOrThrow();
      return settingsOf(row);
    },
  };
}
