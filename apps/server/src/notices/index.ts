/** The house's notices for the quick panel: events, which have a date, and notes, which are texts. The operator writes them. */
import type { Language, QuickPanelData } from "@reelcast/contract";
import { sql } from "kysely";
import { InputError } from "../input.ts";
import type { Db, Trx } from "../storage/index.ts";
import type { NoticeTexts } from "../storage/tables/notices.ts";

export const NOTICE_KINDS = ["event", "note"] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];
export interface Notice {
  id: number;
  kind: NoticeKind;
  title: string;
  detail: string;
  /** In other languages than the one it was written in. */
  texts: NoticeTexts;
  /** null for notes */
  at: Date | null;
}
/** A notice to add. */
export type NewNotice = Omit<Notice, "id" | "texts"> & { texts?: NoticeTexts };
const MAX_TITLE_LENGTH = 120;
const MAX_DETAIL_LENGTH = 1_000;
/** Maximum number of notices of a kind. */
const MAX_PER_KIND = 50;

/** Events from today on, by the days of `timeZone`, the next first; notes, the newest first. */
export async function quickPanel(db: Db, timeZone: string): Promise<QuickPanelData> {
  const rows = await listNotices(db);
  const today = dayOf(new Date(), timeZone);
  const shown = (kind: NoticeKind) =>
    rows
      .filter((row) => row.kind === kind && (row.at === null || dayOf(row.at, timeZone) >= today))
      .map(({ id, title, detail, texts, at }) => ({
        id,
        title,
        detail,
        texts,
        ...(at === null ? {} : { at: at.toISOString() }),
      }));
  return { events: shown("event"), notes: shown("note") };
}

/** 2026-11-21: sortable as text. */
const dayOf = (moment: Date, timeZone: string): string => moment.toLocaleDateString("sv-SE", { timeZone });

/** Events by date, then notes, newest first. */
export function listNotices(db: Db): Promise<Notice[]> {
  return db
    .selectFrom("notices")
    .select(["id", "kind", "title", "detail", "texts", "at"])
    .where("removed_at", "is", null)
    .orderBy("kind")
    .orderBy("at")
    .orderBy("id", "desc")
    .execute();
}

/** @throws InputError */
function checkedText(text: { title: string; detail: string }): { title: string; detail: string } {
  const title = text.title.trim();
  const detail = text.detail.trim();
  if (title === "" || title.length > MAX_TITLE_LENGTH)
    throw new InputError(`A title has 1 to ${MAX_TITLE_LENGTH} characters.`);
  if (detail.length > MAX_DETAIL_LENGTH) throw new InputError(`A detail has at most ${MAX_DETAIL_LENGTH} characters.`);
  return { title, detail };
}

/** @throws InputError */
export async function addNotice(on: Db | Trx, notice: NewNotice): Promise<number> {
  const { title, detail } = checkedText(notice);
  if (notice.kind === "event" && notice.at === null) throw new InputError("An event has a date: say --at.");
  if (notice.kind === "note" && notice.at !== null) throw new InputError("A note has no date: leave --at away.");
  const { count } = await on
    .selectFrom("notices")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("kind", "=", notice.kind)
    .where("removed_at", "is", null)
    .where((eb) => eb.or([eb("at", "is", null), eb("at", ">", sql<Date>`now() - interval '1 day'`)]))
    .executeTakeFirstOrThrow();
  if (count >= MAX_PER_KIND)
    throw new InputError(`There are ${MAX_PER_KIND} ${notice.kind}s already: remove one first.`);
  const { id } = await on
    .insertInto("notices")
    .values({
      kind: notice.kind,
      title,
      detail,
      texts: JSON.stringify(notice.texts ?? {}),
      at: notice.at,
      removed_at: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Gives a notice its text in one more language, or another one. @throws InputError, also if there is no such notice */
export async function translateNotice(
  on: Db | Trx,
  id: number,
  language: Language,
  text: { title: string; detail: string },
): Promise<void> {
  const added = JSON.stringify({ [language]: checkedText(text) });
  const changed = await on
    .updateTable("notices")
    .set({ texts: sql<string>`texts || ${added}::jsonb` })
    .where("id", "=", id)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) throw new InputError(`There is no notice ${id}.`);
}

/** @returns false if there is no such notice */
export async function removeNotice(db: Db, id: number): Promise<boolean> {
  const row = await db
    .updateTable("notices")
    .set({ removed_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("removed_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Parses a moment in the house's time zone. @throws Error with one sentence for the operator */
export async function momentOf(db: Db | Trx, text: string, timeZone: string): Promise<Date> {
  const wrong = new Error(`"${text}" is not a moment: write a day and a time such as 2026-12-31T21:00.`);
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?$/.test(text)) throw wrong;
  // The database handles hours that a change to or from daylight saving time skips or repeats.
  const { rows } = await sql<{ at: Date }>`select ${text}::timestamp at time zone ${timeZone} as at`
    .execute(db)
    .catch(() => {
      throw wrong;
    });
  const [row] = rows;
  if (!row) throw wrong;
  return row.at;
}

/** Whether any notice was ever added. */
export async function hasNotices(db: Db): Promise<boolean> {
  return (await db.selectFrom("notices").select("id").limit(1).executeTakeFirst()) !== undefined;
}
