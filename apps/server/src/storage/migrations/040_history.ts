/**
 * What the lists of a player are read from. The postings remain the truth: `operations` is a copy of those that touch a
 * player, with what a list shows beside them (machine, session, tag, address), made by the database itself in the
 * transaction of the posting. So that a page, a search or a count reads one narrow table, not the ledger of the house.
 */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table operations (
      player_id integer not null,
      seq bigint not null,
      at timestamptz not null,
      type smallint not null,
      amount bigint not null,
      balance bigint not null,
      origin text not null check (origin in ('machine', 'house', 'promotions', 'jackpot')),
      machine_id integer,
      session_id text,
      tag text not null,
      ip text,
      primary key (player_id, seq)
    )`.execute(db);
  await sql`
    create index operations_of_type on operations (player_id, type, seq)`.execute(db);
  await sql`
    create index operations_of_session on operations (session_id, seq) where session_id is not null`.execute(db);
  await copying(db);
  await sql`
    insert into operations select (operation_of(p)).* from postings p
      join ledger_accounts a on a.id = p.account_id where a.kind = 'player'`.execute(db);
  await sql`
    create function posting_enters_operations() returns trigger language plpgsql as $$
    begin
      insert into operations select operation.* from operation_of(new) operation where operation.player_id is not null;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger posting_enters_operations after insert on postings
      for each row execute function posting_enters_operations()`.execute(db);
  await sql`
    create trigger operations_append_only before update or delete or truncate on operations
      for each statement execute function append_only()`.execute(db);

  // Pages by start with the id against doubles; spins are counted without reading the games themselves.
  await sql`create index sessions_by_start on sessions (player_id, started_at desc, id desc)`.execute(db);
  await sql`drop index sessions_of_player`.execute(db);
  await sql`create index games_of_session_by_free on games (session_id, free)`.execute(db);
  await sql`drop index games_of_session`.execute(db);

  // Letters as people search for them: no capitals, and Turkish letters like the ones on any keyboard. The database
  // itself may know ASCII alone.
  await sql`
    create function search_fold(p_text text) returns text language sql immutable parallel safe as $$
      select lower(translate(p_text, 'İIıŞşĞğÜüÖöÇçÂâÎîÛû', 'iiissgguuooccaaiiuu'))
    $$`.execute(db);
}

/** Types as in the contract (OPERATION). Nothing that is odd in a journal may keep money from moving: it is left empty. */
async function copying(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function operation_of(p postings) returns operations language plpgsql stable as $$
    declare
      operation operations;
      journal journals;
      detail jsonb;
    begin
      select ref into operation.player_id from ledger_accounts where id = p.account_id and kind = 'player';
      if not found then return operation; end if;
      select * into strict journal from journals where id = p.journal_id;
      detail := case when jsonb_typeof(journal.detail) = 'object' then journal.detail else '{}' end;
      operation.seq := p.seq;
      operation.at := journal.at;
      operation.amount := p.amount;
      operation.balance := p.balance;
      operation.type := case journal.kind
        when 'deposit' then 1 when 'withdraw' then 2 when 'cashin' then 3 when 'cashout' then 4
        when 'game' then 5 when 'jackpot' then 6 when 'promotion' then 1
        else case when p.amount > 0 then 1 else 2 end end;
      operation.origin := case journal.kind
        when 'cashin' then 'machine' when 'cashout' then 'machine' when 'game' then 'machine'
        when 'jackpot' then 'jackpot' when 'promotion' then 'promotions' else 'house' end;
      operation.tag := coalesce(detail ->> 'tag', '');
      operation.ip := detail ->> 'ip';
      if journal.source ~ '^transfer:[0-9a-f-]{36}$' then
        select t.machine_id, t.session_id, t.ip into operation.machine_id, operation.session_id, operation.ip
          from transfers t where t.id = substr(journal.source, 10)::uuid;
      elsif journal.source ~ '^game:\\d{1,9}:\\d{1,18}$' then
        operation.machine_id := split_part(journal.source, ':', 2)::integer;
        select g.session_id into operation.session_id from games g
          where g.machine_id = operation.machine_id and g.game_number = split_part(journal.source, ':', 3)::bigint;
      elsif journal.source ~ '^jackpot:\\d{1,9}:\\d{1,9}:\\d{1,18}$' then
        operation.machine_id := split_part(journal.source, ':', 3)::integer;
        operation.session_id := detail ->> 'sessionId';
        operation.tag := coalesce(detail ->> 'jackpot', detail ->> 'name', operation.tag);
      end if;
      if operation.ip is null and operation.session_id is not null then
        select s.ip into operation.ip from sessions s where s.id = operation.session_id;
      end if;
      return operation;
    end $$`.execute(db);
}
