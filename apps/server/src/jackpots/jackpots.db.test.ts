/** Contributions and hits of progressive jackpots, each exactly once. Only jackpots and the wallet, on a real ledger. */
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connect } from "../storage/database.ts";
import type { Db } from "../storage/index.ts";
import { createTestDatabase } from "../storage/testing/index.ts";
import { stayOpen } from "../storage/testing/locks.ts";
import type { TestDatabase } from "../storage/testing/index.ts";
import { createWallet } from "../wallet/index.ts";
import type { Wallet } from "../wallet/index.ts";
import { cashIn, game, newTable, sessionOf, takeOver } from "../wallet/testing.ts";
import type { Table } from "../wallet/testing.ts";
import { addJackpot, countHits, listJackpots, setJackpot } from "./index.ts";
import type { JackpotRules } from "./index.ts";

const CREDIT = 10_000_000;
const RULES = { name: "Grand", share: 100, seed: 1_000, maximum: 100_000 };

let database: TestDatabase;
let wallet: Wallet;
let brandId: number;
const published: [number, number][] = [];
const others: Db[] = [];
const open: { readonly isCommitted: boolean; rollback: () => { execute: () => Promise<unknown> } }[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  published.length = 0;
  wallet = createWallet({ db: database.db, onBalance: (playerId, balance) => published.push([playerId, balance]) });
  const brand = await database.db
    .insertInto("brands")
    .values({ name: "Brand", skin: null, image: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  brandId = brand.id;
});
afterEach(async () => {
  // Releases the locks of a failed test first.
  for (const trx of open.splice(0)) if (!trx.isCommitted) await trx.rollback().execute();
  const report = await wallet.check();
  for (const db of others.splice(0)) await db.destroy();
  await database.close();
  expect(report.broken).toEqual([]);
  expect(Object.values(report.sums).reduce((sum, part) => sum + part, 0)).toBe(0);
});

async function machine(credit = CREDIT): Promise<Table> {
  const at = await newTable(database.db, wallet, credit);
  await database.db.updateTable("machines").set({ brand_id: brandId }).where("id", "=", at.machineId).execute();
  await cashIn(wallet, at, credit);
  published.length = 0;
  return at;
}

/** `threshold`: the drawn threshold. */
async function jackpot(rules: Partial<JackpotRules> = {}, threshold?: number): Promise<number> {
  const id = await database.db.transaction().execute(async (trx) => {
    const added = await addJackpot(trx, { ...RULES, ...rules });
    await wallet.openJackpot(trx, added, rules.seed ?? RULES.seed);
    return added;
  });
  if (threshold !== undefined) {
    await database.db.updateTable("jackpots").set({ threshold }).where("id", "=", id).execute();
  }
  const all = (await listJackpots(database.db)).map((row) => row.id);
  await database.db
    .updateTable("brands")
    .set({ jackpot: all.join(", ") })
    .where("id", "=", brandId)
    .execute();
  return id;
}
const secret = async (id: number) =>
  (await database.db.selectFrom("jackpots").select("threshold").where("id", "=", id).executeTakeFirstOrThrow())
    .threshold;
const pot = async (id: number) => (await listJackpots(database.db)).find((row) => row.id === id)?.amount;
/** Of each machine, in ten thousandths of a minor unit. */
const remainders = async (id: number) =>
  (await database.db.selectFrom("jackpot_remainders").select("remainder").where("jackpot_id", "=", id).execute()).map(
    ({ remainder }) => remainder,
  );
const account = async (kind: "house", ref: number) =>
  (
    await database.db
      .selectFrom("ledger_accounts")
      .select("posted")
      .where("kind", "=", kind)
      .where("ref", "=", ref)
      .executeTakeFirstOrThrow()
  ).posted;

describe("a bet", () => {
  it("moves its share from the house to every jackpot of the brand, at no cost to the player", async () => {
    const at = await machine();
    const grand = await jackpot({}, 100_000);
    const mini = await jackpot({ name: "Mini", share: 250 }, 100_000);
    const { jackpots } = await wallet.recordGame(game(at, 1, { bet: 2_000, win: 500 }), at.fence);
    expect(jackpots).toMatchObject([
      { id: grand, name: "Grand", amount: 1_020, hit: 0 },
      { id: mini, name: "Mini", amount: 1_050, hit: 0 },
    ]);
    expect((await wallet.machineBalance(at.machineId)).credit).toBe(CREDIT - 1_500);
    expect(await account("house", at.machineId)).toBe(1_500 - 20 - 50);
    expect(published).toEqual([]);
  });

  it("that is free, nothing, or of another brand brings none", async () => {
    const at = await machine();
    const id = await jackpot({}, 100_000);
    expect(await wallet.recordGame(game(at, 1, { bet: 2_000, free: true }), at.fence)).toEqual({ jackpots: [] });
    expect(await wallet.recordGame(game(at, 2, { win: 300 }), at.fence)).toEqual({ jackpots: [] });
    await database.db.updateTable("brands").set({ jackpot: "7, x,," }).execute();
    expect(await wallet.recordGame(game(at, 3, { bet: 2_000 }), at.fence)).toEqual({ jackpots: [] });
    expect(await pot(id)).toBe(1_000);
  });

  it("with a share below a minor unit is accumulated", async () => {
    const at = await machine();
    const id = await jackpot({ share: 150 }, 100_000);
    // 1.5 % of 25 is 0.375: eight of them make exactly 3.
    for (let n = 1; n <= 8; n += 1) await wallet.recordGame(game(at, n, { bet: 25 }), at.fence);
    expect(await pot(id)).toBe(1_003);
    expect(await remainders(id)).toEqual([0]);
  });

  it("that is recorded twice, even by a new owner, contributes once and gets the same answer", async () => {
    const at = await machine();
    const id = await jackpot({}, 1_015);
    const played = game(at, 1, { bet: 2_000 });
    const [first, second] = await Promise.all([
      wallet.recordGame(played, at.fence),
      wallet.recordGame(played, at.fence),
    ]);
    const later = await takeOver(database.db, at);
    const third = await wallet.recordGame(played, later.fence);
    expect(first).toEqual(second);
    expect(third).toEqual(first);
    expect(first.jackpots).toMatchObject([{ id, hit: 1_020, amount: 1_000 }]);
    expect(await wallet.balance(at.playerId)).toBe(1_020);
    expect((await countHits(database.db)).get(id)).toEqual({ hits: 1, paid: 1_020 });
  });
});

describe("a pot that reaches its threshold", () => {
  it("is paid to the player's wallet at once, and restarts with a seed and a new threshold", async () => {
    const at = await machine();
    const id = await jackpot({}, 1_040);
    expect((await wallet.recordGame(game(at, 1, { bet: 3_900 }), at.fence)).jackpots[0]?.hit).toBe(0);
    const { jackpots } = await wallet.recordGame(game(at, 2, { bet: 500 }), at.fence);
    expect(jackpots).toMatchObject([{ id, name: "Grand", amount: 1_000, hit: 1_044 }]);
    expect(published).toEqual([[at.playerId, 1_044]]);
    const journal = await database.db
      .selectFrom("journals")
      .select(["kind", "detail"])
      .where("source", "=", `jackpot:${id}:${at.machineId}:2`)
      .executeTakeFirst();
    expect(journal).toEqual({
      kind: "jackpot",
      detail: { tag: "Grand", jackpot: "Grand", machineId: at.machineId, sessionId: sessionOf(at.playerId) },
    });
    const totals = await wallet.sessionTotals(sessionOf(at.playerId));
    expect(totals).toMatchObject({ jackpots: 1_044, bet: 4_400, won: 0, handPaid: 0 });
    const next = await secret(id);
    expect(next).toBeGreaterThan(1_000);
    expect(next).toBeLessThanOrEqual(100_000);
    // The bets and the seeds of the house, less nothing else: the player's bets are 4,400, the pot holds 1,000.
    expect(await account("house", at.machineId)).toBe(4_400 - 44 - 1_000);
  });

  it("never pays more than the maximum: the excess of the last bet goes into the next pot", async () => {
    const at = await machine();
    const id = await jackpot({ maximum: 1_500 }, 1_500);
    const { jackpots } = await wallet.recordGame(game(at, 1, { bet: 60_000 }), at.fence);
    expect(jackpots).toMatchObject([{ id, hit: 1_500, amount: 1_100 }]);
  });

  it("pays two jackpots of one game", async () => {
    const at = await machine();
    await jackpot({}, 1_010);
    await jackpot({ name: "Mini" }, 1_020);
    const { jackpots } = await wallet.recordGame(game(at, 1, { bet: 2_000 }), at.fence);
    expect(jackpots.map(({ hit }) => hit)).toEqual([1_020, 1_020]);
    expect(await wallet.balance(at.playerId)).toBe(2_040);
  });
});

describe("the threshold", () => {
  it("is uniform between the pot and the maximum, and in no answer", async () => {
    const at = await machine();
    const id = await jackpot();
    const drawn: number[] = [];
    for (let n = 0; n < 60; n += 1) {
      // A different maximum each time, so that a new threshold is drawn.
      await setJackpot(database.db, id, { maximum: 100_000 + (n % 2) });
      drawn.push(await secret(id));
    }
    expect(Math.min(...drawn)).toBeGreaterThan(1_000);
    expect(Math.max(...drawn)).toBeLessThanOrEqual(100_001);
    expect(new Set(drawn).size).toBeGreaterThan(50);
    // Even draws: all sixty in one half would be a chance of one in 2^59.
    expect(drawn.some((value) => value < 50_500)).toBe(true);
    expect(drawn.some((value) => value > 50_500)).toBe(true);
    const { jackpots } = await wallet.recordGame(game(at, 1, { bet: 100 }), at.fence);
    for (const answer of [jackpots, await listJackpots(database.db)]) {
      expect(JSON.stringify(answer)).not.toMatch(/threshold|remainder/);
    }
  });
});

describe("many machines that feed one jackpot at once", () => {
  it("lose no share, hit as often as expected, and never deadlock, in two processes", async () => {
    const elsewhere = connect(database.url);
    others.push(elsewhere);
    const wallets = [wallet, createWallet({ db: elsewhere })];
    const seats: Table[] = [];
    for (let n = 0; n < 8; n += 1) seats.push(await machine());
    const grand = await jackpot({ share: 333 });
    const mini = await jackpot({ name: "Mini", share: 777, maximum: 1_200 });
    const GAMES = 40;
    let fed = 0;
    const hits = await Promise.all(
      seats.map(async (at, seat) => {
        let won = 0;
        for (let n = 1; n <= GAMES; n += 1) {
          const bet = 25 * (1 + ((seat + n) % 7));
          fed += bet;
          const house = wallets[seat % 2] ?? wallet;
          // With hand pays, so that players' accounts are involved, and payments of the operator at the same time.
          const figures = n % 5 === 0 ? { bet, win: 300, handPay: 300 } : { bet };
          const { jackpots } = await house.recordGame(game(at, n, figures), at.fence);
          won += jackpots.reduce((sum, { hit }) => sum + hit, 0);
          if (n % 10 === 0) {
            await house.adjust({ playerId: at.playerId, amount: 1, key: `k${n}`, tag: "test" });
          }
        }
        expect(await wallet.balance(at.playerId)).toBe(won + (GAMES / 5) * 300 + GAMES / 10);
        return won;
      }),
    );
    const counts = await countHits(database.db);
    const count = (id: number) => counts.get(id) ?? { hits: 0, paid: 0 };
    expect(hits.reduce((sum, won) => sum + won, 0)).toBe(count(grand).paid + count(mini).paid);
    expect(count(mini).hits).toBeGreaterThan(5);
    for (const row of await database.db.selectFrom("jackpots").selectAll().orderBy("id").execute()) {
      const { hits: times, paid } = count(row.id);
      const came = ((await pot(row.id)) ?? 0) + paid - (times + 1) * row.seed;
      const rest = (await remainders(row.id)).reduce((sum, one) => sum + one, 0);
      expect(came * 10_000 + rest).toBe(fed * row.share);
    }
  });
});

describe("a pot that another game holds", () => {
  /** Begins a game of `at` in a transaction of its own and keeps it open: it holds the pot. */
  async function begin(at: Table, gameNumber: number): Promise<{ end: () => Promise<void> }> {
    const db = connect(database.url);
    others.push(db);
    const trx = await db.startTransaction().execute();
    open.push(trx);
    await stayOpen(trx);
    await sql`select * from record_game_with_jackpots(${at.machineId}, ${gameNumber}, ${at.playerId}, ${sessionOf(at.playerId)}, false, 2000, 0, 0,
      now(), now(), null, ${at.fence.epoch})`.execute(trx);
    return { end: () => trx.commit().execute() };
  }
  const numberOf = async (sequence: string) =>
    (await sql<{ last: number }>`select pg_sequence_last_value(${sequence}::regclass) as last`.execute(database.owner))
      .rows[0]?.last ?? 0;
  /** Where the backends wait for a row that another transaction has changed. */
  const waits = async () =>
    (
      await sql<{ pid: number; table: string }>`
        select pid, relation::regclass::text as table from pg_locks
        where locktype = 'tuple' and database = (select oid from pg_database where datname = current_database())`.execute(
        database.db,
      )
    ).rows;

  it("blocks a game of another machine at that row only, after its other work", async () => {
    const [one, two] = [await machine(), await machine()];
    const id = await jackpot({}, 100_000);
    const held = await begin(one, 1);
    const before = { journals: await numberOf("journals_id_seq"), postings: await numberOf("postings_id_seq") };
    const waiting = wallet.recordGame(game(two, 1, { bet: 2_000, win: 500 }), two.fence);
    await expect.poll(waits).toHaveLength(1);
    const [row] = await waits();
    expect(row?.table).toBe("ledger_accounts");
    // The game's journal with four entries, and the contribution's with both of its own, of which the last one waits.
    expect(await numberOf("journals_id_seq")).toBe(before.journals + 2);
    expect(await numberOf("postings_id_seq")).toBe(before.postings + 6);
    const { rows } = await sql<{ table: string }>`
      select relation::regclass::text as table from pg_locks
      where pid = ${row?.pid} and mode = 'RowShareLock' and relation = 'jackpots'::regclass`.execute(database.db);
    expect(rows).toEqual([]);
    await held.end();
    expect((await waiting).jackpots).toMatchObject([{ id, amount: 1_040 }]);
  });

  it("blocks neither machines of other jackpots nor transfers of the player", async () => {
    const [one, two] = [await machine(), await machine(50_000)];
    const id = await jackpot({}, 100_000);
    const held = await begin(one, 1);
    await wallet.adjust({ playerId: one.playerId, amount: 700, key: "more", tag: "test" });
    const brand = await database.db
      .insertInto("brands")
      .values({ name: "Other", skin: null, image: null })
      .returning("id")
      .executeTakeFirstOrThrow();
    await database.db.updateTable("machines").set({ brand_id: brand.id }).where("id", "=", two.machineId).execute();
    await wallet.recordGame(game(two, 1, { bet: 2_000 }), two.fence);
    await held.end();
    expect(await pot(id)).toBe(1_020);
  });

  it("is paid once while the winner's account is locked, and the pot's lock is not held while waiting for it", async () => {
    const [one, two] = [await machine(), await machine()];
    const id = await jackpot({}, 1_040);
    // Both games alone would not reach the threshold: which of them hits shows only once the pot is held.
    const held = await begin(one, 1);
    const unexpected = wallet.recordGame(game(two, 1, { bet: 2_000 }), two.fence);
    await expect.poll(waits).toHaveLength(1);
    const player = await database.owner.startTransaction().execute();
    open.push(player);
    await stayOpen(player);
    await sql`select from ledger_accounts where kind = 'player' and ref = ${two.playerId} for update`.execute(player);
    await held.end();
    // It releases the pot: a game of the first machine is recorded while the second one waits for its player.
    await wallet.recordGame(game(one, 2, { bet: 500 }), one.fence);
    await player.commit().execute();
    expect((await unexpected).jackpots).toMatchObject([{ id, hit: 1_045, amount: 1_000 }]);
    expect((await countHits(database.db)).get(id)).toEqual({ hits: 1, paid: 1_045 });
    expect(await wallet.balance(two.playerId)).toBe(1_045);
  });
});

describe("the operator", () => {
  it("changes share, seed and maximum without touching the pot", async () => {
    const at = await machine();
    const id = await jackpot({}, 1_010);
    await setJackpot(database.db, id, { share: 0, seed: 2_000, name: "Great" });
    expect(await pot(id)).toBe(1_000);
    await wallet.recordGame(game(at, 1, { bet: 2_000 }), at.fence);
    expect(await pot(id)).toBe(1_000);
    await setJackpot(database.db, id, { share: 100 });
    expect((await wallet.recordGame(game(at, 2, { bet: 2_000 }), at.fence)).jackpots).toMatchObject([
      { name: "Great", hit: 1_020, amount: 2_000 },
    ]);
  });

  it("gets one sentence for an invalid change", async () => {
    const id = await jackpot();
    await expect(setJackpot(database.db, id, { maximum: 900 })).rejects.toThrow("above the seed");
    await expect(setJackpot(database.db, id, { maximum: 1_000, seed: 10 })).rejects.toThrow("what the pot holds now");
    await expect(setJackpot(database.db, id, { share: 1_001 })).rejects.toThrow("at most 10 %");
    await expect(setJackpot(database.db, 99, { seed: 10 })).rejects.toThrow("no jackpot 99");
    await expect(jackpot()).rejects.toThrow('a jackpot "Grand" already');
  });
});

describe("the ledger", () => {
  it("show a hit that was not paid", async () => {
    const at = await machine();
    const id = await jackpot({}, 100_000);
    await wallet.recordGame(game(at, 1, { bet: 100 }), at.fence);
    const hit = {
      jackpot_id: id,
      machine_id: at.machineId,
      game_number: 1,
      player_id: at.playerId,
      session_id: "s",
      amount: 500,
    };
    await database.owner.insertInto("jackpot_hits").values(hit).execute();
    const { broken } = await wallet.check();
    expect(broken.join("\n")).toMatch(/jackpot \d+ shows 1001 but contributions, seeds and hits make 501/);
    expect(broken.join("\n")).toMatch(/hit \d+ of 500 was not paid/);
    await database.close();
    database = await createTestDatabase();
    wallet = createWallet({ db: database.db });
  });
});
