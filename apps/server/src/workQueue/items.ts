/** Reads what waits for a person from the tables of the other parts. Nothing here is stored a second time. */
import type { WorkItem } from "@reelcast/contract/console";
import { sql } from "kysely";
import { MACHINE_OF_REQUEST, PAYEE_OF_REQUEST } from "../approvals/index.ts";
import type { Db } from "../storage/index.ts";

/** Without its owner. */
export type WaitingItem = Omit<WorkItem, "owner">;

/** An unresolved transfer is somebody's work after this time: until then the machine is asked. */
export const OLD_TRANSFER_SECONDS = 60;
/** Of each kind. */
export const MAX_OF_KIND = 500;
/** Events that are looked at, the oldest: however many nobody has seen, the queue is read as fast. */
export const MAX_UNSEEN = 5_000;

interface Row {
  key: string;
  since: Date;
  amount: number | null;
  player_id: number | null;
  player: string | null;
  machine_id: number | null;
  machine: string | null;
  state: string;
  detail: string | null;
  subject: string;
  expires_at: Date | null;
}
const named = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? "" });
const toItem =
  (kind: WorkItem["kind"]) =>
  (row: Row): WaitingItem => ({
    key: row.key,
    kind,
    since: row.since.toISOString(),
    amount: row.amount,
    player: named(row.player_id, row.player),
    machine: named(row.machine_id, row.machine),
    state: row.state,
    detail: row.detail,
    subject: row.subject,
    expiresAt: row.expires_at?.toISOString() ?? null,
  });

async function transfers(db: Db): Promise<WaitingItem[]> {
  const { rows } = await sql<Row>`
    select 'transfer:' || t.id as key, coalesce(t.manual_at, t.created_at) as since,
      coalesce(t.amount, s.remaining, a.posted) as amount, t.player_id, p.username as player, t.machine_id,
      m.name as machine, t.state, t.detail, t.id::text as subject, null::timestamptz as expires_at
    from transfers t
    left join players p on p.id = t.player_id
    left join machines m on m.id = t.machine_id
    left join suspensions s on s.transfer_id = t.id
    left join ledger_accounts a on a.kind = 'machine' and a.ref = t.machine_id
    where t.unresolved and (t.state = 'manual' or t.created_at < now() - make_interval(secs => ${OLD_TRANSFER_SECONDS}))
    order by since limit ${MAX_OF_KIND}`.execute(db);
  return rows.map(toItem("transfer"));
}

/** Open cases whose transfer is decided, or that never had one. */
async function suspensions(db: Db): Promise<WaitingItem[]> {
  const { rows } = await sql<Row>`
    select 'suspense:' || s.id as key, s.opened_at as since, s.remaining as amount, s.player_id, p.username as player,
      s.machine_id, m.name as machine, '' as state, s.reason as detail, s.id::text as subject,
      null::timestamptz as expires_at
    from suspensions s
    left join players p on p.id = s.player_id
    left join machines m on m.id = s.machine_id
    left join transfers t on t.id = s.transfer_id
    where s.settled_at is null and (t.id is null or not t.unresolved)
    order by since limit ${MAX_OF_KIND}`.execute(db);
  return rows.map(toItem("suspense"));
}

/** In the key: since when. A machine that differs again is another item. */
async function mismatches(db: Db): Promise<WaitingItem[]> {
  const { rows } = await sql<Row>`
    select 'mismatch:' || m.id || '@' || floor(extract(epoch from coalesce(m.quarantined_at, now())))::bigint as key,
      coalesce(m.quarantined_at, now()) as since, null::bigint as amount, null::integer as player_id,
      null::text as player, m.id as machine_id, m.name as machine, '' as state, m.quarantined as detail,
      m.id::text as subject, null::timestamptz as expires_at
    from machines m
    where m.quarantined is not null and m.retired_at is null
      and not exists (select from transfers t where t.machine_id = m.id and t.unresolved)
      and not exists (select from suspensions s where s.machine_id = m.id and s.settled_at is null)
    order by since limit ${MAX_OF_KIND}`.execute(db);
  return rows.map(toItem("mismatch"));
}

async function approvals(db: Db): Promise<WaitingItem[]> {
  const { rows } = await sql<Row>`
    select 'approval:' || a.id as key, a.requested_at as since, a.amount, p.id as player_id, p.username as player,
      m.id as machine_id, m.name as machine, a.act as state, a.requested_by || ': ' || a.why as detail,
      a.id::text as subject, a.expires_at
    from approvals a
    left join players p on p.id = ${PAYEE_OF_REQUEST}
    left join machines m on m.id = ${MACHINE_OF_REQUEST}
    where a.state = 'waiting' and a.expires_at > clock_timestamp()
    order by since limit ${MAX_OF_KIND}`.execute(db);
  return rows.map(toItem("approval"));
}

/** Chats with the support desk that wait, since the first message without an answer. */
async function chats(db: Db): Promise<WaitingItem[]> {
  const { rows } = await sql<Row>`
    select 'chat:' || c.player_id as key, first.at as since, null::bigint as amount, c.player_id, p.username as player,
      null::integer as machine_id, null::text as machine, '' as state, left(last.text, 200) as detail,
      c.player_id::text as subject, null::timestamptz as expires_at
    from chats c
    join players p on p.id = c.player_id
    join chat_messages first on first.id = c.waits_from
    join chat_messages last on last.id = c.last_message
    where c.other_id is null and c.waits_from is not null
    order by since limit ${MAX_OF_KIND}`.execute(db);
  return rows.map(toItem("chat"));
}

interface EventsRow extends Row {
  count: number;
  facts: Record<string, unknown>;
}
/**
 * Significant events that nobody has seen: those of one kind about the same machine, player or house are one item. In the key:
 * the first of them. Those that come after all were seen are another item.
 */
async function events(db: Db): Promise<WaitingItem[]> {
  const { rows } = await sql<EventsRow>`
    with unseen as (
      select id, at, kind, machine_id, player_id, facts,
        case when machine_id is not null then 'machine' || machine_id
          when player_id is not null then 'player' || player_id else 'house' end as about
      from significant_events where seen_at is null order by id limit ${MAX_UNSEEN}),
    alike as (
      select 'event:' || kind || '/' || about || '@' || min(id) as key, kind, min(at) as since, machine_id,
        case when count(player_id) = count(*) and min(player_id) = max(player_id) then min(player_id) end as player_id,
        count(*)::int as count, (array_agg(facts order by id desc))[1] as facts
      from unseen group by kind, about, machine_id)
    select a.key, a.since, null::bigint as amount, a.player_id, p.username as player, a.machine_id, m.name as machine,
      a.kind as state, null::text as detail, coalesce(a.machine_id, a.player_id)::text as subject,
      null::timestamptz as expires_at, a.count, a.facts
    from alike a
    left join players p on p.id = a.player_id
    left join machines m on m.id = a.machine_id
    order by since limit ${MAX_OF_KIND}`.execute(db);
  return rows.map(({ count, facts, ...row }) => ({
    ...toItem("event")({ ...row, subject: row.subject ?? "" }),
    events: { count, facts },
  }));
}

/** One after the other: a reading each second must not occupy the connections of players' calls. */
async function all(db: Db, kinds: readonly ((db: Db) => Promise<WaitingItem[]>)[]): Promise<WaitingItem[]> {
  const found: WaitingItem[] = [];
  for (const read of kinds) found.push(...(await read(db)));
  return found;
}
/** Without a common order. Each reads a small index. */
export const urgentItems = (db: Db): Promise<WaitingItem[]> => all(db, [transfers, suspensions, mismatches, approvals]);
/** Chats and events: more to read, by an index each, and less urgent. */
export const lessUrgentItems = (db: Db): Promise<WaitingItem[]> => all(db, [chats, events]);
