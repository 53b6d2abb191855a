/** Reads all books and says what does not add up. Changes nothing. */
import { sql } from "kysely";
import type { Db } from "../storage/index.ts";
import type { LedgerReport } from "./types.ts";

interface Finding {
  what: string;
}

/** Each query answers one row per thing that is wrong; all read the same snapshot. */
const INVARIANTS = [
  sql<Finding>`select 'journal ' || journal_id || ' sums up to ' || sum(amount) as what from postings group by journal_id having sum(amount) <> 0`,
  sql<Finding>`select 'all accounts sum up to ' || sum(posted) as what from ledger_accounts having sum(posted) <> 0`,
  sql<Finding>`
    select 'account ' || a.kind || ' ' || a.ref || ' shows ' || a.posted || ' but its postings make ' || coalesce(p.sum, 0) as what
    from ledger_accounts a
    left join (select account_id, sum(amount) as sum, count(*) as n from postings group by account_id) p on p.account_id = a.id
    where a.posted <> coalesce(p.sum, 0) or a.seq <> coalesce(p.n, 0)`,
  sql<Finding>`
    select 'account ' || kind || ' ' || ref || ' is below zero: ' || posted || ' less ' || held || ' held' as what
    from ledger_accounts where kind in ('player', 'machine', 'jackpot') and posted - held < 0`,
  // The chain: each posting's hash covers the one before, so that a changed or missing posting shows.
  sql<Finding>`
    select 'posting ' || id || ' does not fit the one before it' as what from (
      select p.id, p.hash, p.seq, p.balance, p.amount,
        row_number() over w as n,
        coalesce(lag(p.balance) over w, 0) as balance_before,
        sha256(coalesce(lag(p.hash) over w, '\\x'::bytea) || convert_to(
          p.journal_id || ':' || p.account_id || ':' || p.seq || ':' || p.amount || ':' || p.balance, 'UTF8')) as expected
      from postings p window w as (partition by p.account_id order by p.seq)
    ) chain where hash <> expected or seq <> n or balance <> balance_before + amount`,
  sql<Finding>`
    select 'account ' || a.kind || ' ' || a.ref || ' ends with another hash than its last posting' as what
    from ledger_accounts a join postings p on p.account_id = a.id and p.seq = a.seq where p.hash <> a.hash`,
  sql<Finding>`
    select 'player ' || a.ref || ' has ' || a.held || ' held, but transfers under way ask for ' || coalesce(t.sum, 0) as what
    from ledger_accounts a
    left join (
      select player_id, sum(amount) as sum from transfers
      where kind = 'cashin' and state in ('reserved', 'sent', 'unknown', 'manual') group by player_id
    ) t on t.player_id = a.ref
    where a.kind = 'player' and a.held <> coalesce(t.sum, 0)`,
  sql<Finding>`
    select 'transfer ' || t.id || ' is ' || t.state || ' with ' || count(j.id) || ' journals' as what
    from transfers t left join journals j on j.source = 'transfer:' || t.id
    group by t.id having count(j.id) <> (case when t.state = 'done' and t.moved > 0 then 1 else 0 end)`,
  sql<Finding>`
    select 'transfer ' || t.id || ' moved ' || t.moved || ' but its journal says ' || max(p.amount) as what
    from transfers t join journals j on j.source = 'transfer:' || t.id join postings p on p.journal_id = j.id
    group by t.id having max(p.amount) <> t.moved`,
  sql<Finding>`
    select 'game ' || g.machine_id || ':' || g.game_number || ' was not posted' as what
    from games g left join journals j on j.source = 'game:' || g.machine_id || ':' || g.game_number
    where (g.bet > 0 or g.win > 0) and j.id is null`,
  sql<Finding>`
    select 'the promotions account shows ' || a.posted || ' but grants make ' || -g.sum as what
    from ledger_accounts a, (select coalesce(sum(amount), 0) as sum from promotion_grants) g
    where a.kind = 'promotions' and a.posted <> -g.sum`,
  sql<Finding>`
    select 'grant ' || g.id || ' of ' || g.amount || ' was not posted as such' as what
    from promotion_grants g
    left join journals j on j.source = 'promotion:' || g.promotion || ':' || g.player_id || ':' || g.claim_window
    left join postings p on p.journal_id = j.id and p.amount > 0
    left join ledger_accounts a on a.id = p.account_id and a.kind = 'player' and a.ref = g.player_id
    where a.id is null or p.amount <> g.amount`,
  sql<Finding>`
    select 'jackpot ' || a.ref || ' shows ' || a.posted || ' but contributions, seeds and hits make '
      || coalesce(fed.sum, 0) - coalesce(h.sum, 0) as what
    from ledger_accounts a
    left join (
      select p.account_id, sum(p.amount) as sum from postings p join journals j on j.id = p.journal_id
      where j.kind in ('contribution', 'seed') group by p.account_id
    ) fed on fed.account_id = a.id
    left join (select jackpot_id, sum(amount) as sum from jackpot_hits group by jackpot_id) h on h.jackpot_id = a.ref
    where a.kind = 'jackpot' and a.posted <> coalesce(fed.sum, 0) - coalesce(h.sum, 0)`,
  sql<Finding>`
    select 'jackpot hit ' || h.id || ' of ' || h.amount || ' was not paid as such' as what
    from jackpot_hits h
    left join journals j on j.source = 'jackpot:' || h.jackpot_id || ':' || h.machine_id || ':' || h.game_number
    left join postings p on p.journal_id = j.id and p.amount > 0
    left join ledger_accounts a on a.id = p.account_id and a.kind = 'player' and a.ref = h.player_id
    where a.id is null or p.amount <> h.amount`,
  sql<Finding>`
    select 'jackpot ' || j.id || ' has no account' as what from jackpots j
    left join ledger_accounts a on a.kind = 'jackpot' and a.ref = j.id where a.id is null`,
  // Once more from the other end: what was moved and played makes what the machine's account shows.
  sql<Finding>`
    select 'machine ' || a.ref || ' shows ' || a.posted || ' but its transfers and games make '
      || coalesce(t.sum, 0) + coalesce(g.sum, 0) as what
    from ledger_accounts a
    left join (
      select machine_id, sum(case kind when 'cashin' then moved else -moved end) as sum
      from transfers where state = 'done' group by machine_id
    ) t on t.machine_id = a.ref
    left join (select machine_id, sum(win - hand_pay - bet) as sum from games group by machine_id) g on g.machine_id = a.ref
    where a.kind = 'machine' and a.posted <> coalesce(t.sum, 0) + coalesce(g.sum, 0)`,
] as const;

export async function checkLedger(db: Db): Promise<LedgerReport> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (trx) => {
      const broken: string[] = [];
      for (const invariant of INVARIANTS) {
        const { rows } = await sql<Finding>`select * from (${invariant}) findings limit 20`.execute(trx);
        broken.push(...rows.map(({ what }) => what));
      }
      const sums = await sql<{
        kind: string;
        sum: number;
      }>`select kind, sum(posted)::bigint as sum from ledger_accounts group by kind order by kind`.execute(trx);
      const pending = await sql<{ n: number }>`
        select count(*)::int as n from transfers where state not in ('done', 'failed')`.execute(trx);
      const machines = await sql<{ id: number; ledger: number }>`
        select ref as id, posted as ledger from ledger_accounts where kind = 'machine' order by ref`.execute(trx);
      return {
        ok: broken.length === 0,
        pending: pending.rows[0]?.n ?? 0,
        sums: Object.fromEntries(sums.rows.map(({ kind, sum }) => [kind, sum])),
        machines: machines.rows,
        broken,
      };
    });
}
