/**
 * Operators' requests to a machine: rows in the database that its host carries out (carryOutRequest.ts). A request waits
 * until a server runs.
 */
import type { ErrorParams } from "@reelcast/contract";
import type { ConsoleErrorCode } from "@reelcast/contract/console";
import { sql } from "kysely";
import * as z from "zod/mini";
import type { Db } from "../storage/index.ts";

export interface MachineRequest {
  id: string;
  machineId: number;
  kind: "meters" | "unlock" | "handPay" | "settle" | "back" | "doubt";
  /**
   * Of settle: minor units, and the player to pay if no money is in suspense. Of doubt: the player whose deposit gets into
   * doubt, and its amount. `amount` of settle and handPay: what was decided; where another amount would be paid, nothing is.
   * `due` of settle: what was due then; where less is due by now, no more than that is paid.
   */
  params: { pay?: number; playerId?: number; amount?: number; due?: number };
  by: string;
  reason: string | null;
  /** Of a hand pay that a host has begun to pay, perhaps before an interruption. */
  begun: HandPayNote | null;
}
export type NewMachineRequest = Omit<MachineRequest, "id" | "begun">;

/** Minor units. Its meter of hand pays only rises, so that a later reading shows whether the machine has paid. */
const HandPayNote = z.object({ win: z.int(), handPaidBefore: z.int() });
export type HandPayNote = z.infer<typeof HandPayNote>;
/** Those that the machine's host carries out by itself; a doubt also takes a seat. */
export type HostRequest = MachineRequest & { kind: Exclude<MachineRequest["kind"], "doubt"> };
/** The reason of a refusal, without the machine's number. */
export interface RequestRefusal {
  code: ConsoleErrorCode;
  params: ErrorParams;
}
/**
 * @property answer of a request that was carried out, or the reason of a refusal in English
 * @property refusal null where a process of an earlier version refused it
 */
export type RequestOutcome = { done: boolean; answer: string; refusal?: RequestRefusal | null };

export interface MachineRequests {
  add(request: NewMachineRequest): Promise<string>;
  /** Null while it waits. */
  outcome(id: string): Promise<RequestOutcome | null>;
  /** The oldest of each of these machines. */
  waiting(machineIds: readonly number[]): Promise<MachineRequest[]>;
  /** Withdraws a request whose operator does not wait any more. */
  withdraw(id: string): Promise<void>;
  /** Before the machine pays: the repetition of an interrupted request knows by it what was paid. */
  noteHandPay(id: string, note: HandPayNote): Promise<void>;
  /** The last hand pay that was paid by a request. */
  lastHandPay(machineId: number): Promise<(HandPayNote & { by: string; at: Date }) | null>;
  finish(id: string, outcome: RequestOutcome): Promise<void>;
}

function handPayNotes(db: Db): Pick<MachineRequests, "noteHandPay" | "lastHandPay"> {
  return {
    async noteHandPay(id, note) {
      await db
        .updateTable("machine_requests")
        .set({ begun: JSON.stringify(note), begun_at: sql<Date>`clock_timestamp()` })
        .where("id", "=", id)
        .where("state", "=", "waiting")
        .execute();
    },
    async lastHandPay(machineId) {
      const row = await db
        .selectFrom("machine_requests")
        .select(["begun", "begun_at", "requested_by"])
        .where("machine_id", "=", machineId)
        .where("kind", "=", "handPay")
        .where("state", "=", "done")
        .where("begun", "is not", null)
        .orderBy("begun_at", "desc")
        .limit(1)
        .executeTakeFirst();
      if (!row?.begun_at) return null;
      return { ...HandPayNote.parse(row.begun), by: row.requested_by, at: row.begun_at };
    },
  };
}

export function createMachineRequests(db: Db): MachineRequests {
  return {
    async add({ machineId, kind, params, by, reason }) {
      const row = await db
        .insertInto("machine_requests")
        .values({ machine_id: machineId, kind, params: JSON.stringify(params), requested_by: by, reason })
        .returning("id")
        .executeTakeFirstOrThrow();
      return row.id;
    },
    async outcome(id) {
      const row = await db
        .selectFrom("machine_requests")
        .select(["state", "answer", "refusal"])
        .where("id", "=", id)
        .executeTakeFirst();
      if (!row || row.state === "waiting") return null;
      const answer = row.answer ?? "";
      return row.state === "done"
        ? { done: true, answer }
        : { done: false, answer, refusal: row.refusal as RequestRefusal | null };
    },
    async waiting(machineIds) {
      const rows = await db
        .selectFrom("machine_requests")
        .distinctOn("machine_id")
        .selectAll()
        .where("state", "=", "waiting")
        .where("machine_id", "=", sql<number>`any (${[...machineIds]}::integer[])`)
        .orderBy("machine_id")
        .orderBy("created_at")
        .execute();
      return rows.map((row) => ({
        id: row.id,
        machineId: row.machine_id,
        kind: row.kind,
        params: (row.params ?? {}) as MachineRequest["params"],
        by: row.requested_by,
        reason: row.reason,
        begun: row.begun === null ? null : HandPayNote.parse(row.begun),
      }));
    },
    async withdraw(id) {
      await this.finish(id, { done: false, answer: "nobody waits for it any more" });
    },
    ...handPayNotes(db),
    async finish(id, { done, answer, refusal = null }) {
      await db
        .updateTable("machine_requests")
        .set({
          state: done ? "done" : "refused",
          answer,
          refusal: refusal === null ? null : JSON.stringify(refusal),
          done_at: sql<Date>`now()`,
        })
        .where("id", "=", id)
        .where("state", "=", "waiting")
        .execute();
    },
  };
}
