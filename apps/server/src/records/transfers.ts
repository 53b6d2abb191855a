/** Transfers of the house, and one with everything that a decision about it needs. Read-only. */
import { AppError, ErrorCode } from "@reelcast/contract";
import { MeterReading } from "@reelcast/contract/console";
import type { ActRecord, TransferEvidence, TransferRow, TransfersQuery } from "@reelcast/contract/console";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import * as z from "zod/mini";
import { approvalTarget, isWaiting, requestsOn } from "../approvals/index.ts";
import type { Db } from "../storage/index.ts";
import { journalsOf } from "./ledgerRecord.ts";
import { EXACT_TIME, iso, readPage, searchOf } from "./page.ts";
import type { Page } from "./page.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

interface Row {
  id: string;
  kind: TransferRow["kind"];
  state: TransferRow["state"];
  player_id: number;
  player: string | null;
  machine_id: number;
  machine: string | null;
  amount: number | null;
  moved: number | null;
  created_at: Date;
  updated_at: Date;
  exactly: string;
}
const toRow = (row: Row): TransferRow => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  player: { id: row.player_id, name: row.player ?? "" },
  machine: { id: row.machine_id, name: row.machine ?? "" },
  amount: row.amount,
  moved: row.moved,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

const Position = z.tuple([z.iso.datetime({ precision: 6 }), z.uuid()]);
type Position = z.infer<typeof Position>;

const STATES: Readonly<Record<NonNullable<TransfersQuery["state"]>, RawBuilder<boolean>>> = {
  open: sql`t.unresolved`,
  // `unresolved` is what the index is of.
  manual: sql`t.unresolved and t.state = 'manual'`,
  done: sql`t.state = 'done'`,
  failed: sql`t.state = 'failed'`,
};

/** An id, of the transfer or of the client's request. */
const identified = (search: string | null): RawBuilder<boolean> =>
  search === null
    ? sql`true`
    : UUID.test(search)
      ? sql`(t.id = ${search}::uuid or t.client_transfer_id = ${search})`
      : sql`t.client_transfer_id = ${search}`;

const conditions = ({ from, to, player, machine, kind, state }: Omit<TransfersQuery, "limit">, search: string | null) =>
  sql.join(
    [
      identified(search),
      ...(from === undefined ? [] : [sql`t.created_at >= ${from}::timestamptz`]),
      ...(to === undefined ? [] : [sql`t.created_at <= ${to}::timestamptz`]),
      ...(player === undefined ? [] : [sql`t.player_id = ${player}`]),
      ...(machine === undefined ? [] : [sql`t.machine_id = ${machine}`]),
      ...(kind === undefined ? [] : [sql`t.kind = ${kind}`]),
      ...(state === undefined ? [] : [STATES[state]]),
    ],
    sql` and `,
  );

function read(db: Db, where: RawBuilder<unknown>, after: Position | null, limit: number) {
  return sql<Row>`
    select t.*, p.username as player, m.name as machine from (
      select t.id, t.kind, t.state, t.player_id, t.machine_id, t.amount, t.moved, t.created_at, t.updated_at,
        to_char(t.created_at at time zone 'UTC', ${EXACT_TIME}) as exactly
      from transfers t where ${where}
        and ${after === null ? sql`true` : sql`(t.created_at, t.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`}
      order by t.created_at desc, t.id desc limit ${limit}
    ) t
    left join players p on p.id = t.player_id
    left join machines m on m.id = t.machine_id
    order by t.created_at desc, t.id desc`.execute(db);
}

/** Acts on a transfer: few, as only those of people and of the rules in doubt are recorded. */
export type ActsOn = (targets: readonly string[]) => Promise<ActRecord[]>;

async function suspensionOf(db: Db, transferId: string) {
  const row = await db.selectFrom("suspensions").selectAll().where("transfer_id", "=", transferId).executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    held: row.held,
    credit: row.credit,
    remaining: row.remaining,
    paid: row.paid,
    kept: row.kept,
    reason: row.reason,
    openedAt: row.opened_at.toISOString(),
    settledAt: iso(row.settled_at),
    settledBy: row.settled_by,
    settledBecause: row.settled_because,
  };
}

/** Whose acts are shown with the transfer's. */
const MAX_REQUESTS = 5;
/** What the host read when it asked the machine about the transfer: what the doubt is about. */
const Interrogation = z.object({ at: z.iso.datetime(), meters: MeterReading, ledger: MeterReading });

async function readingOf(db: Db, machineId: number): Promise<TransferEvidence["reading"]> {
  const row = await db.selectFrom("machine_meters").selectAll().where("machine_id", "=", machineId).executeTakeFirst();
  if (!row?.read_at) return null;
  return {
    at: row.read_at.toISOString(),
    meters: { transferredIn: row.read_in ?? 0, transferredOut: row.read_out ?? 0, credit: row.read_credit ?? 0 },
    ledger: {
      transferredIn: row.expected_in ?? 0,
      transferredOut: row.expected_out ?? 0,
      credit: row.expected_credit ?? 0,
    },
  };
}

export function createTransferRecords(db: Db, actsOn: ActsOn) {
  return {
    async list({ cursor, limit, ...query }: TransfersQuery): Promise<Page<TransferRow>> {
      const search = searchOf(query.search);
      return readPage(
        { cursor, limit },
        {
          scope: ["transfers", query],
          position: Position,
          read: async (after, most) => (await read(db, conditions(query, search), after, most)).rows,
          positionOf: ({ exactly, id }) => [exactly, id] as Position,
          itemOf: toRow,
        },
      );
    },

    /** @throws AppError NotFound */
    async one(id: string): Promise<TransferEvidence> {
      const [row] = (await read(db, sql`t.id = ${id}::uuid`, null, 1)).rows;
      const transfer = await db.selectFrom("transfers").selectAll().where("id", "=", id).executeTakeFirst();
      if (!row || !transfer) throw new AppError(ErrorCode.NotFound);
      const suspension = await suspensionOf(db, id);
      const requests = await requestsOn(db, `transfer ${id}`);
      const request = requests.find(isWaiting);
      const most =
        transfer.kind === "cashin" ? transfer.amount : Math.min(transfer.amount ?? Infinity, suspension?.credit ?? 0);
      return {
        ...toRow(row),
        number: transfer.number,
        session: transfer.session_id,
        clientTransferId: transfer.client_transfer_id,
        ip: transfer.ip,
        code: transfer.code,
        detail: transfer.detail,
        manualAt: iso(transfer.manual_at),
        balanceAfter: transfer.balance_after,
        creditAfter: transfer.credit_after,
        evidence: transfer.evidence ?? null,
        decidable: transfer.state === "manual" ? (most ?? 0) : null,
        request: request
          ? { id: request.id, requestedBy: request.requested_by, expiresAt: request.expires_at.toISOString() }
          : null,
        suspension,
        reading: Interrogation.safeParse(transfer.evidence).data ?? (await readingOf(db, transfer.machine_id)),
        journals: await journalsOf(db, [
          `transfer:${id}`,
          ...(suspension ? [`suspend:${suspension.id}`, `resolve:${suspension.id}`] : []),
        ]),
        acts: await actsOn([`transfer ${id}`, ...requests.slice(0, MAX_REQUESTS).map((one) => approvalTarget(one.id))]),
      };
    },
  };
}
