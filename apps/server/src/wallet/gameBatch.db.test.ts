/**
 * Games recorded together are recorded as if each had been recorded alone: random rounds of games are played into two
 * databases, in one of them one game after the other, in the other all of a round at once; afterwards both have the same
 * rows. And what a batch does where something fails.
 */
import * as fc from "fast-check";
import { sql } from "kysely";
import type { KyselyPlugin } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ErrorCode } from "@reelcast/contract";
import { connect } from "../storage/database.ts";
import type { Db } from "../storage/index.ts";
import { createTestDatabase } from "../storage/testing/index.ts";
import { stayOpen } from "../storage/testing/locks.ts";
import type { TestDatabase } from "../storage/testing/index.ts";
import { createWallet } from "./index.ts";
import type { GameRecord, Wallet } from "./index.ts";
import { addTestSeat, cashIn, codeOf, game, sessionOf } from "./testing.ts";
import type { Table } from "./testing.ts";

const CREDIT = 1_000_000;
const MACHINES = 8;

/** A database with eight seats: six feed two jackpots, one feeds one of them, one none. */
interface Side {
  database: TestDatabase;
  /** A single connection: statements are carried out in the order in which they were begun. */
  db: Db;
  wallet: Wallet;
}

async function open(): Promise<Side> {
  const database = await createTestDatabase();
  const db = connect(database.url, { max: 1 });
  const wallet = createWallet({ db });
  await db.transaction().execute(async (trx) => {
    for (let id = 1; id <= MACHINES; id += 1) await addTestSeat(trx, wallet, id);
    for (const [id, name] of ["Grand", "Mini"].entries()) {
      await sql`insert into jackpots (id, name, share, seed, maximum, threshold)
        values (${id + 1}, ${name}, ${[333, 777][id]}, 1000, ${[90_000, 1_200][id]}, 1100)`.execute(trx);
      await wallet.openJackpot(trx, id + 1, 1_000);
    }
    await sql`update brands set jackpot = '1, 2' where id = 1`.execute(trx);
    await sql`insert into brands (id, name, jackpot) values (2, 'Some', '2'), (3, 'None', '')`.execute(trx);
    await sql`update machines set brand_id = id - 5 where id > 6`.execute(trx);
  });
  for (let id = 1; id <= MACHINES; id += 1) {
    await wallet.adjust({ playerId: id, amount: CREDIT, key: "opening", tag: "test" });
    await cashIn(wallet, table(id), CREDIT);
  }
  // An earlier session of each, which is over: a host may still find games of it.
  await database.superuser.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`insert into sessions (id, player_id, machine_id, state, lease_epoch, started_at, ended_at)
      select 'earlier' || id, player_id, machine_id, 'closed', 1, 'yesterday', 'yesterday' from sessions`.execute(trx);
  });
  // Thresholds are random, and the rows of both databases are to be the same.
  await sql`create or replace function draw_threshold(p_pot bigint, p_maximum bigint) returns bigint language sql as
    $$ select least(p_maximum, p_pot + 90) $$`.execute(database.owner);
  await sql`update jackpots set threshold = 1090`.execute(db);
  return { database, db, wallet };
}
const table = (id: number): Table => ({ playerId: id, machineId: id, fence: { machineId: id, epoch: 1 } });
const close = async ({ db, database }: Side): Promise<void> => {
  await db.destroy();
  await database.close();
};

/**
 * Every row that a game makes, without the ids and times that the database draws. The shares for jackpots are those of each
 * game, whether it has a journal for them or one together with others: a pot's number of postings differs.
 */
async function rowsOf({ database }: Side): Promise<Record<string, unknown[]>> {
  const queries = {
    games: sql`select machine_id, game_number, player_id, session_id, free, bet, win, hand_pay, started_at, ended_at, detail,
      detail is null as none, meters, encode(hash, 'hex') as hash from games order by 1, 2`,
    // In the order in which each account got them. The chain of hashes is checked by the check of the ledger.
    postings: sql`select a.kind, a.ref, case when a.kind <> 'jackpot' then p.seq end as seq,
        case when j.kind <> 'contribution' then j.source end as source, j.kind as journal,
        case when j.kind <> 'contribution' then j.detail end as detail, p.amount, p.balance from postings p
      join journals j on j.id = p.journal_id join ledger_accounts a on a.id = p.account_id
      where j.kind not in ('deposit', 'cashin') and (a.kind, j.kind) <> ('jackpot', 'contribution') order by 1, 2, p.seq`,
    shares: sql`
      select split_part(j.source, ':', 2)::int as machine, split_part(j.source, ':', 3)::bigint as game, a.ref as jackpot, p.amount
      from journals j join postings p on p.journal_id = j.id join ledger_accounts a on a.id = p.account_id
      where j.kind = 'contribution' and j.detail is null and a.kind = 'jackpot'
      union all
      select (one ->> 0)::int, (one ->> 1)::bigint, (one ->> 2)::int, (one ->> 3)::bigint
      from journals j, jsonb_array_elements(j.detail -> 'games') one where j.kind = 'contribution' order by 1, 2, 3`,
    journals: sql`select kind, count(*)::int from journals where kind <> 'contribution' group by kind order by 1`,
    accounts: sql`select kind, ref, posted, held, case when kind <> 'jackpot' then seq end as seq from ledger_accounts
      order by 1, 2`,
    operations: sql`select player_id, seq, type, amount, balance, origin, machine_id, session_id, tag, ip from operations
      order by 1, 2`,
    hits: sql`select jackpot_id, machine_id, game_number, player_id, session_id, amount from jackpot_hits order by 1, 2, 3`,
    remainders: sql`select * from jackpot_remainders order by 1, 2`,
    jackpots: sql`select * from jackpots order by id`,
  };
  const found: Record<string, unknown[]> = {};
  for (const [name, query] of Object.entries(queries)) found[name] = (await query.execute(database.superuser)).rows;
  return found;
}

/** Journals of shares whose postings are not what their detail says of each game. */
async function wrongShares({ database }: Side): Promise<unknown[]> {
  const { rows } = await sql`
    with said as (
      select j.id, one from journals j, jsonb_array_elements(j.detail -> 'games') one where j.kind = 'contribution'
    ), wanted as (
      select id, 'house' as kind, (one ->> 0)::int as ref, -sum((one ->> 3)::bigint) as amount from said group by 1, 2, 3
      union all select id, 'jackpot', (one ->> 2)::int, sum((one ->> 3)::bigint) from said group by 1, 2, 3
    ), found as (
      select j.id, a.kind, a.ref, p.amount::numeric as amount from journals j
      join postings p on p.journal_id = j.id join ledger_accounts a on a.id = p.account_id
      where j.kind = 'contribution' and j.detail is not null
    )
    (table wanted except table found) union all (table found except table wanted)`.execute(database.superuser);
  return rows;
}

type Kind =
  | "new"
  | "again"
  | "other figures"
  | "of a former owner"
  | "of nobody's session"
  | "of an earlier session"
  | "too early"
  | "too high";
interface Asked {
  kind: Kind;
  figures: Pick<GameRecord, "bet" | "win" | "handPay" | "free">;
  detail: unknown;
}
const KINDS: Kind[] = [
  "again",
  "other figures",
  "of a former owner",
  "of nobody's session",
  "of an earlier session",
  "too early",
  "too high",
];
const asked: fc.Arbitrary<Asked> = fc.record({
  kind: fc.oneof(
    { weight: 20, arbitrary: fc.constant<Kind>("new") },
    { weight: 1, arbitrary: fc.constantFrom(...KINDS) },
  ),
  figures: fc
    .tuple(fc.integer({ min: 0, max: 60 }), fc.constantFrom(0, 0, 0, 25, 300), fc.boolean(), fc.nat(9))
    .map(([bet, win, paid, free]) => ({ bet, win, handPay: paid ? win : 0, free: free === 0 })),
  detail: fc.constantFrom(null, {}, { stops: [1, 2, 3] }, 'a "text", {with} \\signs\\ and ığüşöç', [[], [null]]),
});
const rounds = fc.array(fc.array(asked, { minLength: MACHINES, maxLength: MACHINES }), { minLength: 1, maxLength: 4 });

/** The same calls for both sides. */
class Players {
  readonly #last = new Map<number, GameRecord>();
  call(id: number, { kind, figures, detail }: Asked): { game: GameRecord; epoch: number } {
    const at = table(id);
    const last = this.#last.get(id);
    const number = (last?.gameNumber ?? 0) + 1;
    // Every third number is left out, so that one that is too early is not one that is recorded.
    const fresh = game(at, number % 3 === 0 ? number + 1 : number, { ...figures, detail });
    if (number % 2 === 0) fresh.meters = { credit: number, bet: figures.bet, win: figures.win } as never;
    switch (last === undefined ? "new" : kind) {
      case "again":
        return { game: last ?? fresh, epoch: 1 };
      case "other figures":
        return { game: { ...(last ?? fresh), win: (last?.win ?? 0) + 1 }, epoch: 1 };
      case "of a former owner":
        return { game: fresh, epoch: 0 };
      case "of nobody's session":
        return { game: { ...fresh, sessionId: sessionOf(id === 1 ? 2 : 1) }, epoch: 1 };
      case "of an earlier session": {
        const earlier = { ...fresh, sessionId: `earlier${sessionOf(id)}` };
        this.#last.set(id, earlier);
        return { game: earlier, epoch: 1 };
      }
      case "too early":
        return { game: { ...fresh, gameNumber: 3 }, epoch: 1 };
      case "too high":
        return { game: { ...fresh, bet: 9_000_000 }, epoch: 1 };
      case "new":
        this.#last.set(id, fresh);
        return { game: fresh, epoch: 1 };
    }
  }
}

/** What the caller gets: fed jackpots with what they have paid, or the error. */
const answerOf = async (recorded: ReturnType<Wallet["recordGame"]>): Promise<unknown> => {
  try {
    return (await recorded).jackpots.map(({ id, name, hit }) => ({ id, name, hit }));
  } catch (error) {
    const code = await codeOf(Promise.reject(error));
    return code instanceof Error ? code.message : code;
  }
};

/** Order of the machines in a round, so that accounts are not taken in the order of the games. */
const ORDER = [8, 3, 5, 1, 7, 2, 6, 4];

it("leave the same rows and give the same answers as games that are recorded one after the other", async () => {
  const [single, batched] = await Promise.all([open(), open()]);
  const players = new Players();
  let recorded = 0;
  await fc.assert(
    fc.asyncProperty(rounds, async (given) => {
      for (const round of given) {
        const calls = ORDER.map((id, n) => players.call(id, round[n] as Asked));
        const expected: unknown[] = [];
        for (const { game, epoch } of calls) {
          const fence = { machineId: game.machineId, epoch };
          expected.push(await answerOf(single.wallet.recordGame(game, fence)));
        }
        const answers = await Promise.all(
          calls.map(({ game, epoch }) =>
            answerOf(batched.wallet.recordGame(game, { machineId: game.machineId, epoch })),
          ),
        );
        expect(answers).toEqual(expected);
        recorded += calls.length;
      }
      expect((await rowsOf(batched))["accounts"]).toEqual((await rowsOf(single))["accounts"]);
    }),
    { numRuns: 25, endOnFailure: true },
  );
  const rows = await rowsOf(batched);
  expect(rows).toEqual(await rowsOf(single));
  expect(rows["hits"]?.length).toBeGreaterThan(5);
  expect(rows["games"]?.length).toBeGreaterThan(recorded / 2);
  expect(rows["shares"]?.length).toBeGreaterThan(recorded / 2);
  expect(await wrongShares(batched)).toEqual([]);
  const { rows: together } = await sql`select from journals where kind = 'contribution' and detail is not null`.execute(
    batched.database.superuser,
  );
  expect(together.length, "shares of several games were posted together").toBeGreaterThan(10);
  for (const side of [single, batched]) {
    expect((await side.wallet.check({ checkpoint: true })).broken).toEqual([]);
    await side.wallet.recordGame(game(table(1), 100_000, { bet: 5 }), table(1).fence);
    expect((await side.wallet.check({ full: false })).broken).toEqual([]);
    await close(side);
  }
}, 120_000);

describe("a batch", () => {
  let side: Side;
  const others: Db[] = [];
  const held: { rollback: () => { execute: () => Promise<unknown> } }[] = [];
  beforeAll(async () => {
    side = await open();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    for (const trx of held.splice(0)) await trx.rollback().execute();
    for (const db of others.splice(0)) await db.destroy();
    expect((await side.wallet.check()).broken).toEqual([]);
  });
  afterAll(() => close(side));

  let number = 0;
  beforeEach(async () => {
    // However slow the machine: a statement counts as under way until it ends, so that the games form the same batches.
    vi.spyOn(performance, "now").mockReturnValue(0);
    number += 10;
    await sql`update jackpots set threshold = 90000, maximum = 90000`.execute(side.database.owner);
  });

  /** A wallet whose statements are counted, and whose answer to a batch can get lost. */
  function watched({ loses = false } = {}): { wallet: Wallet; statements: string[] } {
    const statements: string[] = [];
    const names = new WeakMap<object, string>();
    const plugin: KyselyPlugin = {
      transformQuery({ node, queryId }) {
        const name = /record_game\w*/.exec(JSON.stringify(node))?.[0] ?? "";
        statements.push(name);
        names.set(queryId, name);
        return node;
      },
      async transformResult({ result, queryId }) {
        if (loses && names.get(queryId) === "record_games") {
          throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
        }
        return result;
      },
    };
    const db = connect(side.database.url);
    others.push(db);
    return { wallet: createWallet({ db: db.withPlugin(plugin) }), statements };
  }
  const play = (wallet: Wallet, ids: readonly number[], fence = 1) =>
    Promise.all(
      ids.map((id) =>
        wallet
          .recordGame(game(table(id), number, { bet: 200 }), { machineId: id, epoch: fence })
          .catch((error) => error),
      ),
    );
  const recorded = async () =>
    (
      await side.database.db
        .selectFrom("games")
        .select("machine_id")
        .where("game_number", "=", number)
        .orderBy("machine_id")
        .execute()
    ).map(({ machine_id }) => machine_id);
  const ALL = [1, 2, 3, 4, 5, 6, 7, 8];
  const lock = async (statement: string) => {
    const trx = await side.database.owner.startTransaction().execute();
    held.push(trx);
    await stayOpen(trx);
    await sql.raw(statement).execute(trx);
  };

  it("is one statement for the games that come while others are under way", async () => {
    const { wallet, statements } = watched();
    await play(wallet, ALL);
    expect(statements).toEqual(["record_game_with_jackpots", "record_game_with_jackpots", "record_games"]);
    expect(await recorded()).toEqual(ALL);
  });

  it("leaves out no more than a game that is recorded already, and those from the first on that may hit", async () => {
    await side.wallet.recordGame(game(table(3), number, { bet: 200 }), table(3).fence);
    const pot = sql`(select posted + 5 * 6 from ledger_accounts where kind = 'jackpot' and ref = 1)`;
    await sql`update jackpots set threshold = ${pot} where id = 1`.execute(side.database.owner);
    const { wallet, statements } = watched();
    // Of 7 and 8, each alone, none feeds that jackpot; 3 is known; 1, 2, 4 and 5 raise it, and 6 is the one that hits.
    const answers = (await play(wallet, [7, 8, 3, 1, 2, 4, 5, 6])) as { jackpots: { id: number; hit: number }[] }[];
    expect(statements.filter((name) => name === "record_game_with_jackpots")).toHaveLength(2 + 2);
    expect(answers.map(({ jackpots }) => jackpots.some(({ id, hit }) => id === 1 && hit > 0)).indexOf(true)).toBe(7);
  });

  it("whose answer gets lost is asked about game by game, and recorded once", async () => {
    const { wallet, statements } = watched({ loses: true });
    const answers = await play(wallet, ALL);
    expect(statements.filter((name) => name === "record_game_with_jackpots")).toHaveLength(ALL.length);
    expect(answers.slice(2, 6)).toEqual(
      Array.from({ length: 4 }, () => ({ jackpots: [expect.objectContaining({ id: 1, hit: 0 }), expect.anything()] })),
    );
    expect(await recorded()).toEqual(ALL);
  });

  it("of a former owner records nothing, and one of which a machine has a new owner all others", async () => {
    await sql`update machine_leases set epoch = 2 where machine_id = 5`.execute(side.database.owner);
    const { wallet, statements } = watched();
    const answers = await play(wallet, ALL);
    expect(statements.filter((name) => name === "record_games")).toHaveLength(1);
    expect(answers[4]).toMatchObject({ code: ErrorCode.ServiceUnavailable });
    expect(await recorded()).toEqual(ALL.filter((id) => id !== 5));
    number += 1;
    await play(wallet, ALL, 0);
    expect(await recorded()).toEqual([]);
    await sql`update machine_leases set epoch = 1 where machine_id = 5`.execute(side.database.owner);
  });

  it.each([
    ["lease", "select from machine_leases where machine_id = 4 for update"],
    ["account", "select from ledger_accounts where kind = 'house' and ref = 4 for update"],
  ])("does not wait for a machine whose %s another transaction has", async (_what, statement) => {
    await lock(statement);
    const { wallet } = watched();
    await play(wallet, ALL.slice(6));
    const four = play(wallet, [1, 2, 3, 4]);
    await expect.poll(recorded).toEqual([1, 2, 3, 7, 8]);
    for (const trx of held.splice(0)) await trx.rollback().execute();
    await four;
    expect(await recorded()).toEqual([1, 2, 3, 4, 7, 8]);
  });

  it("that dies with its process, or with its connection, leaves nothing, and its games are recorded once", async () => {
    // The first two games wait for the lock: after a moment the others go without them.
    vi.restoreAllMocks();
    await lock("select from ledger_accounts where kind = 'jackpot' and ref = 1 for update");
    const { wallet } = watched();
    const playing = play(wallet, ALL);
    const waiting = async () =>
      (
        await sql<{ pid: number }>`select pid from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%record_games%'`.execute(
          side.database.superuser,
        )
      ).rows.map(({ pid }) => pid);
    await expect.poll(waiting).toHaveLength(1);
    // All of its games are written, but for the commit.
    const [pid] = await waiting();
    await sql`select pg_terminate_backend(${pid}::int)`.execute(side.database.superuser);
    expect((await recorded()).filter((id) => id > 2 && id < 7)).toEqual([]);
    for (const trx of held.splice(0)) await trx.rollback().execute();
    for (const answer of await playing) expect(answer).not.toBeInstanceOf(Error);
    expect(await recorded()).toEqual(ALL);
  });

  it("that finds a jackpot due, because others have fed it meanwhile, leaves the hit to a single game", async () => {
    await sql`update jackpots set threshold = (select posted + 20 from ledger_accounts where kind = 'jackpot' and ref = 1)
      where id = 1`.execute(side.database.owner);
    await lock(`select post_journal('contribution:test:1', 'contribution',
      array[account_of('house', 0), account_of('jackpot', 1)], array[-15, 15], null)`);
    const { wallet, statements } = watched();
    // Six of each bet: it is reached by the third game, and by the first once the fifteen are in.
    const playing = play(wallet, [7, 8, 1, 2]);
    await expect.poll(() => statements).toContain("record_games");
    const [trx] = held.splice(0);
    await (trx as unknown as { commit: () => { execute: () => Promise<unknown> } }).commit().execute();
    const answers = (await playing) as { jackpots: { id: number; hit: number }[] }[];
    const hits = answers.flatMap(({ jackpots }) => jackpots.filter(({ id, hit }) => id === 1 && hit > 0));
    expect(hits).toHaveLength(1);
    expect(await recorded()).toEqual([1, 2, 7, 8]);
  });

  it("leaves out a second game of a machine, and one without a digest", async () => {
    const at = new Date();
    const call = (machines: number[], digests: (Buffer | null)[]) => {
      const each = <T>(value: T) => machines.map(() => value);
      return sql<{
        n: number;
      }>`select * from record_games(${machines}, ${machines.map((_, n) => number + n)}, ${machines},
        ${machines.map((id) => sessionOf(id))}, ${each(false)}, ${each(10)}, ${each(0)}, ${each(0)}, ${each(at)}, ${each(at)},
        ${each("null")}, ${each(1)}, ${each(null)}, ${digests})`.execute(side.db);
    };
    const digest = Buffer.alloc(32);
    const { rows } = await call([8, 7, 8, 6, 5], [digest, digest, digest, null, digest.subarray(1)]);
    expect(rows.map(({ n }) => n).filter((n, index, all) => all.indexOf(n) === index)).toEqual([1, 2]);
  });
});
