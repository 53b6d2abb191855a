/** What must be true of the ledger, as queries: each returns one row for each thing that is wrong. */
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { fedByAccount, hitByJackpot, movedByMachine, playedByMachine } from "./checkpoints.ts";
import type { Fragments } from "./checkpoints.ts";

export interface Finding {
  what: string;
}

/** Journals, balances, and the chain of postings of each account. */
const accountInvariants = (rows: Fragments): RawBuilder<Finding>[] => [
  sql`select 'journal ' || journal_id || ' sums up to ' || sum(amount) as what from ${rows.postings} p group by journal_id having sum(amount) <> 0`,
  sql`select 'all accounts sum up to ' || sum(posted) as what from ledger_accounts having sum(posted) <> 0`,
  sql`
    select 'account ' || a.kind || ' ' || a.ref || ' shows ' || a.posted || ' but its postings make ' || m.posted + coalesce(p.sum, 0) as what
    from ledger_accounts a
    join ${rows.accounts} m on m.account_id = a.id
    left join (select account_id, sum(amount) as sum, count(*) as n from ${rows.postings} p group by account_id) p on p.account_id = a.id
    where a.posted <> m.posted + coalesce(p.sum, 0) or a.seq <> m.seq + coalesce(p.n, 0)`,
  sql`
    select 'account ' || kind || ' ' || ref || ' is below zero: ' || posted || ' less ' || held || ' held' as what
    from ledger_accounts where kind in ('player', 'machine', 'jackpot', 'suspense') and posted - held < 0`,
  // The chain: each posting's hash covers the one before, so that a changed or missing posting shows.
  sql`
    select 'posting ' || id || ' does not fit the one before it' as what from (
      select p.id, p.hash, p.seq, p.balance, p.amount,
        coalesce(m.seq, 0) + row_number() over w as n,
        coalesce(lag(p.balance) over w, m.posted, 0) as balance_before,
        sha256(coalesce(lag(p.hash) over w, m.hash, '') || convert_to(
          p.journal_id || ':' || p.account_id || ':' || p.seq || ':' || p.amount || ':' || p.balance, 'UTF8')) as expected
      from ${rows.chains} p left join ${rows.accounts} m on m.account_id = p.account_id
      window w as (partition by p.account_id order by p.seq)
    ) chain where hash <> expected or seq <> n or balance <> balance_before + amount`,
  sql`
    select 'account ' || a.kind || ' ' || a.ref || ' ends with another hash than its last posting' as what
    from ledger_accounts a join postings p on p.account_id = a.id and p.seq = a.seq where p.hash <> a.hash`,
];

/** What transfers hold, and what they have moved. */
const transferInvariants = (rows: Fragments): RawBuilder<Finding>[] => [
  sql`
    select 'player ' || a.ref || ' has ' || a.held || ' held, but transfers under way ask for ' || coalesce(t.sum, 0) as what
    from ledger_accounts a
    left join (
      select player_id, sum(amount) as sum from transfers
      where unresolved and kind = 'cashin' and state in ('reserved', 'sent', 'unknown') group by player_id
    ) t on t.player_id = a.ref
    where a.kind = 'player' and a.held <> coalesce(t.sum, 0)`,
  sql`
    select 'transfer ' || t.id || ' is ' || t.state || ' with ' || count(j.id) || ' journals' as what
    from ${rows.transfers} t left join journals j on j.source = 'transfer:' || t.id
    where not exists (select from suspensions s where s.transfer_id = t.id)
    group by t.id, t.state, t.moved having count(j.id) <> (case when t.state = 'done' and t.moved > 0 then 1 else 0 end)`,
  sql`
    select 'transfer ' || t.id || ' moved ' || t.moved || ' but its journal says ' || max(p.amount) as what
    from ${rows.transfers} t join journals j on j.source = 'transfer:' || t.id join postings p on p.journal_id = j.id
    group by t.id, t.moved having max(p.amount) <> t.moved`,
];

/** Games, promotions and jackpots: each is posted as it was recorded. */
const payoutInvariants = (rows: Fragments): RawBuilder<Finding>[] => [
  sql`
    select 'game ' || g.machine_id || ':' || g.game_number || ' was not posted' as what
    from ${rows.games} g left join journals j on j.source = 'game:' || g.machine_id || ':' || g.game_number
    where (g.bet > 0 or g.win > 0) and j.id is null`,
  sql`
    select 'the promotions account shows ' || a.posted || ' but grants make ' || m.explained - g.sum as what
    from ledger_accounts a join ${rows.accounts} m on m.account_id = a.id,
      (select coalesce(sum(amount), 0) as sum from ${rows.grants} r) g
    where a.kind = 'promotions' and a.posted <> m.explained - g.sum`,
  sql`
    select 'grant ' || g.id || ' of ' || g.amount || ' was not posted as such' as what
    from ${rows.grants} g
    left join journals j on j.source = 'promotion:' || g.promotion || ':' || g.player_id || ':' || g.claim_window
    left join postings p on p.journal_id = j.id and p.amount > 0
    left join ledger_accounts a on a.id = p.account_id and a.kind = 'player' and a.ref = g.player_id
    where a.id is null or p.amount <> g.amount`,
  sql`
    select 'jackpot ' || a.ref || ' shows ' || a.posted || ' but contributions, seeds and hits make '
      || m.explained + coalesce(fed.sum, 0) - coalesce(h.sum, 0) as what
    from ledger_accounts a
    join ${rows.accounts} m on m.account_id = a.id
    left join (${fedByAccount(rows)}) fed on fed.account_id = a.id
    left join (${hitByJackpot(rows)}) h on h.jackpot_id = a.ref
    where a.kind = 'jackpot' and a.posted <> m.explained + coalesce(fed.sum, 0) - coalesce(h.sum, 0)`,
  sql`
    select 'jackpot hit ' || h.id || ' of ' || h.amount || ' was not paid as such' as what
    from ${rows.hits} h
    left join journals j on j.source = 'jackpot:' || h.jackpot_id || ':' || h.machine_id || ':' || h.game_number
    left join postings p on p.journal_id = j.id and p.amount > 0
    left join ledger_accounts a on a.id = p.account_id and a.kind = 'player' and a.ref = h.player_id
    where a.id is null or p.amount <> h.amount`,
  sql`
    select 'jackpot ' || j.id || ' has no account' as what from jackpots j
    left join ledger_accounts a on a.kind = 'jackpot' and a.ref = j.id where a.id is null`,
];

/** Credit of machines, and money in suspense. */
const machineInvariants = (rows: Fragments): RawBuilder<Finding>[] => [
  // The same from the other side: transfers and games explain the balance of the machine's account.
  sql`
    select 'machine ' || a.ref || ' shows ' || a.posted || ' but its transfers and games make '
      || m.explained + coalesce(t.sum, 0) + coalesce(g.sum, 0) - coalesce(s.sum, 0) as what
    from ledger_accounts a
    join ${rows.accounts} m on m.account_id = a.id
    left join (${movedByMachine(rows)}) t on t.machine_id = a.ref
    left join (${playedByMachine(rows)}) g on g.machine_id = a.ref
    left join (select machine_id, sum(credit) as sum from suspensions group by machine_id) s on s.machine_id = a.ref
    where a.kind = 'machine' and a.posted <> m.explained + coalesce(t.sum, 0) + coalesce(g.sum, 0) - coalesce(s.sum, 0)`,
  sql`
    select 'suspense of player ' || a.ref || ' shows ' || a.posted || ' but open cases make ' || coalesce(s.sum, 0) as what
    from ledger_accounts a
    left join (select player_id, sum(remaining) as sum from suspensions group by player_id) s on s.player_id = a.ref
    where a.kind = 'suspense' and a.posted <> coalesce(s.sum, 0)`,
  sql`
    select 'session ' || s.id || ' is closed, but machine ' || s.machine_id || ' has its credit ' || a.posted as what
    from ledger_accounts a
    join lateral (
      select * from sessions where machine_id = a.ref order by started_at desc limit 1
    ) s on s.state = 'closed'
    where a.kind = 'machine' and a.posted <> 0`,
];

/** All of them, to be read in one snapshot. @param rows everything, or what came after a checkpoint */
export const invariants = (rows: Fragments): RawBuilder<Finding>[] => [
  ...accountInvariants(rows),
  ...transferInvariants(rows),
  ...payoutInvariants(rows),
  ...machineInvariants(rows),
];

/** States of the machines that no constraint can exclude: each needs an operator. */
export const ATTENTION = [
  sql<Finding>`
    select 'machine ' || id || ' is quarantined: ' || quarantined as what from machines where quarantined is not null order by id`,
  sql<Finding>`
    select 'transfer ' || id || ' of player ' || player_id || ' on machine ' || machine_id || ' is manual since ' || manual_at as what
    from transfers where unresolved and state = 'manual' and manual_at < now() - interval '1 minute' order by manual_at`,
  sql<Finding>`
    select 'player ' || player_id || ' waits for ' || remaining || ' minor units of machine ' || machine_id || ': ' || reason as what
    from suspensions where settled_at is null and opened_at < now() - interval '1 minute' order by opened_at`,
  sql<Finding>`
    select 'machine ' || m.machine_id || ' showed a credit of ' || m.read_credit || ', the ledger ' || m.expected_credit as what
    from machine_meters m where m.read_credit <> m.expected_credit`,
  sql<Finding>`
    select 'machine ' || m.machine_id || ' showed transfers of ' || m.read_in || ' in and ' || m.read_out || ' out, the ledger '
      || m.expected_in || ' and ' || m.expected_out as what
    from machine_meters m where m.read_in <> m.expected_in or m.read_out <> m.expected_out`,
  sql<Finding>`
    select 'machine ' || a.ref || ' has credit ' || a.posted || ' without an owner' as what from ledger_accounts a
    where a.kind = 'machine' and a.posted <> 0
      and not exists (select from sessions s where s.machine_id = a.ref and s.state <> 'closed')`,
] as const;
