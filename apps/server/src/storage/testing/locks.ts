import { sql } from "kysely";
import { expect, vi } from "vitest";
import type { Db } from "../database.ts";

/** Resolves once a statement in this database waits for a lock. @param db of a superuser, who sees every connection */
export async function untilLockWait(db: Db): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      expect(rows).not.toEqual([]);
    },
    { interval: 10 },
  );
}
