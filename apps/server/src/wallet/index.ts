/**
 * The wallet: the double-entry ledger and the transfers between players and machines. It owns all money; nothing else
 * writes a balance. It never speaks to a machine: the floor does, and tells the wallet what the machine said.
 */
import { randomUUID } from "node:crypto";
import { AppError, MAX_TRANSFER } from "@reelcast/contract";
import { sql } from "kysely";
import type { Selectable } from "kysely";
import type { WalletTables } from "../storage/tables/wallet.ts";
import type { Db } from "../storage/index.ts";
import { checkLedger } from "./check.ts";
import { sqlState, translate } from "./errors.ts";
import type { SessionTotals, Transfer, Wallet } from "./types.ts";

export type * from "./types.ts";

type TransferRow = Selectable<WalletTables["transfers"]>;

const UNRESOLVED = ["created", "reserved", "sent", "unknown", "manual"] as const;
const DEADLOCK = "40P01";
const UNIQUE = "23505";
const TRIES = 5;

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

export interface WalletOptions {
  db: Db;
  /** Largest amount of one transfer. */
  maxTransfer?: number;
  /** Told after each commit that changed what a player may spend. */
  onBalance?: (playerId: number, balance: number) => void;
}

export function createWallet({ db, maxTransfer = MAX_TRANSFER, onBalance }: WalletOptions): Wallet {
  /** One statement is one transaction. A deadlock, or a race for the same key, has changed nothing: once more. */
  async function operate<T>(statement: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await statement();
      } catch (error) {
        const { code, constraint } = sqlState(error);
        const again = code === DEADLOCK || (code === UNIQUE && constraint === "transfers_key");
        if (!again || attempt >= TRIES) throw translate(error);
      }
    }
  }
  async function one(query: ReturnType<typeof sql<TransferRow>>): Promise<Transfer> {
    const { rows } = await operate(() => query.execute(db));
    const [row] = rows;
    if (!row) throw new Error("the database answered no transfer");
    return toTransfer(row);
  }
  const mark = (id: string, state: string, detail: string | null, epoch: number) =>
    one(sql<TransferRow>`select * from transfer_mark(${id}, ${state}, ${detail}, ${epoch})`);
  function tell(transfer: Transfer): Transfer {
    if (transfer.balanceAfter !== null) onBalance?.(transfer.playerId, transfer.balanceAfter);
    return transfer;
  }
  async function balance(playerId: number): Promise<number> {
    const row = await db
      .selectFrom("ledger_accounts")
      .select(["posted", "held"])
      .where("kind", "=", "player")
      .where("ref", "=", playerId)
      .executeTakeFirst();
    if (!row) throw new AppError(40400);
    return row.posted - row.held;
  }

  return {
    async openPlayer(trx, playerId) {
      await trx.insertInto("ledger_accounts").values({ kind: "player", ref: playerId }).execute();
    },
    async openMachine(trx, machineId) {
      await trx.insertInto("ledger_accounts").values({ kind: "machine", ref: machineId }).execute();
    },
    balance,

    async adjust({ playerId, amount, key, tag }) {
      if (!Number.isSafeInteger(amount) || amount === 0 || Math.abs(amount) > MAX_TRANSFER) {
        throw new AppError(60011, { maximum: MAX_TRANSFER });
      }
      await operate(() =>
        sql`select post_journal(
          ${`adjust:${playerId}:${key}`}, ${amount > 0 ? "deposit" : "withdraw"},
          array[account_of('house', 0), account_of('player', ${playerId}::int)],
          array[${-amount}::bigint, ${amount}::bigint], ${JSON.stringify({ tag })}::jsonb)`.execute(db),
      );
      const after = await balance(playerId);
      onBalance?.(playerId, after);
      return { balance: after };
    },

    async begin({ key, kind, playerId, machineId, sessionId, amount, ip, fence }) {
      if (amount !== null && (!Number.isSafeInteger(amount) || amount <= 0 || amount > maxTransfer)) {
        throw new AppError(60011, { maximum: maxTransfer });
      }
      const { rows } = await operate(() =>
        sql<{ transfer: TransferRow; fresh: boolean }>`
          select to_jsonb(t.transfer) as transfer, t.fresh
          from transfer_begin(${randomUUID()}, ${key}, ${kind}, ${playerId}, ${machineId}, ${sessionId}, ${amount}::bigint, ${ip}, ${fence.epoch}) t`.execute(
          db,
        ),
      );
      const [row] = rows;
      if (!row) throw new Error("the database answered no transfer");
      const transfer = toTransfer({ ...row.transfer, created_at: new Date(row.transfer.created_at) });
      if (row.fresh && kind === "cashin")
        balance(playerId).then(
          (after) => onBalance?.(playerId, after),
          () => {},
        );
      return { transfer, fresh: row.fresh };
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
      let query = db.selectFrom("transfers").selectAll().where("state", "in", UNRESOLVED).orderBy("created_at");
      if (machineId !== undefined) query = query.where("machine_id", "=", machineId);
      return (await query.execute()).map(toTransfer);
    },

    async recordGame(game, fence) {
      await operate(() =>
        sql`select record_game(${game.machineId}, ${game.gameNumber}, ${game.playerId}, ${game.sessionId}, ${game.free},
          ${game.bet}, ${game.win}, ${game.handPay}, ${game.startedAt}, ${game.endedAt}, ${JSON.stringify(game.detail)}::jsonb,
          ${fence.epoch})`.execute(db),
      );
      if (game.handPay > 0) onBalance?.(game.playerId, await balance(game.playerId));
    },
    async lastGame(machineId) {
      const row = await db
        .selectFrom("games")
        .select((eb) => eb.fn.max("game_number").as("last"))
        .where("machine_id", "=", machineId)
        .executeTakeFirst();
      return row?.last ?? 0;
    },
    async ledgerMachine(machineId) {
      const row = await db
        .selectFrom("ledger_accounts")
        .select("posted")
        .where("kind", "=", "machine")
        .where("ref", "=", machineId)
        .executeTakeFirstOrThrow();
      return row.posted;
    },
    async sessionTotals(sessionId): Promise<SessionTotals> {
      const { rows } = await sql<SessionTotals>`
        select
          coalesce((select sum(moved) from transfers where session_id = ${sessionId} and kind = 'cashin' and state = 'done'), 0)::bigint as "cashIn",
          coalesce((select sum(moved) from transfers where session_id = ${sessionId} and kind = 'cashout' and state = 'done'), 0)::bigint as "cashOut",
          coalesce(sum(bet), 0)::bigint as bet, coalesce(sum(win), 0)::bigint as won,
          coalesce(sum(hand_pay), 0)::bigint as "handPaid",
          (count(*) filter (where not free))::int as spins, (count(*) filter (where free))::int as "freeSpins"
        from games where session_id = ${sessionId}`.execute(db);
      const [totals] = rows;
      if (!totals) throw new Error("the database answered no totals");
      return totals;
    },
    check: () => checkLedger(db),
  };
}
