/** A simulated machine's memory in the database: durable when `save` resolves. It belongs to the machine. */
import type { MachineMemory } from "@reelcast/machine";
import { sql } from "kysely";
import type { Db } from "../storage/index.ts";

export function createMemory(db: Db, machineId: number): MachineMemory {
  return {
    async load() {
      const row = await db
        .selectFrom("machine_memories")
        .select("state")
        .where("machine_id", "=", machineId)
        .executeTakeFirst();
      return row?.state ?? null;
    },
    async save(state) {
      const json = JSON.stringify(state);
      await sql`
        insert into machine_memories (machine_id, state) values (${machineId}, ${json}::jsonb)
        on conflict (machine_id) do update set state = excluded.state, updated_at = now()`.execute(db);
    },
  };
}
