/** Table of notices: events and notes of the quick panel. */
import type { Generated } from "kysely";

export interface NoticeTables {
  notices: {
    id: Generated<number>;
    kind: "event" | "note";
    title: string;
    detail: string;
    /** When an event is; null for notes. */
    at: Date | null;
    created_at: Generated<Date>;
    removed_at: Date | null;
  };
}
