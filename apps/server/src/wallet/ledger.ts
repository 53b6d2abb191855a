/** The accounts: opened, read, and adjusted by the operator. Balances come from postings alone. */
import { AppError, ErrorCode, MAX_TRANSFER } from "@reelcast/contract";
import { sql } from "kysely";
import { oneRow } from "./statements.ts";
import type { Database } from "./statements.ts";
import type { Available, Wallet } from "./types.ts";

type Opening = Pick<Wallet, "openPlayer" | "openMachine" | "openJackpot">;
type Ledger = Opening & Pick<Wallet, "balance" | "available" | "adjust" | "adjusted" | "grant">;

/** All in the caller's transaction. */
const opening: Opening = {
  async openPlayer(trx, playerId) {
    await trx.insertInto("ledger_accounts").values({ kind: "player", ref: playerId }).execute();
  },
  async openMachine(trx, machineId) {
    await trx
      .insertInto("ledger_accounts")
      .values([
        { kind: "machine", ref: machineId },
        { kind: "house", ref: machineId },
      ])
      .execute();
    await trx.insertInto("machine_meters").values({ machine_id: machineId }).execute();
  },
  async openJackpot(trx, jackpotId, amount) {
    await sql`select open_jackpot(${jackpotId}, ${amount})`.execute(trx);
  },
};

/** @param onChange called after the commit */
export function createLedger(database: Database, onChange: (playerId: number) => Promise<void>): Ledger {
  const { db } = database;
  async function available(playerId: number): Promise<Available> {
    const row = await db
      .selectFrom("ledger_accounts")
      .select(["posted", "held", "version"])
      .where("kind", "=", "player")
      .where("ref", "=", playerId)
      .executeTakeFirst();
    if (!row) throw new AppError(ErrorCode.NotFound);
    return { balance: row.posted - row.held, version: row.version };
  }
  return {
    ...opening,
    available,
    balance: async (playerId) => (await available(playerId)).balance,
    async adjust({ playerId, amount, key, tag, ip = null }) {
      if (!Number.isSafeInteger(amount) || amount === 0 || Math.abs(amount) > MAX_TRANSFER) {
        throw new AppError(ErrorCode.AmountOutOfRange, { maximum: MAX_TRANSFER });
      }
      const row = await oneRow(
        database,
        sql<{ balance: number }>`
          select adjust(${playerId}, ${amount}, ${key}, ${JSON.stringify({ tag, ip })}::jsonb) as balance`,
      );
      await onChange(playerId);
      return row;
    },
    async adjusted(playerId, key) {
      const row = await db
        .selectFrom("journals as j")
        .innerJoin("postings as p", "p.journal_id", "j.id")
        .innerJoin("ledger_accounts as a", "a.id", "p.account_id")
        .select("p.amount")
        .where("j.source", "=", `adjust:${playerId}:${key}`)
        .where("a.kind", "=", "player")
        .executeTakeFirst();
      return row?.amount ?? null;
    },
    async grant(trx, { playerId, promotion, window, amount, ip }) {
      const detail = JSON.stringify({ tag: promotion, ip });
      const { rows } = await sql<{ balance: number }>`
        select grant_promotion(${playerId}, ${promotion}, ${window}, ${amount}, ${detail}::jsonb) as balance`.execute(
        trx,
      );
      const [row] = rows;
      if (!row) throw new Error("the grant returned no balance");
      return row;
    },
  };
}
