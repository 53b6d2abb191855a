/**
 * Sessions in the database: at most one open session for each machine and player, by partial unique indexes. Every
 * write compares the epoch of the lease in its own transaction.
 */
import { randomUUID } from "node:crypto";
import { AppError, ErrorCode } from "@reelcast/contract";
import { sql } from "kysely";
import type { Selectable } from "kysely";
import { SQL_STATE, createStatementRetry } from "../storage/index.ts";
import type { Db } from "../storage/index.ts";
import type { FloorTables } from "../storage/tables/floor.ts";
import { LEDGER_ERRORS } from "../wallet/index.ts";

export type SessionRow = Selectable<FloorTables["sessions"]>;

function violated(error: unknown): string | null {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  return code === SQL_STATE.uniqueViolation && typeof constraint === "string" ? constraint : null;
}

/** @param until until it is aborted, statements wait for a database that is away */
export function createSessions(db: Db, until?: AbortSignal) {
  const operate = createStatementRetry(LEDGER_ERRORS, until);
  const open = () => db.selectFrom("sessions").selectAll().where("state", "<>", "closed");
  const ofPlayer = (playerId: number) => open().where("player_id", "=", playerId).executeTakeFirst();
  async function one(query: ReturnType<typeof sql<SessionRow>>): Promise<SessionRow> {
    const { rows } = await operate(() => query.execute(db));
    const [row] = rows;
    if (!row) throw new Error("the database answered no session");
    return row;
  }
  return {
    ofPlayer,
    byId: (id: string) => db.selectFrom("sessions").selectAll().where("id", "=", id).executeTakeFirst(),
    /** All open sessions, by machine. */
    async open(): Promise<Map<number, SessionRow>> {
      const rows = await operate(() => open().execute());
      return new Map(rows.map((row) => [row.machine_id, row]));
    },

    /**
     * @throws AppError MachineTaken the machine is taken, SessionElsewhere the player sits elsewhere,
     * MachineOutOfOrder, EarlierTransferPending, ServiceUnavailable (fenced)
     */
    async begin(playerId: number, machineId: number, ip: string, epoch: number): Promise<SessionRow> {
      // The id is made before the first attempt: if its answer is lost, the next attempt finds its own session.
      const id = randomUUID();
      try {
        return await one(
          sql<SessionRow>`select * from session_begin(${id}, ${playerId}, ${machineId}, ${ip}, ${epoch})`,
        );
      } catch (error) {
        const constraint = violated(error);
        if (constraint === "one_session_per_machine") throw new AppError(ErrorCode.MachineTaken);
        if (constraint !== "one_session_per_player") throw error;
        const other = await ofPlayer(playerId);
        const machine = other
          ? await db.selectFrom("machines").select(["id", "name"]).where("id", "=", other.machine_id).executeTakeFirst()
          : undefined;
        throw new AppError(ErrorCode.SessionElsewhere, { name: machine?.name ?? "", id: machine?.id ?? 0 });
      }
    },
    /** The next connection of a session: commands of earlier ones are refused afterwards. */
    connect: ({ id, epoch: last }: SessionRow, ip: string, epoch: number) =>
      one(sql<SessionRow>`select * from session_connect(${id}, ${last + 1}, ${ip}, ${epoch})`),
    ending: (id: string, reason: string, epoch: number) =>
      one(sql<SessionRow>`select * from session_ending(${id}, ${reason}, ${epoch})`),
    /** Also stores the amount that it paid into the wallet. @throws AppError Conflict while credit is left */
    close: (id: string, reason: string, epoch: number) =>
      one(sql<SessionRow>`select * from session_close(${id}, ${reason}, ${epoch})`),
  };
}
export type Sessions = ReturnType<typeof createSessions>;
