/** What the app stores for a player: theme, shortcuts, favourites, displayed name, progress in courses. */
import { MAX_FAVOURITES, PlayerTheme } from "@reelcast/contract";
import type { FavouritesChange, PlayerSettings } from "@reelcast/contract";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Db } from "../storage/index.ts";
import { chosenName } from "./names.ts";
import type { PlayerSettingsChange } from "./types.ts";

/** Courses of one player. */
const MOST_COURSES = 100;

export interface Preferences {
  read(playerId: number): Promise<PlayerSettings>;
  /** What a login shows of them. `displayName`: null: none is chosen. */
  shown(playerId: number): Promise<Pick<PlayerSettings, "shortcuts"> & { displayName: string | null }>;
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

/**
 * The list after the change, for the statement that stores it: of two devices that mark at the same time the second one
 * changes what the first has stored. @param list of machines' ids
 */
function withChange(list: RawBuilder<number[]>, { add = [], remove = [] }: FavouritesChange): RawBuilder<number[]> {
  const added = [...new Set(add)].filter((id) => !remove.includes(id));
  return sql<number[]>`(
    array(select id from unnest(${added}::int[]) with ordinality as marks (id, place)
      where id <> all (${list}) order by place)
    || array(select id from unnest(${list}) with ordinality as marks (id, place)
      where id <> all (${remove}::int[]) order by place)
  )[1:${sql.lit(MAX_FAVOURITES)}]`;
}

/** @param houseName the operator's name for the house */
export function createPreferences(db: Db, houseName: () => string): Preferences {
  const find = (playerId: number) =>
    db
      .selectFrom("player_settings")
      .select([...STORED, "display_name"])
      .where("player_id", "=", playerId)
      .executeTakeFirst();
  const read = async (playerId: number): Promise<PlayerSettings> => settingsOf(await find(playerId));
  return {
    read,
    async shown(playerId) {
      const row = await find(playerId);
      return { shortcuts: row?.shortcuts ?? [], displayName: row?.display_name ?? null };
    },
    async save(playerId, change) {
      const { theme, shortcuts, favourites, favouritesChange = {}, displayName } = change;
      if (Object.values(change).every((part) => part === undefined)) return read(playerId);
      const themeText = theme === undefined || theme === null ? null : JSON.stringify(theme, wellFormed);
      // An empty name removes the chosen one.
      const name = displayName?.trim() ? chosenName(displayName, "user.data.displayName", houseName()) : null;
      const list = [...new Set(shortcuts)];
      const marked = sql<number[]>`${[...new Set(favourites)]}::int[]`;
      const kept = favourites === undefined ? sql<number[]>`player_settings.favourites` : marked;
      // One statement that merges key by key: two devices that save at the same time do not undo each other's changes.
      const row = await db
        .insertInto("player_settings")
        .values({
          player_id: playerId,
          theme: sql`${themeText}::jsonb`,
          shortcuts: list,
          favourites: withChange(marked, favouritesChange),
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
            favourites: withChange(kept, favouritesChange),
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
