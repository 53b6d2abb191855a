/** Sessions in the database: one open session per machine and per player, whatever the timing (partial unique indexes). */
import { randomUUID } from "node:crypto";
import { AppError } from "@reelcast/contract";
import type { Selectable } from "kysely";
import type { Db } from "../storage/index.ts";
import type { FloorTables } from "../storage/tables/floor.ts";

export type SessionRow = Selectable<FloorTables["sessions"]>;

const UNIQUE = "23505";
function violated(error: unknown): string | null {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  return code === UNIQUE && typeof constraint === "string" ? constraint : null;
}

export function createSessions(db: Db) {
  const open = () => db.selectFrom("sessions").selectAll().where("state", "<>", "closed");
  const ofPlayer = (playerId: number) => open().where("player_id", "=", playerId).executeTakeFirst();
  return {
    ofPlayer,
    byId: (id: string) => db.selectFrom("sessions").selectAll().where("id", "=", id).executeTakeFirst(),
    ofMachine: (machineId: number) => open().where("machine_id", "=", machineId).executeTakeFirst(),

    /** @throws AppError 60001 the machine is taken, 60002 the player sits elsewhere */
    async begin(playerId: number, machineId: number, ip: string): Promise<SessionRow> {
      try {
        return await db
          .insertInto("sessions")
          .values({
            id: randomUUID(),
            player_id: playerId,
            machine_id: machineId,
            state: "open",
            held_until: null,
            ended_at: null,
            ip,
            end_reason: null,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
      } catch (error) {
        const constraint = violated(error);
        if (constraint === "one_session_per_machine") throw new AppError(60001);
        if (constraint !== "one_session_per_player") throw error;
        const other = await ofPlayer(playerId);
        const machine = other
          ? await db.selectFrom("machines").select(["id", "name"]).where("id", "=", other.machine_id).executeTakeFirst()
          : undefined;
        throw new AppError(60002, { name: machine?.name ?? "", id: machine?.id ?? 0 });
      }
    },
    /** The next connection of a session: commands of earlier ones are refused from now on. */
    async nextEpoch(id: string): Promise<number> {
      const row = await db
        .updateTable("sessions")
        .set((eb) => ({ epoch: eb("epoch", "+", 1) }))
        .where("id", "=", id)
        .returning("epoch")
        .executeTakeFirstOrThrow();
      return row.epoch;
    },
    async closing(id: string, reason: string): Promise<void> {
      await db
        .updateTable("sessions")
        .set({ state: "closing", end_reason: reason })
        .where("id", "=", id)
        .where("state", "=", "open")
        .execute();
    },
    async close(id: string, reason: string): Promise<void> {
      await db
        .updateTable("sessions")
        .set({ state: "closed", ended_at: new Date(), end_reason: reason })
        .where("id", "=", id)
        .execute();
    },
  };
}
export type Sessions = ReturnType<typeof createSessions>;
