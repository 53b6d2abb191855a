/**
 * Where a check of the ledger begins: the newest checkpoint, and which rows came after it. A full check begins at the
 * empty checkpoint, so that both read with the same queries.
 *
 * Which rows are new must not depend on the order in which transactions commit: a row with a small number may become
 * visible after one with a larger number. So each mark is one below which nothing can appear any more.
 *
 * - Postings, by the `seq` of their account: who posts holds the row of the account until the commit, so the numbers of an
 *   account become visible in their order. Journals are those of the new postings: all postings of a journal are made in
 *   one transaction.
 * - Transfers, by the `number` of their machine: who takes one holds the row of `machine_meters` until the commit. The mark
 *   lies before a transfer that is not resolved; those up to it are done or failed, which never changes.
 * - Games, grants and hits, by `id`, a number of a sequence. Marks are read first; then every transaction that was writing
 *   to these tables at that moment is waited for (`settledMarks`); then the snapshot is taken. Ids up to the mark were given
 *   out before the marks were read, each to a transaction that had the table locked for writing already, so all of these
 *   have ended before the snapshot. Where one does not end in time, the marks of the checkpoint before stay: more is read
 *   again.
 */
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Db, Trx } from "../storage/index.ts";

/** Highest ids that a check need not read again. */
export interface IdMarks {
  games: number;
  grants: number;
  hits: number;
}

export interface Checkpoint {
  id: number;
  at: Date;
  /** The last full check. */
  fullId: number;
  fullAt: Date;
  marks: IdMarks;
}

/** Rows that a check reads, as parts of queries. */
export interface Fragments {
  /** account_id, kind, ref; seq, posted, hash, explained and transfer_number as the checkpoint says, else 0. */
  accounts: RawBuilder<unknown>;
  postings: RawBuilder<unknown>;
  /** The same, to be sorted by account. */
  chains: RawBuilder<unknown>;
  transfers: RawBuilder<unknown>;
  games: RawBuilder<unknown>;
  grants: RawBuilder<unknown>;
  hits: RawBuilder<unknown>;
}

const POLL_MS = 20;
export const NO_MARKS: IdMarks = { games: 0, grants: 0, hits: 0 };

export async function newestCheckpoint(db: Db): Promise<Checkpoint | null> {
  const { rows } = await sql<Omit<Checkpoint, "marks"> & { games: number; grants: number; hits: number }>`
    select c.id, c.at, c.full_id as "fullId", f.at as "fullAt", c.games_id as games, c.grants_id as grants, c.hits_id as hits
    from ledger_checkpoints c join ledger_checkpoints f on f.id = c.full_id order by c.id desc limit 1`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { games, grants, hits, ...rest } = row;
  return { ...rest, marks: { games, grants, hits } };
}

/**
 * Marks below which no id can appear any more in a snapshot that is taken from now on; null if a transaction that
 * writes to these tables did not end within `withinMs`.
 */
export async function settledMarks(db: Db, from: IdMarks, withinMs: number): Promise<IdMarks | null> {
  const { rows } = await sql<IdMarks>`
    select coalesce((select max(id) from games where id > ${from.games}), ${from.games})::bigint as games,
      coalesce((select max(id) from promotion_grants), 0)::bigint as grants,
      coalesce((select max(id) from jackpot_hits), 0)::bigint as hits`.execute(db);
  const [marks = NO_MARKS] = rows;
  // An insert locks its table before it takes a number. The list is the present one, whatever the snapshot.
  const writers = async () => {
    const found = await sql<{ who: string }>`
      select distinct virtualtransaction as who from pg_locks
      where locktype = 'relation' and mode = 'RowExclusiveLock'
        and database = (select oid from pg_database where datname = current_database())
        and relation in ('games'::regclass, 'promotion_grants'::regclass, 'jackpot_hits'::regclass)`.execute(db);
    return new Set(found.rows.map(({ who }) => who));
  };
  const giveUpAt = performance.now() + withinMs;
  let waiting = await writers();
  while (waiting.size > 0) {
    if (performance.now() > giveUpAt) return null;
    await pause(POLL_MS);
    const present = await writers();
    waiting = new Set([...waiting].filter((who) => present.has(who)));
  }
  return marks;
}

/** The checkpoint's row of each account: the newest since the full check that it goes back to. */
const rowsOf = ({ id, fullId }: Checkpoint) => sql`
  select distinct on (account_id) * from ledger_checkpoint_accounts
  where checkpoint_id between ${fullId} and ${id} order by account_id, checkpoint_id desc`;

/** @param from null: everything is new */
export function newRows(from: Checkpoint | null): Fragments {
  if (from === null) {
    return {
      accounts: sql`(
        select id as account_id, kind, ref, 0::bigint as seq, 0::bigint as posted, ''::bytea as hash, 0::bigint as explained,
          0::bigint as transfer_number from ledger_accounts)`,
      postings: sql`postings`,
      // Read in the order of the table and sorted. By the index of each account it would be a page of the table for nearly
      // every posting, which takes hours where the table is larger than the memory.
      chains: sql`(select * from postings offset 0)`,
      transfers: sql`transfers`,
      games: sql`games`,
      grants: sql`promotion_grants`,
      hits: sql`jackpot_hits`,
    };
  }
  const accounts = sql`(
    select a.id as account_id, a.kind, a.ref, coalesce(c.seq, 0) as seq, coalesce(c.posted, 0) as posted,
      coalesce(c.hash, '') as hash, coalesce(c.explained, 0) as explained, coalesce(c.transfer_number, 0) as transfer_number
    from ledger_accounts a left join (${rowsOf(from)}) c on c.account_id = a.id)`;
  // "offset 0" keeps the query by account: otherwise the planner reads the whole table.
  const postings = sql`(
    select p.* from ${accounts} m
    cross join lateral (select * from postings where account_id = m.account_id and seq > m.seq offset 0) p)`;
  return {
    accounts,
    postings,
    chains: postings,
    transfers: sql`(
      select t.* from ${accounts} m
      cross join lateral (select * from transfers where machine_id = m.ref and number > m.transfer_number offset 0) t
      where m.kind = 'machine')`,
    games: sql`(select * from games where id > ${from.marks.games})`,
    grants: sql`(select * from promotion_grants where id > ${from.marks.grants})`,
    hits: sql`(select * from jackpot_hits where id > ${from.marks.hits})`,
  };
}

/** What must be true of the checkpoint itself, in the form of the check's other queries. */
export function checkpointInvariants(newest: Checkpoint): RawBuilder<{ what: string }>[] {
  return [
    sql`
      select 'checkpoint ' || c.id || ' was changed' as what from ledger_checkpoints c
      where c.id between ${newest.fullId} and ${newest.id} and c.hash <> ledger_checkpoint_hash(c)`,
    sql`
      select 'account ' || a.kind || ' ' || a.ref || ' has another posting ' || c.seq || ' than at checkpoint ' || c.checkpoint_id as what
      from (${rowsOf(newest)}) c
      join ledger_accounts a on a.id = c.account_id
      left join postings p on p.account_id = c.account_id and p.seq = c.seq
      where c.seq > 0 and (p.hash is distinct from c.hash or p.balance is distinct from c.posted)`,
  ];
}

/**
 * Stores the state of the transaction's snapshot, which was found consistent.
 * @param before the newest checkpoint; `from` the one that the check began at, null for a full check
 * @returns the new one's number @throws a unique violation or a serialization failure if another check has written one since
 */
export async function writeCheckpoint(
  trx: Trx,
  { before, from, marks }: { before: Checkpoint | null; from: Checkpoint | null; marks: IdMarks },
): Promise<number> {
  const id = (before?.id ?? 0) + 1;
  const rows = newRows(from);
  // The last number up to which all transfers of a machine are done or failed; it has one that is not resolved at most.
  const settled = sql`
    select l.machine_id, coalesce(u.number - 1, l.last_number) as number from machine_meters l
    left join transfers u on u.machine_id = l.machine_id and u.unresolved`;
  await sql`
    insert into ledger_checkpoint_accounts (checkpoint_id, account_id, seq, posted, hash, explained, transfer_number)
    select ${id}::bigint, n.* from (
      select a.id, a.seq, a.posted, a.hash,
        m.explained + coalesce(t.sum, 0) + coalesce(g.sum, 0) + coalesce(f.sum, 0) - coalesce(h.sum, 0) - coalesce(r.sum, 0) as explained,
        greatest(m.transfer_number, n.number) as transfer_number
      from ledger_accounts a
      join ${rows.accounts} m on m.account_id = a.id
      left join (${settled}) n on a.kind = 'machine' and n.machine_id = a.ref
      left join (${movedByMachine(rows, sql`t.number <= (select n.number from (${settled}) n where n.machine_id = t.machine_id)`)}) t
        on a.kind = 'machine' and t.machine_id = a.ref
      left join (${playedByMachine(rows, sql`g.id <= ${marks.games}`)}) g on a.kind = 'machine' and g.machine_id = a.ref
      left join (${fedByAccount(rows)}) f on f.account_id = a.id
      left join (${hitByJackpot(rows, sql`h.id <= ${marks.hits}`)}) h on a.kind = 'jackpot' and h.jackpot_id = a.ref
      left join (select coalesce(sum(amount), 0)::bigint as sum from ${rows.grants} r where r.id <= ${marks.grants}) r on a.kind = 'promotions'
    ) n
    where ${from === null} or not exists (
      select from ${rows.accounts} m
      where m.account_id = n.id and m.seq = n.seq and m.explained = n.explained and m.transfer_number = n.transfer_number)`.execute(
    trx,
  );
  await sql`
    insert into ledger_checkpoints
    select c.id, c.at, c."full", c.full_id, c.games_id, c.grants_id, c.hits_id, c.postings, ledger_checkpoint_hash(c)
    from (
      select (row(${id}::bigint, now(), ${from === null}::boolean, ${from?.fullId ?? id}::bigint, ${marks.games}::bigint,
        ${marks.grants}::bigint, ${marks.hits}::bigint, (select coalesce(sum(seq), 0)::bigint from ledger_accounts), ''::bytea)
        ::ledger_checkpoints).*
    ) c`.execute(trx);
  return id;
}

const ALL = sql`true`;

/** machine_id, sum: what transfers that are done have moved, without those whose money was suspended. */
export const movedByMachine = ({ transfers }: Fragments, which: RawBuilder<unknown> = ALL) => sql`
  select t.machine_id, sum(case t.kind when 'cashin' then t.moved else -t.moved end)::bigint as sum from ${transfers} t
  where t.state = 'done' and not exists (select from suspensions s where s.transfer_id = t.id) and ${which}
  group by t.machine_id`;
/** machine_id, sum: what was won less what was bet, on the machine. */
export const playedByMachine = ({ games }: Fragments, which: RawBuilder<unknown> = ALL) => sql`
  select g.machine_id, sum(g.win - g.hand_pay - g.bet)::bigint as sum from ${games} g where ${which} group by g.machine_id`;
/** account_id, sum: contributions and seeds of a jackpot. */
export const fedByAccount = ({ postings }: Fragments) => sql`
  select p.account_id, sum(p.amount)::bigint as sum from ${postings} p
  join ledger_accounts a on a.id = p.account_id and a.kind = 'jackpot'
  join journals j on j.id = p.journal_id
  where j.kind in ('contribution', 'seed') group by p.account_id`;
/** jackpot_id, sum: what was paid. */
export const hitByJackpot = ({ hits }: Fragments, which: RawBuilder<unknown> = ALL) => sql`
  select h.jackpot_id, sum(h.amount)::bigint as sum from ${hits} h where ${which} group by h.jackpot_id`;
