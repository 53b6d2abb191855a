/** Grants of promotions, and what is counted for them. Money moves by the ledger alone; a grant says why it did. */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // Games of one player are recorded one after the other: by this number it is known exactly which ones a grant counted.
  await sql`alter table games add column id bigint generated always as identity`.execute(db);
  await sql`create index games_counted on games (player_id, ended_at) include (id, free, bet, win)`.execute(db);
  await sql`
    create table promotion_grants (
      id bigint generated always as identity primary key,
      player_id integer not null references players,
      promotion text not null check (promotion in ('discount', 'bonus', 'weekly')),
      claim_window text not null check (length(claim_window) between 1 and 40),
      amount bigint not null check (amount > 0 and amount <= 1000000000000),
      basis bigint not null check (basis > 0),
      counted_to bigint not null,
      at timestamptz not null,
      ip text,
      constraint one_grant_per_window unique (player_id, promotion, claim_window)
    )`.execute(db);
  await sql`create index grants_of_player on promotion_grants (player_id, promotion, id desc)`.execute(db);
  await sql`
    create trigger promotion_grants_append_only before update or delete or truncate on promotion_grants
      for each statement execute function append_only()`.execute(db);
  // Within the transaction of whoever has decided it. Answers what the player may spend now.
  await sql`
    create function grant_promotion(p_player integer, p_promotion text, p_window text, p_amount bigint, p_detail jsonb)
      returns bigint language plpgsql as $$
    begin
      if p_amount <= 0 or not post_journal('promotion:' || p_promotion || ':' || p_player || ':' || p_window, 'promotion',
          array[account_of('promotions', 0), account_of('player', p_player)], array[-p_amount, p_amount], p_detail) then
        raise exception 'promotion % of player % can''t be granted for %', p_promotion, p_player, p_window
          using errcode = 'RC005';
      end if;
      return available(p_player);
    end $$`.execute(db);
}
