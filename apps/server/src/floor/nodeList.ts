/** The processes of the house as an operator sees them, and the request to one of them to give its work to others. Reads and writes rows only. */
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "../storage/index.ts";
import { HELD } from "./nodeStore.ts";
import type { NodeStats } from "./nodeStore.ts";

export interface ListedNode {
  /** Changes with each start. */
  node: string;
  /** Null: a program of an earlier version, or a process that shares with no other. */
  name: string | null;
  roles: string[];
  zone: string | null;
  version: string | null;
  address: string | null;
  startedAt: Date;
  /** silent: it has not renewed its row in the time of two renewals, or its connection is gone. */
  state: "active" | "draining" | "starting" | "standby" | "silent";
  /** It runs machines, or may. */
  shared: boolean;
  machines: number;
  seats: number;
  stats: NodeStats;
}

/** Longer than between two renewals. */
const RENEWED_WITHIN_MS = 2_000;

type Row = Omit<ListedNode, "state" | "stats"> & {
  active: boolean;
  draining: boolean;
  locked: boolean;
  renewal: number;
  stats: NodeStats | null;
};
async function readRows(db: Db): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select node, name, roles, zone, version, address, started_at as "startedAt", shared, active, draining, stats,
      renewal::float8 as renewal, ${sql.raw(HELD)} as locked,
      (select count(*)::int from machine_leases l where l.node = floor_nodes.node) as machines,
      (select count(*)::int from machine_leases l join sessions s on s.machine_id = l.machine_id and s.state <> 'closed'
        where l.node = floor_nodes.node) as seats
    from floor_nodes order by name nulls last, started_at`.execute(db);
  return rows;
}

function stateOf({ active, draining, shared, roles, locked, stats }: Row, renewed: boolean): ListedNode["state"] {
  if (!locked || !renewed) return "silent";
  if (draining) return "draining";
  if (!shared) return active ? "active" : "standby";
  return !roles.includes("floor") || (active && stats?.claims === true) ? "active" : "starting";
}

/** Takes two seconds: whether a process lives is seen by its renewals, and no clock of another computer counts. */
export async function listNodes(db: Db, waitMs = RENEWED_WITHIN_MS): Promise<ListedNode[]> {
  const before = new Map((await readRows(db)).map(({ node, renewal }) => [node, renewal]));
  await pause(waitMs);
  return (await readRows(db)).map((row) => {
    const { active: _active, draining: _draining, locked: _locked, renewal, stats, ...node } = row;
    return { ...node, stats: stats ?? {}, state: stateOf(row, before.get(row.node) !== renewal) };
  });
}

/**
 * The process notices within a second. Of two with this name, it is the older one: the other one ends without the name. A process that shares with no other has nobody to give its work to.
 * @returns its state before; null if no process that shares has this name
 */
export async function setNodeDraining(db: Db, name: string, draining: boolean): Promise<{ draining: boolean } | null> {
  const { rows } = await sql<{ draining: boolean }>`
    with before as (
      select node, draining from floor_nodes where name = ${name} and shared and ${sql.raw(HELD)}
      order by started_at limit 1
    )
    update floor_nodes n set draining = ${draining} from before where n.node = before.node
    returning before.draining`.execute(db);
  return rows[0] ?? null;
}

/** Whether a process with the role `edge` other than this one lives, works, and reaches the bus by its own account. */
export async function otherEdgeReachesBus(db: Db, own: string): Promise<boolean> {
  const { rows } = await sql`
    select from floor_nodes
    where node <> ${own} and 'edge' = any (roles) and not draining and stats ->> 'busUp' = 'true' and ${sql.raw(HELD)}
    limit 1`.execute(db);
  return rows.length > 0;
}
