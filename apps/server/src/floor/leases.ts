/**
 * Who runs a machine: one process in the whole system, by a row with a time limit and a rising epoch. What an older
 * holder still writes is refused by the database (the epoch is the fencing token).
 */
import { sql } from "kysely";
import type { Db } from "../storage/index.ts";

export const LEASE_MS = 10_000;
export const RENEW_MS = 3_000;

export interface Leases {
  /** The new epoch, or null while another process holds the machine. A process takes over from its own predecessor at once. */
  acquire(machineId: number): Promise<number | null>;
  /** False: lost. */
  renew(machineId: number, epoch: number): Promise<boolean>;
  release(machineId: number, epoch: number): Promise<void>;
}

/** @param owner the same for every start on the same data, since only one process can run there */
export function createLeases(db: Db, owner: string): Leases {
  const until = sql<Date>`now() + ${`${LEASE_MS} milliseconds`}::interval`;
  return {
    async acquire(machineId) {
      const row = await db
        .insertInto("machine_leases")
        .values({ machine_id: machineId, owner, epoch: 1, expires_at: until })
        .onConflict((conflict) =>
          conflict
            .column("machine_id")
            .doUpdateSet({ owner, epoch: sql`machine_leases.epoch + 1`, expires_at: until })
            .where((eb) =>
              eb.or([eb("machine_leases.expires_at", "<", sql<Date>`now()`), eb("machine_leases.owner", "=", owner)]),
            ),
        )
        .returning("epoch")
        .executeTakeFirst();
      return row?.epoch ?? null;
    },
    async renew(machineId, epoch) {
      const row = await db
        .updateTable("machine_leases")
        .set({ expires_at: until })
        .where("machine_id", "=", machineId)
        .where("owner", "=", owner)
        .where("epoch", "=", epoch)
        .returning("machine_id")
        .executeTakeFirst();
      return row !== undefined;
    },
    async release(machineId, epoch) {
      await db
        .updateTable("machine_leases")
        .set({ expires_at: sql<Date>`now()` })
        .where("machine_id", "=", machineId)
        .where("epoch", "=", epoch)
        .execute();
    },
  };
}
