/** Players as the house sees them: search, and one player's identity, balance and seat. Read-only. */
import { AppError, ErrorCode, Id, MAX_ID } from "@reelcast/contract";
import type { Protection } from "@reelcast/contract";
import { PLAYER_STATES } from "@reelcast/contract/console";
import type { PlayerListRow, PlayerRecord, PlayerState, PlayersQuery } from "@reelcast/contract/console";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { Age } from "../protection/index.ts";
import type { Db } from "../storage/index.ts";
import { iso, readPage, searchOf } from "./page.ts";
import type { Page } from "./page.ts";

/** What is true of the players in each state: each reads a small index, not all players. */
const IN_STATE: Readonly<Record<PlayerState, RawBuilder<boolean>>> = {
  seated: sql`p.id in (select player_id from sessions where state <> 'closed')`,
  inDoubt: sql`p.id in (select player_id from suspensions where settled_at is null)`,
  away: sql`p.id in (select player_id from player_protection where greatest(break_until, exclusion_until) > now())`,
  banned: sql`p.id in (select id from players where banned_at is not null)`,
  unverified: sql`p.age_verified_at is null`,
};

interface Row {
  id: number;
  username: string;
  name: string;
  lastname: string;
  email: string;
  banned_at: Date | null;
  age_verified_at: Date | null;
  last_login_at: Date | null;
  created_at: Date;
  balance: number | null;
  away: boolean;
  in_doubt: boolean;
  machine_id: number | null;
  machine: string | null;
}

export const fullName = ({ name, lastname }: Pick<Row, "name" | "lastname">) => `${name} ${lastname}`.trim();

function statesOf(row: Row, isAgeRequired: boolean): PlayerState[] {
  const is: Record<PlayerState, boolean> = {
    seated: row.machine_id !== null,
    inDoubt: row.in_doubt,
    away: row.away,
    banned: row.banned_at !== null,
    unverified: isAgeRequired && row.age_verified_at === null,
  };
  return PLAYER_STATES.filter((state) => is[state]);
}

const toListRow = (row: Row, isAgeRequired: boolean): PlayerListRow => ({
  id: row.id,
  username: row.username,
  name: fullName(row),
  email: row.email,
  states: statesOf(row, isAgeRequired),
  balance: row.balance ?? 0,
  lastLogin: iso(row.last_login_at),
  createdAt: row.created_at.toISOString(),
  machine: row.machine_id === null ? null : { id: row.machine_id, name: row.machine ?? "" },
});

/** The number too: an operator reads it from a list or from a command. */
function found(search: string) {
  const id = /^\d{1,10}$/.test(search) && Number(search) <= MAX_ID ? Number(search) : null;
  return sql`(p.id = ${id} or strpos(p.search_text, search_fold(${search})) > 0)`;
}

export interface PlayerParts {
  protectionOf: (playerId: number) => Promise<Protection>;
  ageOf: (playerId: number) => Promise<Age>;
  /** Whether the rule ageCheck is in force now. */
  isAgeRequired: () => boolean;
}

/** Who has verified the age: the newest row of the audit log about it, for one player or by a file of many. */
async function ageVerifiedBy(db: Db, id: number): Promise<string | null> {
  const { rows } = await sql<{ by: string }>`
    select "by" from audit_log
    where (act = 'player.age-verified' and target = ${`player ${id}`} and after ? 'ageVerifiedAt')
      or (act = 'player.age-import' and after -> 'players' @> jsonb_build_array(jsonb_build_object('id', ${id}::int)))
    order by seq desc limit 1`.execute(db);
  return rows[0]?.by ?? null;
}

async function readRows(
  db: Db,
  { search, state }: { search: string | null; state: PlayerState | null },
  after: number | null,
  limit: number,
) {
  const { rows } = await sql<Row>`
    select page.*, a.posted - a.held as balance, m.id as machine_id, m.name as machine,
      exists (select from suspensions s where s.player_id = page.id and s.settled_at is null) as in_doubt,
      coalesce(greatest(pp.break_until, pp.exclusion_until) > now(), false) as away
    from (
      select p.id, p.username, p.name, p.lastname, p.email, p.banned_at, p.age_verified_at, p.last_login_at, p.created_at from players p
      where ${after === null ? sql`true` : sql`p.id < ${after}`}
        and ${state === null ? sql`true` : IN_STATE[state]}
        and ${search === null ? sql`true` : found(search)}
      order by p.id desc limit ${limit}
    ) page
    left join ledger_accounts a on a.kind = 'player' and a.ref = page.id
    left join player_protection pp on pp.player_id = page.id
    left join sessions s on s.player_id = page.id and s.state <> 'closed'
    left join machines m on m.id = s.machine_id
    order by page.id desc`.execute(db);
  return rows;
}

/** @throws AppError NotFound */
async function readOne(db: Db, { protectionOf, ageOf, isAgeRequired }: PlayerParts, id: number): Promise<PlayerRecord> {
  const player = await db.selectFrom("players").selectAll().where("id", "=", id).executeTakeFirst();
  if (!player) throw new AppError(ErrorCode.NotFound);
  const { rows } = await sql<{ free: number; reserved: number; doubt: number; logins: number }>`
    select coalesce(a.posted - a.held, 0) as free, coalesce(a.held, 0) as reserved, coalesce(d.posted, 0) as doubt,
      (select count(distinct family)::int from tokens
        where player_id = ${id} and ended_at is null and expires_at > now()) as logins
    from (select) one
    left join ledger_accounts a on a.kind = 'player' and a.ref = ${id}
    left join ledger_accounts d on d.kind = 'suspense' and d.ref = ${id}`.execute(db);
  const seat = await db
    .selectFrom("sessions as s")
    .innerJoin("machines as m", "m.id", "s.machine_id")
    .leftJoin("ledger_accounts as a", (join) => join.on("a.kind", "=", "machine").onRef("a.ref", "=", "m.id"))
    .select(["s.id", "s.started_at", "m.id as machineId", "m.name", "a.posted"])
    .where("s.player_id", "=", id)
    .where("s.state", "<>", "closed")
    .executeTakeFirst();
  const [money] = rows;
  const { verifiedAt, bornOn } = await ageOf(id);
  return {
    id,
    username: player.username,
    name: player.name,
    lastname: player.lastname,
    email: player.email,
    group: player.group_name,
    createdAt: player.created_at.toISOString(),
    lastLogin: player.last_login_at && { at: player.last_login_at.toISOString(), ip: player.last_login_ip },
    bannedAt: iso(player.banned_at),
    bannedFor: player.banned_for,
    logins: money?.logins ?? 0,
    balance: {
      free: money?.free ?? 0,
      reserved: money?.reserved ?? 0,
      atMachines: seat?.posted ?? 0,
      inDoubt: money?.doubt ?? 0,
    },
    age: {
      verifiedAt: iso(verifiedAt),
      verifiedBy: verifiedAt === null ? null : await ageVerifiedBy(db, id),
      bornOn,
      isRequired: isAgeRequired(),
    },
    seat: seat
      ? { machine: { id: seat.machineId, name: seat.name }, session: seat.id, since: seat.started_at.toISOString() }
      : null,
    protection: await protectionOf(id),
  };
}

export const createPlayerRecords = (db: Db, parts: PlayerParts) => ({
  async list({ search: typed, state, ...page }: PlayersQuery): Promise<Page<PlayerListRow>> {
    const filter = { search: searchOf(typed), state: state ?? null };
    return readPage(page, {
      scope: ["players", filter],
      position: Id,
      read: (after, limit) => readRows(db, filter, after, limit),
      positionOf: ({ id }) => id,
      itemOf: (row) => toListRow(row, parts.isAgeRequired()),
    });
  },

  /** @throws AppError NotFound */
  one: (id: number) => readOne(db, parts, id),
});
