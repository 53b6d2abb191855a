/**
 * Operators' requests to a machine: rows in the database that its host carries out. A request waits until a server
 * runs.
 */
import { AppError, ErrorCode, majorUnits } from "@reelcast/contract";
import { MachineUnreachable } from "@reelcast/machine";
import { sql } from "kysely";
import type { Db } from "../storage/index.ts";
import type { MachineLedger } from "../wallet/index.ts";
import { clearedBefore, settleMachine } from "./settleMachine.ts";
import type { HostParts } from "./hostParts.ts";

export interface MachineRequest {
  id: string;
  machineId: number;
  kind: "meters" | "unlock" | "settle" | "back";
  /** Of settle: minor units, and the player to pay if no money is in suspense. */
  params: { pay?: number; playerId?: number };
  by: string;
  reason: string | null;
}
export type RequestOutcome = { done: boolean; answer: string };

export interface MachineRequests {
  add(request: Omit<MachineRequest, "id">): Promise<string>;
  /** Null while it waits. */
  outcome(id: string): Promise<RequestOutcome | null>;
  /** The oldest of each of these machines. */
  waiting(machineIds: readonly number[]): Promise<MachineRequest[]>;
  /** Withdraws a request whose operator does not wait any more. */
  withdraw(id: string): Promise<void>;
  finish(id: string, outcome: RequestOutcome): Promise<void>;
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
        .select(["state", "answer"])
        .where("id", "=", id)
        .executeTakeFirst();
      return row && row.state !== "waiting" ? { done: row.state === "done", answer: row.answer ?? "" } : null;
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
      }));
    },
    async withdraw(id) {
      await this.finish(id, { done: false, answer: "nobody waits for it any more" });
    },
    async finish(id, { done, answer }) {
      await db
        .updateTable("machine_requests")
        .set({ state: done ? "done" : "refused", answer, done_at: sql<Date>`now()` })
        .where("id", "=", id)
        .where("state", "=", "waiting")
        .execute();
    },
  };
}

export interface RequestContext {
  /** A player is seated. */
  seated: boolean;
  compare: () => Promise<void>;
  readLedger: () => Promise<MachineLedger>;
}

/** In the machine's queue. @throws MachineUnreachable: the request stays stored until the machine is back */
export async function carryOut(
  parts: HostParts,
  request: MachineRequest,
  { seated, compare, readLedger }: RequestContext,
): Promise<RequestOutcome> {
  const { driver, wallet, fence } = parts;
  const refuse = (answer: string): RequestOutcome => ({ done: false, answer });
  if (!driver.state().online) throw new MachineUnreachable("the machine is offline");
  switch (request.kind) {
    case "meters": {
      await compare();
      const { credit, transferredIn, transferredOut } = await driver.meters();
      return {
        done: true,
        answer: `credit ${majorUnits(credit)}, ${majorUnits(transferredIn)} in, ${majorUnits(transferredOut)} out`,
      };
    }
    case "unlock":
      await driver.unlock();
      return { done: true, answer: "unlocked" };
    case "settle": {
      if (seated) return refuse("somebody is seated at this machine");
      // A settlement that was interrupted after its execution has its stored result.
      const settled = await wallet.settlement(request.id);
      if (settled !== null) return { done: true, answer: String(settled) };
      const { unresolved, suspension, credit: owed } = await readLedger();
      if (unresolved) return refuse(`transfer ${unresolved.id} is not resolved: resolve it first`);
      // Credit of the ledger without a session (earlier versions could leave it) belongs to the last player.
      const due = (suspension?.remaining ?? 0) + owed;
      const { credit } = await driver.meters();
      const pay = request.params.pay ?? due;
      const evidence = Math.max(due, credit + (await clearedBefore(parts, request.id)));
      if (pay > evidence)
        return refuse(`no more than ${majorUnits(evidence)} can be paid: that is all that the evidence shows`);
      const playerId = suspension?.playerId ?? request.params.playerId ?? null;
      if (pay > 0 && playerId === null && owed === 0)
        return refuse("nobody's money is in suspense here: say whom to pay");
      if (suspension && request.params.playerId !== undefined && request.params.playerId !== suspension.playerId)
        return refuse(`the money belongs to player ${suspension.playerId}`);
      try {
        const because = request.reason ?? "";
        await settleMachine(parts, { key: request.id, playerId, pay, by: request.by, because });
      } catch (error) {
        if (error instanceof AppError && error.code !== ErrorCode.ServiceUnavailable) return refuse(error.message);
        throw error;
      }
      return { done: true, answer: String(pay) };
    }
    case "back": {
      if (seated) return refuse("somebody is seated at this machine");
      await wallet.storeMeters(await driver.meters(), fence);
      const why = await wallet.backIntoPlay(fence, "operator");
      return why === null ? { done: true, answer: "back in play" } : refuse(why);
    }
  }
}
