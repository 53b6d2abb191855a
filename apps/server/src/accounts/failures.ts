/** Wrong attempts, kept in the database per subject. When they block is decided by throttle.ts. */
import type { Db } from "../storage/index.ts";
import type { Place } from "./pairs.ts";
import { afterFailure, mayTry } from "./throttle.ts";
import type { Failures, ThrottleRule, Verdict } from "./throttle.ts";

export interface FailureStore {
  mayTry(subject: string): Promise<Verdict>;
  /** One after the other per subject, so that attempts sent at once are all counted. */
  count(subject: string, rule: ThrottleRule): Promise<{ remaining: number; minutes: number }>;
  /** Forgets subjects by their whole name. */
  forget(...subjects: string[]): Promise<void>;
  /** Forgets an account wherever it was tried from. */
  forgetAccount(playerId: number): Promise<void>;
}

interface Row {
  failures: number;
  first_at: Date;
  blocked_until: Date | null;
}
const recordOf = (row: Row): Failures => ({
  failures: row.failures,
  firstAt: row.first_at.getTime(),
  blockedUntil: row.blocked_until?.getTime() ?? null,
});

/** The account from anywhere, or from one place. */
export const accountSubject = (playerId: number, place?: Place): string =>
  place === undefined ? `account:${playerId}` : `account:${playerId}@${place}`;

export function createFailureStore(db: Db, now: () => Date): FailureStore {
  return {
    async mayTry(subject) {
      const row = await db.selectFrom("login_failures").selectAll().where("subject", "=", subject).executeTakeFirst();
      return mayTry(row ? recordOf(row) : null, now().getTime());
    },
    async count(subject, rule) {
      return db.transaction().execute(async (trx) => {
        // Made or locked in one statement: a login that succeeds meanwhile may delete the row at any time.
        const row = await trx
          .insertInto("login_failures")
          .values({ subject, failures: 0, first_at: now(), blocked_until: null })
          .onConflict((conflict) => conflict.column("subject").doUpdateSet({ subject }))
          .returningAll()
          .executeTakeFirstOrThrow();
        const { record, remaining, minutes } = afterFailure(
          row.failures === 0 ? null : recordOf(row),
          rule,
          now().getTime(),
        );
        await trx
          .updateTable("login_failures")
          .set({
            failures: record.failures,
            first_at: new Date(record.firstAt),
            blocked_until: record.blockedUntil === null ? null : new Date(record.blockedUntil),
          })
          .where("subject", "=", subject)
          .execute();
        return { remaining, minutes };
      });
    },
    async forget(...subjects) {
      await db.deleteFrom("login_failures").where("subject", "in", subjects).execute();
    },
    async forgetAccount(playerId) {
      await db
        .deleteFrom("login_failures")
        .where((eb) =>
          eb.or([eb("subject", "=", accountSubject(playerId)), eb("subject", "like", `${accountSubject(playerId)}@%`)]),
        )
        .execute();
    },
  };
}
