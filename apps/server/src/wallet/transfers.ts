/**
 * Transfers between players and machines: written down before the machine hears of them, ended by what it says. They
 * never speak to a machine.
 */
import { randomUUID } from "node:crypto";
import { AppError } from "@reelcast/contract";
import { sql } from "kysely";
import type { Selectable } from "kysely";
import type { Db } from "../storage/index.ts";
import type { WalletTables } from "../storage/tables/wallet.ts";
import { operate } from "./operate.ts";
import type { Transfer, TransferState, Wallet } from "./types.ts";

type TransferRow = Selectable<WalletTables["transfers"]>;

function toTransfer(row: TransferRow): Transfer {
  return {
    id: row.id,
    key: row.key,
    kind: row.kind,
    playerId: row.player_id,
    machineId: row.machine_id,
    sessionId: row.session_id,
    amount: row.amount,
    moved: row.moved,
    state: row.state,
    code: row.code,
    balanceAfter: row.balance_after,
    creditAfter: row.credit_after,
    createdAt: row.created_at,
  };
}

type Transfers = Pick<
  Wallet,
  "begin" | "markSent" | "markUnknown" | "markManual" | "settle" | "fail" | "get" | "byKey" | "unresolved"
>;

export function createTransfers(options: {
  db: Db;
  maxTransfer: number;
  onBalance: ((playerId: number, balance: number) => void) | undefined;
}): Transfers {
  const { db, maxTransfer, onBalance } = options;

  async function one<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row> {
    const { rows } = await operate(() => query.execute(db));
    const [row] = rows;
    if (!row) throw new Error("the database answered no transfer");
    return row;
  }
  const mark = async (id: string, state: TransferState, detail: string | null, epoch: number) =>
    toTransfer(await one(sql<TransferRow>`select * from transfer_mark(${id}, ${state}, ${detail}, ${epoch})`));
  function tell(row: TransferRow): Transfer {
    const transfer = toTransfer(row);
    if (transfer.balanceAfter !== null) onBalance?.(transfer.playerId, transfer.balanceAfter);
    return transfer;
  }

  return {
    async begin({ key, kind, playerId, machineId, sessionId, amount, ip, fence }) {
      const withinLimits =
        amount === null ? kind === "cashout" : Number.isSafeInteger(amount) && amount > 0 && amount <= maxTransfer;
      if (!withinLimits) throw new AppError(60011, { maximum: maxTransfer });
      // The id is made once: where the answer of a first try is lost, the next one knows its own transfer by it.
      const id = randomUUID();
      const { fresh, balance, ...row } = await one(
        sql<TransferRow & { fresh: boolean; balance: number }>`
          select (t.transfer).*, t.fresh, t.balance from transfer_begin(
            ${id}, ${key}, ${kind}, ${playerId}, ${machineId}, ${sessionId}, ${amount}, ${ip}, ${fence.epoch}) t`,
      );
      if (fresh && kind === "cashin") onBalance?.(playerId, balance);
      return { transfer: toTransfer(row), fresh };
    },
    markSent: (id, fence) => mark(id, "sent", null, fence.epoch),
    markUnknown: (id, fence) => mark(id, "unknown", null, fence.epoch),
    markManual: (id, reason, fence) => mark(id, "manual", reason, fence.epoch),
    settle: async (id, { moved, credit }, fence) =>
      tell(await one(sql<TransferRow>`select * from transfer_settle(${id}, ${moved}, ${credit}, ${fence.epoch})`)),
    fail: async (id, { code, detail = null }, fence) =>
      tell(await one(sql<TransferRow>`select * from transfer_fail(${id}, ${code}, ${detail}, ${fence.epoch})`)),

    async get(id) {
      const row = await db.selectFrom("transfers").selectAll().where("id", "=", id).executeTakeFirst();
      return row ? toTransfer(row) : null;
    },
    async byKey(playerId, kind, key) {
      const row = await db
        .selectFrom("transfers")
        .selectAll()
        .where("player_id", "=", playerId)
        .where("kind", "=", kind)
        .where("key", "=", key)
        .executeTakeFirst();
      return row ? toTransfer(row) : null;
    },
    async unresolved(machineId) {
      let query = db.selectFrom("transfers").selectAll().where("unresolved", "=", true).orderBy("created_at");
      if (machineId !== undefined) query = query.where("machine_id", "=", machineId);
      return (await query.execute()).map(toTransfer);
    },
  };
}
