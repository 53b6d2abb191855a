/**
 * Which machines this process runs: a row each, with an epoch that rises with each new owner. The epoch is the fencing
 * token: the database and the machine refuse writes of an older owner. nodes.ts decides which process may take leases.
 */
import { sql } from "kysely";
import type { Db } from "../storage/index.ts";
import type { SharedMachines } from "./share.ts";

export interface Lease {
  machineId: number;
  epoch: number;
}

export interface Leases {
  /** Takes every machine that this node does not hold, and gives retired ones back. */
  claim(): Promise<void>;
  /** How the machines are divided among the processes that share them. */
  shared(): Promise<SharedMachines>;
  /** Takes at most so many machines that no active process holds, of this node's zone first; gives retired ones back. */
  claimFree(limit: number): Promise<void>;
  /** All leases that this node holds. */
  held(): Promise<Lease[]>;
  /** Another owner can take these at once. */
  release(leases: readonly Lease[]): Promise<void>;
}

async function giveRetired(db: Db, node: string): Promise<void> {
  await sql`
    update machine_leases l set node = null from machines m
    where m.id = l.machine_id and m.retired_at is not null and l.node = ${node}`.execute(db);
}
async function addMissing(db: Db): Promise<void> {
  await sql`
    insert into machine_leases (machine_id, epoch)
    select m.id, 0 from machines m
    where m.retired_at is null and not exists (select from machine_leases l where l.machine_id = m.id)
    on conflict do nothing`.execute(db);
}

/** @param node name of this process in `floor_nodes` */
export function createLeases(db: Db, node: string): Leases {
  return {
    async claim() {
      await giveRetired(db, node);
      await addMissing(db);
      // A row that another transaction has locked is left for the next round, so that nothing waits here. A node that is
      // no longer active takes nothing.
      await sql`
        with me as (
          select from floor_nodes where node = ${node} and active for share
        ), free as (
          select l.machine_id from machine_leases l join machines m on m.id = l.machine_id, me
          where l.node is distinct from ${node} and m.retired_at is null
          for update of l skip locked
        )
        update machine_leases l set node = ${node}, epoch = l.epoch + 1 from free where l.machine_id = free.machine_id`.execute(
        db,
      );
    },
    async shared() {
      await giveRetired(db, node);
      await addMissing(db);
      const { rows } = await sql<{ node: string | null; draining: boolean; machines: number }>`
        with active as (
          select node, draining, stats ->> 'busUp' as "busUp", stats ->> 'claims' = 'true' as claims
          from floor_nodes where active
        ), nodes as (
          -- One that has not reached the others for some time, while they reach each other, is as one that drains.
          select node, draining or (
            "busUp" = 'false' and exists (select from active o where o."busUp" = 'true' and not o.draining)
          ) is true as draining from active where claims
        )
        select n.node, coalesce(n.draining, false) as draining, count(m.id)::int as machines
        from machines m join machine_leases l on l.machine_id = m.id and m.retired_at is null
        full join nodes n on n.node = l.node
        group by n.node, n.draining`.execute(db);
      const held = rows.flatMap((row) =>
        row.node === null || row.draining ? [] : [[row.node, row.machines] as const],
      );
      const free = rows.find((row) => row.node === null)?.machines ?? 0;
      return { total: rows.reduce((sum, row) => sum + row.machines, 0), free, held: new Map(held) };
    },
    async claimFree(limit) {
      // The owner is compared by the row's own column: a row that another process has just taken is read again, and left.
      await sql`
        with me as (
          select zone from floor_nodes where node = ${node} and active and not draining for share
        ), free as (
          select l.machine_id from machine_leases l join machines m on m.id = l.machine_id, me
          where (l.node is null or l.node <> all (array(select node from floor_nodes where active)))
            and m.retired_at is null
          order by (m.zone is distinct from me.zone), l.machine_id limit ${limit}
          for update of l skip locked
        )
        update machine_leases l set node = ${node}, epoch = l.epoch + 1 from free where l.machine_id = free.machine_id`.execute(
        db,
      );
    },
    async held() {
      const { rows } = await sql<Lease>`
        select machine_id as "machineId", epoch from machine_leases where node = ${node}`.execute(db);
      return rows;
    },
    async release(leases) {
      await sql`
        update machine_leases l set node = null
        from unnest(${leases.map(({ machineId }) => machineId)}::integer[], ${leases.map(({ epoch }) => epoch)}::bigint[]) as r(machine_id, epoch)
        where l.machine_id = r.machine_id and l.epoch = r.epoch and l.node = ${node}`.execute(db);
    },
  };
}
