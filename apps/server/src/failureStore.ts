/** Wrong attempts per subject, in the database. throttle.ts decides when they block. */
import type { Db } from "./storage/index.ts";
import { atMostHourly } from "./hourly.ts";
import { afterFailure, mayTry } from "./throttle.ts";
import type { Failures, ThrottleRule, Verdict } from "./throttle.ts";

const DAY_MS = 86_400_000;

export interface FailureStore {
  mayTry(subject: string): Promise<Verdict>;
  /** Serialised per subject, so that attempts sent at the same time are all counted. */
  count(subject: string, rule: ThrottleRule): Promise<{ remaining: number; minutes: number }>;
  /** Deletes the attempts of these subjects. */
  forget(...subjects: string[]): Promise<void>;
  /** Deletes the attempts of a subject, and those of `<subject>@<place>` for every place. */
  forgetWithPlaces(subject: string): Promise<void>;
  /** Deletes what can no longer matter, at most once an hour. */
  tidy(): Promise<void>;
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

export function createFailureStore(db: Db, now: () => Date): FailureStore {
  return {
    async mayTry(subject) {
      const row = await db.selectFrom("login_failures").selectAll().where("subject", "=", subject).executeTakeFirst();
      return mayTry(row ? recordOf(row) : null, now().getTime());
    },
    async count(subject, rule) {
      return db.transaction().execute(async (trx) => {
        // Inserts or locks the row in one statement: a successful login may delete it at any time.
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
    async forgetWithPlaces(subject) {
      await db
        .deleteFrom("login_failures")
        .where((eb) => eb.or([eb("subject", "=", subject), eb("subject", "^@", `${subject}@`)]))
        .execute();
    },
    tidy: atMostHourly(now, async (at) => {
      const dayAgo = new Date(at - DAY_MS);
      await db
        .deleteFrom("login_failures")
        .where("first_at", "<", dayAgo)
        .where((eb) => eb.or([eb("blocked_until", "is", null), eb("blocked_until", "<", dayAgo)]))
        .execute();
    }),
  };
}
