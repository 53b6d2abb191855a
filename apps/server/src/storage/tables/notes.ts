/** Notes of the house about players. */
import type { ColumnType } from "kysely";

export interface NoteTables {
  player_notes: {
    /** In the order in which they were written. */
    id: ColumnType<number, never, never>;
    player_id: number;
    /** The name of the author, as in the audit log. */
    by: string;
    at: ColumnType<Date, never, never>;
    text: string;
  };
}
