/** A node for tests: it becomes active when the test says so. */
import { randomUUID } from "node:crypto";
import { AppError, ErrorCode } from "@reelcast/contract";
import { sql } from "kysely";
import type { Db } from "../../storage/index.ts";
import { createFloorNode } from "../index.ts";
import type { FloorNode, NodeStats } from "../index.ts";

export interface TestNode extends FloorNode {
  /** Becomes the active node at once, as after the death of the former one. */
  activate(): Promise<void>;
  /** What the clock of countdowns shows beyond the time that has passed, ms. */
  skipped: number;
  /** False: as after three seconds without the database. */
  authority: boolean;
}
/** A node without the election: what decides who is active has tests of its own (nodes.db.test.ts). */
export function testNode(db: Db): TestNode {
  const id = randomUUID();
  const lost = new AbortController();
  const node: TestNode = {
    id,
    skipped: 0,
    authority: true,
    lost: lost.signal,
    async activate() {
      await sql`update floor_nodes set active = false where active`.execute(db);
      await sql`insert into floor_nodes (node, incarnation, postmaster_started, active)
        values (${id}, 0, pg_postmaster_start_time(), true)`.execute(db);
    },
    becomeActive: async () => node.activate(),
    hasAuthority: () => node.authority && !lost.signal.aborted,
    assertAuthority() {
      if (!node.hasAuthority()) throw new AppError(ErrorCode.ServiceUnavailable);
    },
    playTime: () => performance.now() + node.skipped,
    async release() {
      lost.abort();
      await sql`delete from floor_nodes where node = ${id}`.execute(db);
    },
  };
  return node;
}

/** A real node that shares the machines with others. @param url of the database, perhaps through a proxy */
export function sharedTestNode(
  url: string,
  name: string,
  { zone, stats }: { zone?: string; stats?: () => NodeStats } = {},
): TestNode {
  const describe = { name, roles: ["floor"], version: "0.0.0", zone };
  const log = { info() {}, warn() {} };
  const real = createFloorNode({ url, log, shared: true, describe, ...(stats ? { stats } : {}) });
  return {
    id: real.id,
    skipped: 0,
    authority: true,
    lost: real.lost,
    sharing: real.sharing,
    activate: () => real.becomeActive(AbortSignal.timeout(10_000)),
    becomeActive: (signal) => real.becomeActive(signal),
    hasAuthority: () => real.hasAuthority(),
    assertAuthority: () => real.assertAuthority(),
    playTime: () => real.playTime(),
    release: () => real.release(),
  };
}
