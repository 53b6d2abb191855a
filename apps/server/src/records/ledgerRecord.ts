/** Journals with their postings as evidence: each hash is computed again from the posting and the one before. Read-only. */
import type { JournalRecord } from "@reelcast/contract/console";
import { sql } from "kysely";
import type { Db } from "../storage/index.ts";

interface Row {
  id: number;
  at: Date;
  kind: string;
  source: string;
  account_kind: string;
  ref: number;
  name: string | null;
  seq: number;
  amount: number;
  balance: number;
  hash: Buffer;
  fits: boolean;
}

/** The journals with these sources, in their order in the ledger. */
export async function journalsOf(db: Db, sources: readonly string[]): Promise<JournalRecord[]> {
  const { rows } = await sql<Row>`
    select j.id, j.at, j.kind, j.source, a.kind as account_kind, a.ref, p.seq, p.amount, p.balance, p.hash,
      case a.kind when 'player' then (select username from players where id = a.ref)
        when 'suspense' then (select username from players where id = a.ref)
        when 'machine' then (select name from machines where id = a.ref)
        when 'house' then (select name from machines where id = a.ref)
        when 'jackpot' then (select name from jackpots where id = a.ref) end as name,
      p.hash = sha256(coalesce(b.hash, '') || convert_to(
        p.journal_id || ':' || p.account_id || ':' || p.seq || ':' || p.amount || ':' || p.balance, 'UTF8'))
        and p.balance = coalesce(b.balance, 0) + p.amount and (b.seq is not null) = (p.seq > 1) as fits
    from journals j
    join postings p on p.journal_id = j.id
    join ledger_accounts a on a.id = p.account_id
    left join postings b on b.account_id = p.account_id and b.seq = p.seq - 1
    where j.source = any (${sources}) order by j.id, p.id`.execute(db);
  const journals = new Map<number, JournalRecord>();
  for (const row of rows) {
    const { id, at, kind, source } = row;
    const journal = journals.get(id) ?? { id, at: at.toISOString(), kind, source, postings: [] };
    journal.postings.push({
      account: { kind: row.account_kind, ref: row.ref, name: row.name },
      seq: row.seq,
      amount: row.amount,
      balance: row.balance,
      hash: row.hash.toString("hex"),
      fits: row.fits,
    });
    journals.set(id, journal);
  }
  return [...journals.values()];
}
