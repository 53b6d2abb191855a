/** Answers of the support desk that are written in advance, in the house's languages. Each change is a version of all of them. */
import type { CannedAnswer } from "@reelcast/contract/console";
import { CannedAnswers, ConsoleError, ConsoleErrorCode } from "@reelcast/contract/console";
import type { Db, Trx } from "../storage/index.ts";
import { sql } from "kysely";

/** Version 0: nobody has written any. */
export interface CannedVersion {
  version: number;
  at: Date | null;
  by: string | null;
  answers: CannedAnswer[];
}

const NONE: CannedVersion = { version: 0, at: null, by: null, answers: [] };

function versionsOf(db: Db | Trx) {
  return db.selectFrom("canned_answers").select(["version", "at", "by", "answers"]);
}
const toVersion = (row: { version: number; at: Date; by: string; answers: unknown }): CannedVersion => ({
  ...row,
  answers: CannedAnswers.parse(row.answers),
});

/** The newest version, or an earlier one; null: there is no such version. */
export async function cannedAnswers(db: Db | Trx, version?: number): Promise<CannedVersion | null> {
  if (version === 0) return NONE;
  const row = await versionsOf(db)
    .$if(version !== undefined, (query) => query.where("version", "=", version ?? 0))
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? toVersion(row) : version === undefined ? NONE : null;
}

/** The newest 100 versions, without their answers. */
export function cannedHistory(db: Db): Promise<{ version: number; at: Date; by: string }[]> {
  return db
    .selectFrom("canned_answers")
    .select(["version", "at", "by"])
    .orderBy("version", "desc")
    .limit(100)
    .execute();
}

/**
 * Adds a version. Of two who change the same one, the second is refused.
 * @param seen the version that was changed
 * @throws ConsoleError AnswersChanged
 */
export async function changeCannedAnswers(
  trx: Trx,
  { by, seen, answers }: { by: string; seen: number; answers: readonly CannedAnswer[] },
): Promise<{ before: CannedVersion; version: number }> {
  const before = (await cannedAnswers(trx)) ?? NONE;
  if (before.version !== seen) throw new ConsoleError(ConsoleErrorCode.AnswersChanged, { person: before.by ?? "" });
  const { rows } = await sql<{ version: number }>`
    insert into canned_answers (version, "by", answers) values (${seen + 1}, ${by}, ${JSON.stringify(answers)})
    on conflict (version) do nothing returning version`.execute(trx);
  const [added] = rows;
  if (!added) {
    const newest = await cannedAnswers(trx);
    throw new ConsoleError(ConsoleErrorCode.AnswersChanged, { person: newest?.by ?? "" });
  }
  return { before, version: added.version };
}
