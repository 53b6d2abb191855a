/** A ledger with some of everything in it, for tests of its checks. */
import { sql } from "kysely";
import { expect } from "vitest";
import { createTestDatabase } from "../../storage/testing/index.ts";
import type { TestDatabase } from "../../storage/testing/index.ts";
import { createWallet } from "../index.ts";
import type { LedgerReport, Wallet } from "../index.ts";
import { cashIn, game, newTable, request } from "../testing.ts";
import type { Table } from "../testing.ts";

export const CHECKPOINT = { full: false, checkpoint: true };
export const SINCE = { full: false };
const POTS = [1, 2];

/** A house with jackpots that are fed by each bet and hit often. */
export class PlayedLedger {
  readonly wallet: Wallet;
  readonly tables: Table[] = [];
  #games = 0;
  readonly #grants = new Map<number, number>();
  readonly database: TestDatabase;
  private constructor(database: TestDatabase) {
    this.database = database;
    this.wallet = createWallet({ db: database.db });
  }

  static async open(database: TestDatabase, tables: number): Promise<PlayedLedger> {
    const play = new PlayedLedger(database);
    for (let n = 0; n < tables; n += 1) play.tables.push(await newTable(database.db, play.wallet, 1_000_000));
    await database.db.transaction().execute(async (trx) => {
      for (const id of POTS) {
        await sql`insert into jackpots (id, name, share, seed, maximum, threshold) values (${id}, ${`Pot ${id}`}, 1000, 100, 400, 400)`.execute(
          trx,
        );
        await play.wallet.openJackpot(trx, id, 150);
      }
      await sql`update brands set jackpot = ${POTS.join(",")}`.execute(trx);
    });
    return play;
  }

  at(index: number): Table {
    const at = this.tables[index % this.tables.length];
    if (!at) throw new Error("no table");
    return at;
  }

  async game(at: Table, figures: { bet?: number; win?: number; handPay?: number; free?: boolean }): Promise<void> {
    this.#games += 1;
    await this.wallet.recordGame(game(at, this.#games, figures), at.fence);
  }

  async grant(at: Table, amount: number): Promise<void> {
    const number = (this.#grants.get(at.playerId) ?? 0) + 1;
    this.#grants.set(at.playerId, number);
    await this.database.db.transaction().execute(async (trx) => {
      await sql`
        insert into promotion_grants (player_id, promotion, claim_window, amount, basis, counted_to, at)
        values (${at.playerId}, 'bonus', ${String(number)}, ${amount}, 1, 0, now())`.execute(trx);
      await this.wallet.grant(trx, {
        playerId: at.playerId,
        promotion: "bonus",
        window: String(number),
        amount,
        ip: null,
      });
    });
  }

  /** Ends what is under way on this machine, and takes the whole credit back. */
  async cashOut(at: Table): Promise<void> {
    for (const { id } of await this.wallet.unresolved(at.machineId)) {
      await this.wallet.markSent(id, at.fence);
      await this.wallet.settle(id, { moved: 0, credit: 0 }, at.fence);
    }
    const credit = (await this.wallet.machineBalance(at.machineId)).credit;
    const { transfer } = await this.wallet.begin(request(at, "cashout", null));
    await this.wallet.markSent(transfer.id, at.fence);
    await this.wallet.settle(transfer.id, { moved: credit, credit: 0 }, at.fence);
  }

  /** Some of everything, on each machine. */
  async some(): Promise<void> {
    for (const at of this.tables) {
      await cashIn(this.wallet, at, 5_000);
      await this.game(at, { bet: 1_000, win: 300 });
      await this.game(at, { bet: 1_000 });
      await this.game(at, { free: true, win: 70, handPay: 70 });
      await this.grant(at, 20);
      await this.cashOut(at);
      await cashIn(this.wallet, at, 900);
      await this.game(at, { bet: 700, win: 20 });
    }
  }

  /** What somebody with all rights does. */
  async tamper(...statements: string[]): Promise<void> {
    await this.database.superuser.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      for (const statement of statements) await sql.raw(statement).execute(trx);
    });
  }
}

/** Runs `work` on a ledger in a database of its own. */
export async function inDatabase(work: (play: PlayedLedger) => Promise<void>, tables = 2): Promise<void> {
  const database = await createTestDatabase();
  try {
    await work(await PlayedLedger.open(database, tables));
  } finally {
    await database.close();
  }
}
export const inOrder = (report: LedgerReport) => expect(report.broken).toEqual([]);
