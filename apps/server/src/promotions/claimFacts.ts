/** Reads the facts for a claim from games, ledger and earlier grants. Read-only. */
import type { PromotionKind } from "@reelcast/contract";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Db, Trx } from "../storage/index.ts";
import type { ClaimFacts } from "./eligibility.ts";

interface Counted {
  basis: number;
  /** The last game or posting that is in `basis`. */
  countedTo: number;
}
interface Before {
  at: Date | null;
  countedTo: number;
}
type Count = (playerId: number, since: Before, now: Date) => RawBuilder<Counted>;

/** Games are counted by id; their times only limit the index scan, with a margin of one day. */
const COUNTS: Record<PromotionKind, Count> = {
  discount: (playerId, { at, countedTo }) => sql<Counted>`
    select coalesce(max(id), ${countedTo})::bigint as "countedTo", (coalesce(sum(bet - win), 0) - coalesce((
      select sum(h.amount) from jackpot_hits h join games g using (machine_id, game_number)
      where h.player_id = ${playerId} and g.id > ${countedTo}), 0))::bigint as basis
    from games
    where player_id = ${playerId} and id > ${countedTo}
      and ended_at > coalesce(${at}::timestamptz - interval '1 day', '-infinity')`,
  // Deposits less withdrawals, so that moving money back and forth earns nothing.
  bonus: (playerId, { countedTo }) => sql<Counted>`
    select coalesce(sum(p.amount), 0)::bigint as basis, coalesce(max(p.seq), ${countedTo})::bigint as "countedTo"
    from ledger_accounts a
    join postings p on p.account_id = a.id
    join journals j on j.id = p.journal_id
    where a.kind = 'player' and a.ref = ${playerId} and p.seq > ${countedTo} and j.kind in ('deposit', 'withdraw')`,
  weekly: (playerId, { countedTo }, now) => sql<Counted>`
    select coalesce(sum(bet), 0)::bigint as basis, coalesce(max(id), ${countedTo})::bigint as "countedTo"
    from games
    where player_id = ${playerId} and id > ${countedTo} and not free
      and ended_at > ${now}::timestamptz - interval '7 days'`,
};

export async function readClaimFacts(
  db: Db | Trx,
  kind: PromotionKind,
  playerId: number,
  now: Date,
): Promise<ClaimFacts & { countedTo: number }> {
  const last = await db
    .selectFrom("promotion_grants")
    .select(["at", "counted_to as countedTo"])
    .where("player_id", "=", playerId)
    .where("promotion", "=", kind)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const before: Before = last ?? { at: null, countedTo: 0 };
  const { rows } = await sql<Counted & { owned: number }>`
    select counted.*, (
      select a.posted + coalesce((
        select m.posted from sessions s join ledger_accounts m on m.kind = 'machine' and m.ref = s.machine_id
        where s.player_id = a.ref and s.state <> 'closed'), 0)
      from ledger_accounts a where a.kind = 'player' and a.ref = ${playerId}
    ) as owned
    from (${COUNTS[kind](playerId, before, now)}) counted`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("the database answered no facts");
  return { now, lastGrantAt: before.at, ...row };
}
