/** Metrics of the whole house, read from the database whenever they are asked for: one statement, and once for all of an answer. */
import { sql } from "kysely";
import { LEDGER_CHECK } from "../audit/index.ts";
import type { Config } from "../config.ts";
import { unseenEvents } from "../events/index.ts";
import { NODE_LIVES } from "../floor/index.ts";
import type { Metrics } from "../metrics/index.ts";
import { monthsAhead } from "../storage/index.ts";
import type { Db } from "../storage/index.ts";
import { ROLES } from "../variableSchemas.ts";

const FRESH_MS = 250;

/** Figures of the whole house, by one statement. Times: Unix seconds; ages: seconds. */
export interface Figures {
  machines: Record<"in_play" | "closed" | "out_of_order" | "quarantined", number>;
  transfers: { state: string; count: number; oldest: number }[];
  suspensions: number;
  nodes: { role: string; active: number; draining: number }[];
  /** Null: never. `broken` and `attention` are null for a check by an older version. */
  checked: { at: number; broken: number | null; attention: number | null } | null;
  checkedInFull: number | null;
  /** Null if the server's login may not read them. `lag` in seconds. */
  standbys: { state: string; count: number; lag: number }[] | null;
}

export async function readFigures(db: Db): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select
      (select json_build_object(
        'in_play', count(*) filter (where quarantined is null and out_of_order is null and not idly_closed),
        'closed', count(*) filter (where quarantined is null and out_of_order is null and idly_closed),
        'out_of_order', count(*) filter (where quarantined is null and out_of_order is not null),
        'quarantined', count(*) filter (where quarantined is not null))
        from (select quarantined, out_of_order, closed_at is not null and not exists (
            select from sessions s where s.machine_id = m.id and s.state <> 'closed') as idly_closed
          from machines m where retired_at is null) m) as machines,
      (select coalesce(json_agg(t), '[]') from (
        select state, count(*) as count, extract(epoch from now() - min(created_at))::float8 as oldest
        from transfers where unresolved group by state) t) as transfers,
      (select count(*)::int from suspensions where settled_at is null) as suspensions,
      (select json_agg(n) from (
        select r.role, count(*) filter (where not draining) as active, count(*) filter (where draining) as draining
        from unnest(${[...ROLES]}::text[]) r (role)
        left join floor_nodes on r.role = any (roles) and ${sql.raw(NODE_LIVES)}
        group by r.role) n) as nodes,
      (select json_build_object('at', extract(epoch from at), 'broken', (after ->> 'broken')::int,
        'attention', (after ->> 'attention')::int)
        from audit_log where act = ${LEDGER_CHECK} order by seq desc limit 1) as checked,
      (select extract(epoch from f.at)::float8 from ledger_checkpoints c join ledger_checkpoints f on f.id = c.full_id
        order by c.id desc limit 1) as "checkedInFull",
      case when pg_has_role(current_user, 'pg_read_all_stats', 'usage') then (
        select json_agg(s) from (
          select k.state, count(r.pid) as count, coalesce(extract(epoch from max(r.replay_lag)), 0)::float8 as lag
          from unnest(array['sync', 'quorum', 'potential', 'async']) k (state)
          left join pg_stat_replication r on r.sync_state = k.state and r.state = 'streaming'
          group by k.state) s) end as standbys`.execute(db);
  const [figures] = rows;
  if (!figures) throw new Error("no row");
  return figures;
}

/** A metric whose value is not known is left out. @throws to leave it out */
export function known<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error("not known");
  return value;
}

export function showHouse(metrics: Metrics, db: Db, { nats }: Pick<Config, "nats">): void {
  let last: { at: number; figures: Promise<Figures> } | undefined;
  function figures(): Promise<Figures> {
    if (!last || performance.now() - last.at > FRESH_MS) last = { at: performance.now(), figures: readFigures(db) };
    return last.figures;
  }
  metrics.databaseUp.read(() =>
    figures().then(
      () => 1,
      () => 0,
    ),
  );
  if (nats)
    metrics.nodes.read(async () =>
      (await figures()).nodes.flatMap(({ role, active, draining }) => [
        [{ role, state: "active" }, active] as const,
        [{ role, state: "draining" }, draining] as const,
      ]),
    );
  metrics.houseMachines.read(async () =>
    Object.entries((await figures()).machines).map(([condition, count]) => [{ condition }, count]),
  );
  metrics.transfersUnresolved.read(async () =>
    (await figures()).transfers.map(({ state, count }) => [{ state }, count]),
  );
  metrics.transferOldest.read(async () => (await figures()).transfers.map(({ state, oldest }) => [{ state }, oldest]));
  metrics.suspensions.read(async () => (await figures()).suspensions);
  metrics.ledgerChecked.read(async () => known((await figures()).checked?.at));
  metrics.ledgerBroken.read(async () => known((await figures()).checked?.broken));
  metrics.ledgerAttention.read(async () => known((await figures()).checked?.attention));
  metrics.ledgerCheckedInFull.read(async () => known((await figures()).checkedInFull));
  metrics.standbys.read(async () =>
    known((await figures()).standbys).map(({ state, count }) => [{ sync_state: state }, count]),
  );
  metrics.standbyLag.read(async () => Math.max(...known((await figures()).standbys).map(({ lag }) => lag)));
  metrics.eventsUnseen.read(async () => (await unseenEvents(db)).count);
  metrics.logMonthsAhead.read(async () => Math.min(...(await monthsAhead(db)).map(({ ahead }) => ahead)));
}
