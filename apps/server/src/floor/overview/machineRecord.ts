/** One machine for operators, as the database has it: state, meters next to the ledger, money in doubt, what it returned. */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { MachineRecord, PlayedReturn } from "@reelcast/contract/console";
import { sql } from "kysely";
import type { Db } from "../../storage/index.ts";
import { reservedFor } from "../reservations.ts";

/** The return is that of so many games at most: more would take a second to read. */
const MOST_GAMES = 200_000;
/** Below so many paid games an interval means nothing. */
const FEWEST_GAMES = 30;
const Z_95 = 1.96;

interface Sums {
  games: number;
  paid: number;
  bet: number;
  win: number;
  /** Sums of squares and products, of paid games with the free games that they brought. */
  bet2: number;
  win2: number;
  both: number;
}

/**
 * The return of a sample and its 95 % confidence interval: a ratio estimator, Var(W/B) ≈ Σ(w − r·b)² / (Σb)² (Cochran,
 * Sampling Techniques, §2.11). Free games belong to the paid game before them, so that the terms are independent.
 */
export function returnOf({ games, paid, bet, win, bet2, win2, both }: Sums): PlayedReturn {
  const played = bet > 0 ? win / bet : null;
  const squares = played === null ? 0 : Math.max(0, win2 - 2 * played * both + played * played * bet2);
  const halfWidth95 = played === null || paid < FEWEST_GAMES ? null : (Z_95 * Math.sqrt(squares)) / bet;
  return { paidGames: paid, bet, win, played, halfWidth95, isLimited: games >= MOST_GAMES };
}

async function playedBy(db: Db, machineId: number): Promise<PlayedReturn> {
  const { rows } = await sql<Sums>`
    with latest as (
      select game_number, free, bet, win from games where machine_id = ${machineId}
      order by game_number desc limit ${MOST_GAMES}
    ), numbered as (
      select bet, win, free, count(*) filter (where not free) over (order by game_number) as round from latest
    ), rounds as (
      select sum(bet)::float8 as bet, sum(win)::float8 as win, count(*) as games, count(*) filter (where not free) as paid
      from numbered group by round
    )
    select coalesce(sum(games), 0)::float8 as games, coalesce(sum(paid), 0)::float8 as paid,
      coalesce(sum(bet), 0) as bet, coalesce(sum(win), 0) as win, coalesce(sum(bet * bet), 0) as bet2,
      coalesce(sum(win * win), 0) as win2, coalesce(sum(bet * win), 0) as both
    from rounds`.execute(db);
  const [sums] = rows;
  if (!sums) throw new Error("the database answered no sums");
  return returnOf(sums);
}

const iso = (moment: Date | null): string | null => moment?.toISOString() ?? null;
const reasonOf = (reason: string | null, since: Date | null) =>
  reason === null ? null : { reason, since: iso(since) };

/** @throws AppError NotFound */
async function machineOf(db: Db, machineId: number) {
  const row = await db
    .selectFrom("machines as m")
    .innerJoin("brands as b", "b.id", "m.brand_id")
    .leftJoin("machine_leases as l", "l.machine_id", "m.id")
    .leftJoin("machine_meters as r", "r.machine_id", "m.id")
    .leftJoin("ledger_accounts as a", (join) => join.onRef("a.ref", "=", "m.id").on("a.kind", "=", "machine"))
    .leftJoin("players as p", "p.id", "m.reserved_for")
    .selectAll("m")
    .select(["b.name as brand", "l.epoch", "p.username as reservedName", "a.posted as credit"])
    .select(["r.ledger_in", "r.ledger_out", "r.read_in", "r.read_out", "r.read_credit", "r.read_at"])
    .select(["r.expected_in", "r.expected_out", "r.expected_credit"])
    .where("m.id", "=", machineId)
    .executeTakeFirst();
  if (!row) throw new AppError(ErrorCode.NotFound);
  return row;
}
type Row = Awaited<ReturnType<typeof machineOf>>;

function readingOf(row: Row): MachineRecord["reading"] {
  const { read_at, read_in, read_out, read_credit, expected_in, expected_out, expected_credit } = row;
  if (read_at === null || read_in === null || read_out === null || read_credit === null) return null;
  return {
    at: read_at.toISOString(),
    meters: { transferredIn: read_in, transferredOut: read_out, credit: read_credit },
    ledger: { transferredIn: expected_in ?? 0, transferredOut: expected_out ?? 0, credit: expected_credit ?? 0 },
  };
}
function stateOf(row: Row) {
  const { out_of_order, out_of_order_at, quarantined, quarantined_at, reserved_until } = row;
  const owner = reservedFor(row, Date.now());
  return {
    outOfOrder: reasonOf(out_of_order, out_of_order_at),
    quarantined: reasonOf(quarantined, quarantined_at),
    closed: row.closed_at === null ? null : { reason: row.closed_reason ?? "", since: iso(row.closed_at) },
    reserved:
      owner !== null && reserved_until !== null
        ? { player: { id: owner, name: row.reservedName ?? "" }, until: reserved_until.toISOString() }
        : null,
    retiredAt: iso(row.retired_at),
    touchAreas: row.touch_areas,
  };
}

/** What belongs to the machine now: its session, its transfer, money in doubt. */
async function openOf(db: Db, machineId: number): Promise<Pick<MachineRecord, "session" | "transfer" | "suspension">> {
  const [session, transfer, suspension] = await Promise.all([
    db
      .selectFrom("sessions as s")
      .innerJoin("players as p", "p.id", "s.player_id")
      .where("s.machine_id", "=", machineId)
      .where("s.state", "<>", "closed")
      .select(["s.id", "s.player_id", "p.username", "s.started_at"])
      .executeTakeFirst(),
    db
      .selectFrom("transfers")
      .where("machine_id", "=", machineId)
      .where("unresolved", "=", true)
      .select(["id", "kind", "state", "amount", "created_at"])
      .executeTakeFirst(),
    db
      .selectFrom("suspensions as s")
      .innerJoin("players as p", "p.id", "s.player_id")
      .where("s.machine_id", "=", machineId)
      .where("s.settled_at", "is", null)
      .select(["s.player_id", "p.username", "s.remaining", "s.reason", "s.opened_at"])
      .executeTakeFirst(),
  ]);
  return {
    session: session
      ? {
          id: session.id,
          player: { id: session.player_id, name: session.username },
          startedAt: session.started_at.toISOString(),
        }
      : null,
    transfer: transfer
      ? {
          id: transfer.id,
          kind: transfer.kind,
          state: transfer.state,
          amount: transfer.amount,
          createdAt: transfer.created_at.toISOString(),
        }
      : null,
    suspension: suspension
      ? {
          player: { id: suspension.player_id, name: suspension.username },
          remaining: suspension.remaining,
          reason: suspension.reason,
          openedAt: suspension.opened_at.toISOString(),
        }
      : null,
  };
}

/** Credit of the ledger without a session is its last player's. */
async function settlementOf(
  db: Db,
  machineId: number,
  credit: number,
  suspension: MachineRecord["suspension"],
): Promise<MachineRecord["settlement"]> {
  if (suspension) return { due: suspension.remaining + credit, player: suspension.player };
  if (credit === 0) return { due: 0, player: null };
  const last = await db
    .selectFrom("sessions as s")
    .innerJoin("players as p", "p.id", "s.player_id")
    .where("s.machine_id", "=", machineId)
    .select(["p.id", "p.username as name"])
    .orderBy("s.started_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return { due: credit, player: last ?? null };
}

/** Also of a retired machine. @throws AppError NotFound */
export async function readMachineRecord(db: Db, machineId: number): Promise<Omit<MachineRecord, "live">> {
  const row = await machineOf(db, machineId);
  const [open, played] = await Promise.all([openOf(db, machineId), playedBy(db, machineId)]);
  const settlement = await settlementOf(db, machineId, row.credit ?? 0, open.suspension);
  const { id, name, brand_id, brand, image, serial, driver, video_type, zone } = row;
  return {
    id,
    name,
    brand: { id: brand_id, name: brand },
    image,
    serial,
    driver,
    video: video_type,
    zone,
    ...stateOf(row),
    epoch: row.epoch ?? 0,
    ...open,
    settlement,
    reading: readingOf(row),
    ledger: {
      transferredIn: row.ledger_in ?? 0,
      transferredOut: row.ledger_out ?? 0,
      credit: row.credit ?? 0,
    },
    played,
  };
}
