/** Requests for payments that need a second person. Read-only: deciding them is an act. */
import { AppError, ErrorCode, Id } from "@reelcast/contract";
import type { ActRecord, ApprovalRow, ApprovalsQuery } from "@reelcast/contract/console";
import { sql } from "kysely";
import { MACHINE_OF_REQUEST, PAYEE_OF_REQUEST } from "../approvals/index.ts";
import type { Db } from "../storage/index.ts";
import { iso, readPage } from "./page.ts";
import type { Page } from "./page.ts";
import type { ActsOn } from "./transfers.ts";

interface Row {
  id: number;
  act: string;
  target: string;
  player_id: number | null;
  player: string | null;
  machine_id: number | null;
  machine: string | null;
  amount: number;
  params: Record<string, unknown>;
  why: string;
  requested_by: string;
  requested_from: string;
  requested_at: Date;
  expires_at: Date;
  state: ApprovalRow["state"];
  decided_by: string | null;
  decided_at: Date | null;
}
/** A request that nobody has expired yet is over nevertheless. */
const STATE = sql<ApprovalRow["state"]>`
  case when a.state = 'waiting' and a.expires_at <= clock_timestamp() then 'expired' else a.state end`;

const toRow = (row: Row): ApprovalRow => ({
  id: row.id,
  act: row.act,
  target: row.target,
  player: row.player_id === null ? null : { id: row.player_id, name: row.player ?? "" },
  machine: row.machine_id === null ? null : { id: row.machine_id, name: row.machine ?? "" },
  amount: row.amount,
  why: row.why,
  requestedBy: row.requested_by,
  requestedFrom: row.requested_from,
  requestedAt: row.requested_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  state: row.state,
  decidedBy: row.decided_by,
  decidedAt: iso(row.decided_at),
});

export function createApprovalRecords(db: Db, actsOn: ActsOn) {
  async function read(where: ReturnType<typeof sql>, limit: number): Promise<Row[]> {
    const { rows } = await sql<Row>`
      select a.id, a.act, a.target, a.amount, a.params, a.why, a.requested_by, a.requested_from, a.requested_at,
        a.expires_at, ${STATE} as state, a.decided_by, a.decided_at, p.id as player_id, p.username as player,
        m.id as machine_id, m.name as machine
      from approvals a
      left join players p on p.id = ${PAYEE_OF_REQUEST}
      left join machines m on m.id = ${MACHINE_OF_REQUEST}
      where ${where} order by a.id desc limit ${limit}`.execute(db);
    return rows;
  }

  return {
    async list({ cursor, limit, state }: ApprovalsQuery): Promise<Page<ApprovalRow>> {
      const inState = state === undefined ? sql`true` : sql`${STATE} = ${state}`;
      return readPage(
        { cursor, limit },
        {
          scope: ["approvals", state ?? null],
          position: Id,
          read: (after, most) => read(after === null ? inState : sql`${inState} and a.id < ${after}`, most),
          positionOf: ({ id }) => id,
          itemOf: toRow,
        },
      );
    },

    /** @throws AppError NotFound */
    async one(id: number): Promise<ApprovalRow & { params: Record<string, unknown>; acts: ActRecord[] }> {
      const [row] = await read(sql`a.id = ${id}`, 1);
      if (!row) throw new AppError(ErrorCode.NotFound);
      return { ...toRow(row), params: row.params, acts: await actsOn([`approval ${id}`, row.target]) };
    },
  };
}
