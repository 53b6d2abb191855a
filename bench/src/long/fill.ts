/**
 * Years of play written straight into the tables, as the ledger's functions would have made them: games with their
 * journals, postings with right balances and hash chains, sessions, transfers, operations and meters. For benchmarks
 * alone: the guards of the tables are off, and their indexes are built at the end.
 */
import type { withDatabase } from "@reelcast/e2e/database";
import { SKINS } from "@reelcast/machine";

type Client = Parameters<Parameters<typeof withDatabase>[1]>[0];

const MACHINES = 100;
const PLAYERS = 2_000;
const GAMES_OF_SESSION = 50;
/** Games of one batch, about: one transaction, and its temporary tables stay in memory. */
const BATCH_GAMES = 100_000;
/** Most that one session can lose: 50 bets of 1,000. */
const DEPOSIT = 50_000;
const OPENING = 10_000_000;
const YEAR_SECONDS = 365 * 86_400;
/** Accounts by number, so that no batch must look them up. */
const account = { machine: 1_000, house: 2_000, jackpot: 3_000, player: 10_000 } as const;

const TABLES = ["postings", "journals", "games", "transfers", "sessions", "operations"] as const;
/** Those of journals and postings are set after each batch. */
const SEQUENCES = ["ledger_accounts", "games", "players", "machines", "brands", "jackpots"] as const;

/** Rows of every table; whole sessions, so that it may be a few more games than asked for. */
export async function fillLong(
  client: Client,
  { games, onBatch }: { games: number; onBatch?: (done: number, of: number) => void },
): Promise<void> {
  const sessions = Math.ceil(games / (MACHINES * GAMES_OF_SESSION));
  await prepare(client);
  const rebuild = await takeIndexesAway(client);
  await begin(client);
  const step = Math.max(1, Math.floor(BATCH_GAMES / (MACHINES * GAMES_OF_SESSION)));
  for (let from = 1; from <= sessions; from += step) {
    const to = Math.min(sessions, from + step - 1);
    await fillBatch(client, { from, to, slotSeconds: YEAR_SECONDS / sessions });
    onBatch?.(to * MACHINES * GAMES_OF_SESSION, sessions * MACHINES * GAMES_OF_SESSION);
  }
  await finish(client, sessions);
  for (const statement of rebuild) await client.query(statement);
  await tidy(client);
}

/** What is played in a day more. */
export async function addDay(client: Client): Promise<void> {
  const { rows } = await client.query<{ sessions: string }>(
    "select max(last_number) / 2 as sessions from machine_meters",
  );
  const sessions = Number(rows[0]?.sessions ?? 0);
  const more = Math.max(1, Math.round(sessions / 365));
  await prepare(client);
  await fillBatch(client, { from: sessions + 1, to: sessions + more, slotSeconds: YEAR_SECONDS / sessions });
  await finish(client, sessions + more);
  await tidy(client);
}

async function prepare(client: Client): Promise<void> {
  for (const setting of [
    "session_replication_role = replica",
    "synchronous_commit = off",
    "work_mem = '256MB'",
    "temp_buffers = '256MB'",
    "maintenance_work_mem = '1GB'",
  ])
    await client.query(`set ${setting}`);
  await client.query(`
    create function bench_chain_link(state bytea, start bytea, link text) returns bytea language plpgsql immutable as $$
    begin
      return sha256(coalesce(state, start) || convert_to(link, 'UTF8'));
    end $$`);
  await client.query("create aggregate bench_chain(bytea, text) (sfunc = bench_chain_link, stype = bytea)");
}

async function tidy(client: Client): Promise<void> {
  await client.query("drop aggregate bench_chain(bytea, text)");
  await client.query("drop function bench_chain_link(bytea, bytea, text)");
  await client.query("set session_replication_role = origin");
  await client.query("analyze");
}

/** Drops keys and indexes of the large tables. @returns the statements that make them again, in order */
async function takeIndexesAway(client: Client): Promise<string[]> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype in ('p', 'u', 'f')
       and (conrelid = any ($1::text[]::regclass[]) or confrelid = any ($1::text[]::regclass[]))
     order by contype = 'f', conrelid, conname`,
    [TABLES],
  );
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index i
     where indrelid = any ($1::text[]::regclass[])
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u'))
     order by indexrelid`,
    [TABLES],
  );
  for (const { table, name } of keys.toReversed()) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  const key = ({ table, name, definition }: (typeof keys)[number]) =>
    `alter table ${table} add constraint ${name} ${definition}`;
  return [
    ...keys.filter(({ definition }) => !definition.startsWith("FOREIGN")).map(key),
    ...indexes.map(({ definition }) => definition),
    ...keys.filter(({ definition }) => definition.startsWith("FOREIGN")).map(key),
  ];
}

/** People, machines and accounts, each player's money, each jackpot's seed. */
async function begin(client: Client): Promise<void> {
  await client.query("insert into brands (id, name, jackpot) overriding system value values (1, 'Bench', '1,2')");
  await client.query(
    `insert into machines (id, brand_id, name, skin, serial, video_type) overriding system value
     select n, 1, 'Machine ' || n, ($1::text[])[1 + n % cardinality($1::text[])], 'B' || n, 'screen'
     from generate_series(1, ${MACHINES}) n`,
    [Object.keys(SKINS)],
  );
  await client.query(`
    insert into players (id, username, email, name, lastname, password_hash, pin_hash) overriding system value
    select n, 'bench' || n, 'bench' || n || '@example.com', '', '', '', '' from generate_series(1, ${PLAYERS}) n`);
  await client.query(`
    insert into jackpots (id, name, share, seed, maximum, threshold) overriding system value
    values (1, 'Bench small', 100, 1000, 1000000000000, 999999999999), (2, 'Bench large', 50, 1000, 1000000000000, 999999999999)`);
  await client.query(`
    insert into ledger_accounts (id, kind, ref) overriding system value
    select ${account.machine} + n, 'machine', n from generate_series(1, ${MACHINES}) n union all
    select ${account.house} + n, 'house', n from generate_series(1, ${MACHINES}) n union all
    select ${account.jackpot} + n, 'jackpot', n from generate_series(1, 2) n union all
    select ${account.player} + n, 'player', n from generate_series(1, ${PLAYERS}) n`);
  await client.query(`
    insert into machine_meters (machine_id) select n from generate_series(1, ${MACHINES}) n`);
  await client.query("begin");
  await client.query(`
    create temp table b_journals on commit drop as
    select 'adjust:' || n || ':opening' as source, 'deposit' as kind, now() - interval '366 days' as at, n as id,
      ${account.player} + n as other, ${OPENING}::bigint as amount, n as player
    from generate_series(1, ${PLAYERS}) n union all
    select 'jackpot-seed:' || n || ':opening', 'seed', now() - interval '366 days', ${PLAYERS} + n,
      ${account.jackpot} + n, 1000000, null
    from generate_series(1, 2) n`);
  await client.query(`
    create temp table b_postings on commit drop as
    select id as journal, 1 as n, 1::bigint as account, -amount as amount from b_journals union all
    select id, 2, other, amount from b_journals`);
  await client.query(
    `insert into journals (id, source, kind, at, detail) overriding system value
     select id, source, kind, at, '{"tag": "bench"}' from b_journals`,
  );
  await post(client, { journals: 0, postings: 0 });
  await client.query(`
    insert into operations (player_id, seq, at, type, amount, balance, origin, tag)
    select j.player, b.seq, j.at, 1, b.amount, b.balance, 'house', 'bench'
    from b_posted b join b_journals j on j.id = b.journal where b.account > ${account.player}`);
  await client.query("commit");
}

interface Marks {
  journals: number;
  postings: number;
}

/** Numbers, balances and hashes of what is in b_postings, as the trigger of the table would make them. */
async function post(client: Client, marks: Marks): Promise<void> {
  await client.query(
    `create temp table b_posted on commit drop as
     select id, journal, account, seq, amount, balance,
       bench_chain(start, journal || ':' || account || ':' || seq || ':' || amount || ':' || balance)
         over (partition by account order by seq) as hash
     from (
       select ${marks.postings} + row_number() over (order by b.journal, b.account, b.n) as id,
         ${marks.journals} + b.journal as journal, b.account, b.amount,
         a.seq + row_number() over w as seq, (a.posted + sum(b.amount) over w)::bigint as balance, a.hash as start
       from b_postings b join ledger_accounts a on a.id = b.account
       window w as (partition by b.account order by b.journal, b.n)
     ) numbered`,
  );
  await client.query(`
    insert into postings (id, journal_id, account_id, seq, amount, balance, hash) overriding system value
    select id, journal, account, seq, amount, balance, hash from b_posted order by id`);
  await client.query(`
    update ledger_accounts a set seq = b.seq, posted = b.balance, hash = b.hash
    from (select distinct on (account) account, seq, balance, hash from b_posted order by account, seq desc) b
    where b.account = a.id`);
}

const lastOf = async (client: Client, table: string): Promise<number> => {
  // The tables have no index.
  const { rows } = await client.query<{ last: string }>(
    `select coalesce(last_value, 0) as last from pg_sequences
     where format('%I.%I', schemaname, sequencename) = pg_get_serial_sequence($1, 'id')`,
    [table],
  );
  return Number(rows[0]?.last ?? 0);
};

/** The sessions of each machine with the numbers `from` to `to`. */
interface Batch {
  from: number;
  to: number;
  slotSeconds: number;
}

/** What happens in the batch, as temporary tables: sessions, games, payments, journals and postings. */
async function drawBatch(client: Client, { from, to, slotSeconds }: Batch): Promise<void> {
  await client.query(`
    create temp table b_sessions on commit drop as
    select m, s, 1 + (m * 37 + s * 101) % ${PLAYERS} as player, gen_random_uuid()::text as id,
      gen_random_uuid() as cashin, gen_random_uuid() as cashout,
      now() - interval '1 day' - ${YEAR_SECONDS} * interval '1 second' + (s * ${slotSeconds} + m * 7) * interval '1 second' as started
    from generate_series(1, ${MACHINES}) m, generate_series(${from}, ${to}) s`);
  // An average game: a bet of 600, of which 54 % comes back in wins of 20 to 3,600; 1 of 20 is free, and 1 of 50,000 wins
  // is paid by hand.
  await client.query(`
    create temp table b_games on commit drop as
    select m, s, number, player, session, ended, free, bet, win, case when win > 0 and by_hand < 0.00002 then win else 0 end as hand_pay
    from (
      select m, s, number, player, session, ended, by_hand, free < 0.05 as free,
        case when free < 0.05 then 0 else 200 * (1 + floor(bet * 5))::bigint end as bet,
        case when wins < 0.3 then 20 * (1 + floor(win * 180))::bigint else 0 end as win
      from (
        select m, s, (s - 1) * ${GAMES_OF_SESSION} + g as number, player, id as session, started + (10 + g * 6) * interval '1 second' as ended,
          random() as free, random() as bet, random() as wins, random() as win, random() as by_hand
        from b_sessions, generate_series(1, ${GAMES_OF_SESSION}) g
        offset 0
      ) drawn
    ) played`);
  await client.query(`
    create temp table b_paid on commit drop as
    select b.*, ${DEPOSIT} + sum(g.win - g.hand_pay - g.bet)::bigint as paid
    from b_sessions b join b_games g using (m, s)
    group by b.m, b.s, b.player, b.id, b.cashin, b.cashout, b.started`);
  await client.query(`
    create temp table b_journals on commit drop as
    select row_number() over (order by at, m, rank) as id, e.* from (
      select started + interval '5 seconds' as at, 0 as rank, m, s, player, 'transfer:' || cashin as source, 'cashin' as kind,
        ${DEPOSIT}::bigint as bet, 0::bigint as win, 0::bigint as hand_pay from b_paid
      union all
      select started + interval '330 seconds', 3, m, s, player, 'transfer:' || cashout, 'cashout', paid, 0, 0 from b_paid where paid > 0
      union all
      select ended, 1, m, s, player, 'game:' || m || ':' || number, 'game', bet, win, hand_pay from b_games where bet > 0 or win > 0
      union all
      select ended, 2, m, s, player, 'contribution:' || m || ':' || number, 'contribution', bet, 0, 0 from b_games where bet > 0
    ) e`);
  await client.query(`
    create temp table b_postings on commit drop as
    select id as journal, 1 as n, ${account.player} + player as account, case kind when 'cashin' then -bet else bet end as amount
      from b_journals where kind in ('cashin', 'cashout') union all
    select id, 2, ${account.machine} + m, case kind when 'cashin' then bet else -bet end
      from b_journals where kind in ('cashin', 'cashout') union all
    select id, 1, ${account.machine} + m, -bet from b_journals where kind = 'game' and bet > 0 union all
    select id, 2, ${account.house} + m, bet from b_journals where kind = 'game' and bet > 0 union all
    select id, 3, ${account.machine} + m, win - hand_pay from b_journals where kind = 'game' and win > hand_pay union all
    select id, 4, ${account.house} + m, hand_pay - win from b_journals where kind = 'game' and win > hand_pay union all
    select id, 5, ${account.house} + m, -hand_pay from b_journals where kind = 'game' and hand_pay > 0 union all
    select id, 6, ${account.player} + player, hand_pay from b_journals where kind = 'game' and hand_pay > 0 union all
    select id, 1, ${account.house} + m, -bet / 100 - bet / 200 from b_journals where kind = 'contribution' union all
    select id, 2, ${account.jackpot} + 1, bet / 100 from b_journals where kind = 'contribution' union all
    select id, 3, ${account.jackpot} + 2, bet / 200 from b_journals where kind = 'contribution'`);
}

/** Writes the temporary tables into the tables of the product. */
async function storeBatch(client: Client, { from }: Batch, marks: Marks): Promise<void> {
  await client.query(
    `insert into journals (id, source, kind, at) overriding system value
     select ${marks.journals} + id, source, kind, at from b_journals order by id`,
  );
  await post(client, marks);
  await client.query(`
    insert into sessions (id, player_id, machine_id, state, started_at, ended_at, ip, ending_at, paid_out)
    select id, player, m, 'closed', started, started + interval '331 seconds', '10.0.' || player % 200 || '.1',
      started + interval '329 seconds', paid from b_paid order by started`);
  await client.query(`
    insert into transfers (id, client_transfer_id, kind, player_id, machine_id, session_id, amount, moved, state, balance_after, credit_after, ip,
      created_at, updated_at, number)
    select cashin, cashin, 'cashin', player, m, id, ${DEPOSIT}, ${DEPOSIT}, 'done', 0, ${DEPOSIT}, '10.0.' || player % 200 || '.1',
      started + interval '5 seconds', started + interval '5 seconds', 2 * s - 1 from b_paid union all
    select cashout, cashout, 'cashout', player, m, id, null, paid, 'done', 0, 0, '10.0.' || player % 200 || '.1',
      started + interval '330 seconds', started + interval '330 seconds', 2 * s from b_paid
    order by 13`);
  await client.query(`
    insert into games (machine_id, game_number, player_id, session_id, free, bet, win, hand_pay, started_at, ended_at, detail, id)
      overriding system value
    select m, number, player, session, free, bet, win, hand_pay, ended - interval '4 seconds', ended,
      '{"stops": [3, 14, 15, 9, 2], "lines": 20}', ${(from - 1) * MACHINES * GAMES_OF_SESSION} + row_number() over (order by ended, m)
    from b_games order by ended, m`);
  await client.query(`
    insert into operations (player_id, seq, at, type, amount, balance, origin, machine_id, session_id, tag, ip)
    select j.player, b.seq, j.at, case j.kind when 'cashin' then 3 when 'cashout' then 4 else 5 end, b.amount, b.balance,
      'machine', j.m, p.id, '', '10.0.' || j.player % 200 || '.1'
    from b_posted b join b_journals j on j.id = b.journal - ${marks.journals} join b_paid p using (m, s)
    where b.account > ${account.player} order by j.at`);
  await client.query(`
    select setval(pg_get_serial_sequence('journals', 'id'), (select max(journal) from b_posted)),
      setval(pg_get_serial_sequence('postings', 'id'), (select max(id) from b_posted))`);
}

async function fillBatch(client: Client, batch: Batch): Promise<void> {
  await client.query("begin");
  const marks = {
    journals: (await lastOf(client, "journals")) || PLAYERS + 2,
    postings: (await lastOf(client, "postings")) || 2 * (PLAYERS + 2),
  };
  await drawBatch(client, batch);
  await storeBatch(client, batch, marks);
  await client.query("commit");
}

/** Machines whose memory was cleared a moment ago: their meters begin at 0, and so do their own numbers of games. */
async function finish(client: Client, sessions: number): Promise<void> {
  await client.query(
    `update machine_meters set last_number = ${2 * sessions}, game_base = ${sessions * GAMES_OF_SESSION}`,
  );
  for (const table of SEQUENCES)
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), (select coalesce(max(id), 1) from ${table}))`,
    );
}
