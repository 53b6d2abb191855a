/**
 * Tables of logs are partitioned by month, so that old months can be dropped whole. This function makes the months of any
 * of them; it is called by the owner's login, at a migration, at the start and daily.
 */
import { sql } from "kysely";
import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // Months are those of UTC, and named `<table>_2026_11`. Rows of a month that was not made in time are in
  // `<table>_default`; their month is skipped with a warning, since nothing that was logged is ever moved. A trigger
  // `append_only` guards each month by itself, as statements can name it. Answers how many months were made.
  await sql`
    create function add_months(p_table regclass, p_until date, p_from date default (now() at time zone 'UTC')::date)
      returns integer language plpgsql as $$
    declare
      space text;
      parent text;
      month date := date_trunc('month', p_from);
      made integer := 0;
      part text;
    begin
      select n.nspname, c.relname into strict space, parent
        from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = p_table and c.relkind = 'p';
      if not exists (select from pg_partitioned_table where partrelid = p_table and partdefid <> 0) then
        part := parent || '_default';
        execute format('create table %I.%I partition of %s default', space, part, p_table);
        perform guard_month(space, part);
      end if;
      while month <= p_until loop
        part := parent || to_char(month, '_YYYY_MM');
        if to_regclass(format('%I.%I', space, part)) is null then
          begin
            execute format('create table %I.%I partition of %s for values from (%L) to (%L)', space, part, p_table,
              month || ' 00:00:00+00', (month + interval '1 month')::date || ' 00:00:00+00');
            perform guard_month(space, part);
            made := made + 1;
          exception when check_violation then
            raise warning 'month % of % can''t be made: its rows are in %_default', to_char(month, 'YYYY-MM'), p_table, parent;
          end;
        end if;
        month := (month + interval '1 month')::date;
      end loop;
      return made;
    end $$`.execute(db);
  await sql`
    create function guard_month(p_space text, p_month text) returns void language plpgsql as $$
    begin
      execute format('create trigger %I before update or delete or truncate on %I.%I
        for each statement execute function %I.append_only()', p_month || '_append_only', p_space, p_month, p_space);
    end $$`.execute(db);
}
