/** Table of notices: events and notes of the quick panel. */
import type { ColumnType, Generated } from "kysely";

/** By language. */
export type NoticeTexts = Partial<Record<"tr" | "en" | "ar", { title: string; detail: string }>>;

export interface NoticeTables {
  notices: {
    id: Generated<number>;
    kind: "event" | "note";
    title: string;
    detail: string;
    /** In other languages: {"en": {"title", "detail"}}. */
    texts: ColumnType<NoticeTexts, string | undefined, string>;
    /** When an event is; null for notes. */
    at: Date | null;
    created_at: Generated<Date>;
    removed_at: Date | null;
  };
}
