/** The guards of the database: what it refuses to every writer, and what the check finds if a guard was bypassed. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ErrorCode } from "@reelcast/contract";
import { createTestDatabase } from "../storage/testing/index.ts";
import type { TestDatabase } from "../storage/testing/index.ts";
import { createWallet } from "./index.ts";
import type { Wallet } from "./index.ts";
import { mayBecome, LEDGER_TRANSFER_STATES } from "./testing/states.ts";
import { cashIn, game, newTable, request } from "./testing.ts";
import type { Table } from "./testing.ts";

let database: TestDatabase;
let wallet: Wallet;
let at: Table;
beforeAll(async () => {
  database = await createTestDatabase();
  wallet = createWallet({ db: database.db });
  at = await newTable(database.db, wallet);
  await cashIn(wallet, at, 1_000);
  await wallet.recordGame(game(at, 1, { bet: 10 }), at.fence);
});
afterAll(() => database.close());

describe("the database, to its owner", () => {
  it.each([
    "update postings set amount = amount + 1",
    "delete from postings",
    "truncate postings cascade",
    "delete from journals",
    "update games set win = 5",
    "delete from transfers",
    "delete from ledger_accounts",
  ])("refuses: %s", async (statement) => {
    await expect(sql.raw(statement).execute(database.owner)).rejects.toThrow(/append-only/);
  });

  it.each([
    "update ledger_accounts set posted = posted + 1 where kind = 'player'",
    "update ledger_accounts set hash = '' where kind = 'house' and seq > 0",
    "update ledger_accounts set ref = ref + 1",
    "insert into ledger_accounts (kind, ref, posted) values ('player', 999, 5)",
  ])("changes balances by postings alone, not by: %s", async (statement) => {
    await expect(sql.raw(statement).execute(database.owner)).rejects.toThrow(/by postings alone/);
  });

  const post = (source: string, accounts: string[], amounts: number[]) =>
    sql`select post_journal(${source}, 'test', array[${sql.join(accounts.map((account) => sql.raw(account)))}],
      ${amounts}::bigint[], null)`.execute(database.owner);

  it("refuses a journal that does not balance, names no account, or brings an account below zero", async () => {
    const player = `account_of('player', ${at.playerId})`;
    await expect(post("a", [player], [5])).rejects.toThrow(/does not balance/);
    await expect(post("b", [player, "account_of('player', 999)"], [-5, 5])).rejects.toThrow(/without an account/);
    await expect(post("c", [player, "account_of('house', 0)"], [-9_001, 9_001])).rejects.toThrow(/never_negative/);
    const jackpot = "account_of('jackpot', 1)";
    await sql`insert into ledger_accounts (kind, ref) values ('jackpot', 1)`.execute(database.owner);
    await expect(post("d", [jackpot, "account_of('house', 0)"], [-1, 1])).rejects.toThrow(/never_negative/);
  });

  it("refuses later postings into a journal", async () => {
    await expect(
      sql`insert into postings (journal_id, account_id, amount)
        select max(id), account_of('player', ${at.playerId}::int), 1 from journals`.execute(database.owner),
    ).rejects.toThrow(/does not balance/);
  });

  it("knows the same states as the code", async () => {
    const failedAs = async (from: string, to: string): Promise<boolean> => {
      const id = randomUUID();
      const into = (state: string) => sql`
        update transfers set state = ${state}, moved = ${state === "done" ? 1 : null},
          code = ${state === "failed" ? ErrorCode.TransferRefused : null}
        where id = ${id}`;
      class Undo extends Error {}
      const outcome = await database.owner
        .transaction()
        .execute(async (trx) => {
          await sql`insert into transfers (id, client_transfer_id, kind, player_id, machine_id, session_id, amount, state, number)
            values (${id}, ${id}, 'cashin', 1, -1, 's', 5, 'created', 1)`.execute(trx);
          const path: Record<string, string[]> = {
            created: [],
            reserved: ["reserved"],
            sent: ["reserved", "sent"],
            unknown: ["reserved", "sent", "unknown"],
            manual: ["reserved", "sent", "unknown", "manual"],
            done: ["reserved", "sent", "done"],
            failed: ["failed"],
          };
          for (const state of path[from] ?? []) await into(state).execute(trx);
          await into(to).execute(trx);
          throw new Undo();
        })
        .catch((error: unknown) => error);
      if (outcome instanceof Undo) return false;
      expect(String(outcome)).toMatch(/can't become/);
      return true;
    };
    for (const from of LEDGER_TRANSFER_STATES) {
      for (const to of LEDGER_TRANSFER_STATES)
        expect([from, to, !(await failedAs(from, to))]).toEqual([from, to, mayBecome(from, to)]);
    }
  });

  it("lets a transfer begin only in its first state, and never changes its request", async () => {
    await expect(
      sql`insert into transfers (id, client_transfer_id, kind, player_id, machine_id, session_id, amount, moved, state)
        values (gen_random_uuid(), 'x', 'cashin', 1, -1, 's', 5, 5, 'done')`.execute(database.owner),
    ).rejects.toThrow(/can't begin as done/);
    const { transfer } = await wallet.begin(request(at, "cashin", 5));
    await expect(
      sql`update transfers set amount = 6, state = 'sent' where id = ${transfer.id}`.execute(database.owner),
    ).rejects.toThrow(/never changes/);
    await wallet.fail(transfer.id, { code: ErrorCode.TransferRefused }, at.fence);
  });
});

describe("the check", () => {
  it("reports consistency and the totals", async () => {
    expect(await wallet.check()).toMatchObject({
      ok: true,
      pending: 0,
      sums: { player: 9_000, machine: 990, house: -9_990, promotions: 0 },
      machines: [{ id: at.machineId, ledger: 990 }],
    });
  });

  /** What an intruder with all rights would do, each with the words that must then appear. */
  it.each([
    ["update postings set amount = amount * 2, balance = balance * 2", /does not fit the one before/],
    ["delete from postings where id = (select min(id) from postings)", /sums up to|does not fit/],
    ["update ledger_accounts set posted = posted + 7 where kind = 'player'", /all accounts sum up to 7/],
    ["update ledger_accounts set held = 3 where kind = 'player'", /has 3 held, but transfers under way ask for 0/],
    ["update transfers set moved = moved - 1", /moved 999 but its journal says 1000/],
    [
      "insert into games select machine_id, 2, player_id, 's', false, 5, 0, 0, now(), now() from games",
      /2 was not posted/,
    ],
    ["update games set win = win + 1", /transfers and games make 991/],
  ])("sees: %s", async (statement, words) => {
    const other = await createTestDatabase();
    try {
      const wallet = createWallet({ db: other.db });
      const table = await newTable(other.db, wallet);
      await cashIn(wallet, table, 1_000);
      await wallet.recordGame(game(table, 1, { bet: 10 }), table.fence);
      await other.superuser.transaction().execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx);
        await sql.raw(statement).execute(trx);
      });
      const report = await wallet.check();
      expect(report).toMatchObject({ ok: false, broken: expect.arrayContaining([expect.stringMatching(words)]) });
    } finally {
      await other.close();
    }
  });
});
