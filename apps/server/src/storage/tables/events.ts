/** The table of significant events. Rows are written by the SQL functions `record_event` and `machine_event` alone. */
import type { ColumnType } from "kysely";

type Written<T> = ColumnType<T, never, never>;

export interface EventTables {
  significant_events: {
    id: Written<number>;
    at: Written<Date>;
    kind: Written<string>;
    machine_id: Written<number | null>;
    session_id: Written<string | null>;
    player_id: Written<number | null>;
    facts: Written<Record<string, unknown>>;
    source: Written<string | null>;
    /** The name of a person, as in the audit log. Set once. */
    seen_by: ColumnType<string | null, never, string>;
    seen_at: ColumnType<Date | null, never, Date>;
  };
}
