import { sql } from "kysely";
import { expect, vi } from "vitest";
import type { Db, Trx } from "../database.ts";

/**
 * For a transaction that a test holds open: the server's connections end one that stands still for two seconds, which a busy
 * computer may take.
 */
export async function stayOpen(trx: Trx): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
}

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
