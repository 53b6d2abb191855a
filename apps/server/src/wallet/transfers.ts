/**
 * Transfers between players and machines: stored before the machine gets the request, ended by its answer. Nothing here
 * speaks to a machine.
 */
import { randomUUID } from "node:crypto";
import { AppError, ErrorCode } from "@reelcast/contract";
import { sql } from "kysely";
import type { RawBuilder, Selectable } from "kysely";
import type { WalletTables } from "../storage/tables/wallet.ts";
import { oneRow } from "./statements.ts";
import type { Database } from "./statements.ts";
import type { Available, OnBalance, Transfer, TransferState, Wallet } from "./types.ts";

export type TransferRow = Selectable<WalletTables["transfers"]>;

export function toTransfer(row: TransferRow): Transfer {
  return {
    id: row.id,
    clientTransferId: row.client_transfer_id,
    number: row.number,
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
    detail: row.detail,
    createdAt: row.created_at,
    evidence: row.evidence,
    manualAt: row.manual_at,
  };
}

/** Finds transfers; changes none. */
export function createTransferQueries({
  db,
  runStatement,
}: Database): Pick<Wallet, "get" | "byClientId" | "unresolved"> {
  return {
    async get(id) {
      const row = await runStatement(() =>
        db.selectFrom("transfers").selectAll().where("id", "=", id).executeTakeFirst(),
      );
      return row ? toTransfer(row) : null;
    },
    async byClientId(playerId, kind, clientTransferId) {
      const row = await runStatement(() =>
        db
          .selectFrom("transfers")
          .selectAll()
          .where("player_id", "=", playerId)
          .where("kind", "=", kind)
          .where("client_transfer_id", "=", clientTransferId)
          .executeTakeFirst(),
      );
      return row ? toTransfer(row) : null;
    },
    async unresolved(machineId) {
      let query = db.selectFrom("transfers").selectAll().where("unresolved", "=", true).orderBy("created_at");
      if (machineId !== undefined) query = query.where("machine_id", "=", machineId);
      return (await query.execute()).map(toTransfer);
    },
  };
}

type TransferSteps = Pick<
  Wallet,
  "begin" | "recordNothing" | "markSent" | "markUnknown" | "makeManual" | "resolveManual" | "settle" | "fail"
>;

/** The steps of a transfer: each is one function of the database, which checks the fence and the state before. */
export function createTransferSteps(
  database: Database,
  options: {
    maxTransfer: number;
    onBalance: OnBalance | undefined;
    onChecking: (playerId: number) => Promise<void>;
  },
): TransferSteps {
  const { maxTransfer, onBalance, onChecking } = options;
  const one = <Row>(query: RawBuilder<Row>) => oneRow(database, query);

  async function mark(id: string, state: TransferState, evidence: object | null, epoch: number): Promise<Transfer> {
    const json = evidence === null ? null : JSON.stringify(evidence);
    return toTransfer(
      await one(sql<TransferRow>`select * from transfer_mark(${id}, ${state}, ${json}::jsonb, ${epoch})`),
    );
  }
  /** @param query of a function that answers a transfer: what its player may spend afterwards is published */
  async function changed(query: RawBuilder<TransferRow>): Promise<Transfer> {
    const { balance, version, ...row } = await one(sql<TransferRow & Available>`
      select t.*, a.balance, a.version from ${query} t cross join lateral available_now(t.player_id) a`);
    if (row.balance_after !== null) onBalance?.(row.player_id, balance, version);
    return toTransfer(row);
  }

  return {
    async begin({ clientTransferId, kind, playerId, machineId, sessionId, amount, ip, fence }) {
      const withinLimits =
        amount === null ? kind === "cashout" : Number.isSafeInteger(amount) && amount > 0 && amount <= maxTransfer;
      if (!withinLimits) throw new AppError(ErrorCode.AmountOutOfRange, { maximum: maxTransfer });
      // One id for all tries of the statement: if an answer is lost, the next try finds its own transfer by the id.
      const id = randomUUID();
      const { fresh, balance, version, ...row } = await one(
        sql<TransferRow & Available & { fresh: boolean }>`
          select (t.transfer).*, t.fresh, a.balance, a.version from transfer_begin(
            ${id}, ${clientTransferId}, ${kind}, ${playerId}, ${machineId}, ${sessionId}, ${amount}, ${ip}, ${fence.epoch}) t
          cross join lateral available_now((t.transfer).player_id) a`,
      );
      if (fresh && kind === "cashin") onBalance?.(playerId, balance, version);
      return { transfer: toTransfer(row), fresh };
    },
    markSent: (id, fence) => mark(id, "sent", null, fence.epoch),
    markUnknown: (id, evidence, fence) => mark(id, "unknown", evidence, fence.epoch),
    async makeManual(id, { reason, evidence }, fence) {
      const row = await one(
        sql<TransferRow>`select * from transfer_manual(${id}, ${reason}, ${JSON.stringify(evidence)}::jsonb, ${fence.epoch})`,
      );
      await onChecking(row.player_id);
      return toTransfer(row);
    },
    async resolveManual(id, { state, moved, by, reason }, fence) {
      const epoch = fence?.epoch ?? null;
      const resolved = await changed(sql`transfer_resolve(${id}, ${state}, ${moved}, ${by}, ${reason}, ${epoch})`);
      await onChecking(resolved.playerId);
      return resolved;
    },
    async recordNothing({ clientTransferId, playerId, machineId, sessionId, ip, fence }) {
      const id = randomUUID();
      return toTransfer(
        await one(sql<TransferRow>`select * from transfer_nothing(
          ${id}, ${clientTransferId}, ${playerId}, ${machineId}, ${sessionId}, ${ip}, ${fence.epoch})`),
      );
    },
    settle: (id, { moved, credit }, fence) => changed(sql`transfer_settle(${id}, ${moved}, ${credit}, ${fence.epoch})`),
    fail: (id, { code, detail = null }, fence) =>
      changed(sql`transfer_fail(${id}, ${code}, ${detail}, ${fence.epoch})`),
  };
}
