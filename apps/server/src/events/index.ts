/**
 * Significant events: lists, and who has seen them. Most are written by triggers in the transaction of what happened
 * (storage/functions/events.sql); what no transaction of the database knows is recorded here.
 */
import { sql } from "kysely";
import type {
  EventPage,
  EventQuery,
  NamedEvent,
  SignificantEvent,
  SignificantEventKind,
} from "@reelcast/contract/console";
import type { Db, Trx } from "../storage/index.ts";

export interface NewEvent {
  kind: SignificantEventKind;
  facts: Record<string, unknown>;
  /** The same source at the same time is the same event. */
  source?: string;
  at?: Date;
}

/** Of no machine. A machine's own events are recorded by its host, under its lease. */
export async function recordEvent(on: Db | Trx, { kind, facts, source, at }: NewEvent): Promise<void> {
  await sql`
    select record_event(${kind}, null, null, null, ${JSON.stringify(facts)}::jsonb, ${source ?? null}, ${at ?? null})`.execute(
    on,
  );
}

/**
 * The newest first. A page ends where the next one begins (`next`), whatever is written meanwhile: ids rise, and new events are
 * before the first page.
 */
export async function listEvents(db: Db, query: EventQuery): Promise<EventPage> {
  const { kind, machineId, playerId, about, unseen, before, limit } = query;
  let select = db.selectFrom("significant_events").selectAll();
  if (kind !== undefined) select = select.where("kind", "=", kind);
  if (machineId !== undefined) select = select.where("machine_id", "=", machineId);
  if (playerId !== undefined) select = select.where("player_id", "=", playerId);
  if (about === "machine") select = select.where("machine_id", "is not", null);
  else if (about !== undefined)
    select = select.where("machine_id", "is", null).where("player_id", about === "house" ? "is" : "is not", null);
  if (unseen === false) select = select.where("seen_at", "is not", null);
  if (unseen === true) select = select.where("seen_at", "is", null);
  if (before !== undefined) select = select.where("id", "<", before);
  const rows = await select
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  const events = rows.slice(0, limit).map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    machineId: row.machine_id,
    sessionId: row.session_id,
    playerId: row.player_id,
    facts: row.facts,
    seen: row.seen_by === null || row.seen_at === null ? null : { by: row.seen_by, at: row.seen_at.toISOString() },
  }));
  return { events, next: rows.length > limit ? (events.at(-1)?.id ?? null) : null };
}

const idsIn = (ids: readonly (number | null)[]) => [...new Set(ids.filter((id) => id !== null))];

/** Adds the names of the machines and players. */
export async function nameEvents(db: Db, events: readonly SignificantEvent[]): Promise<NamedEvent[]> {
  const machineIds = idsIn(events.map(({ machineId }) => machineId));
  const playerIds = idsIn(events.map(({ playerId }) => playerId));
  const machines =
    machineIds.length === 0
      ? []
      : await db.selectFrom("machines").select(["id", "name"]).where("id", "in", machineIds).execute();
  const players =
    playerIds.length === 0
      ? []
      : await db.selectFrom("players").select(["id", "username as name"]).where("id", "in", playerIds).execute();
  const machineOf = new Map(machines.map((machine) => [machine.id, machine]));
  const playerOf = new Map(players.map((player) => [player.id, player]));
  return events.map((event) => ({
    ...event,
    machine: machineOf.get(event.machineId ?? 0) ?? null,
    player: playerOf.get(event.playerId ?? 0) ?? null,
  }));
}

/** Events that nobody has seen, and the age of the oldest of them. */
export async function unseenEvents(db: Db): Promise<{ count: number; since: Date | null }> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(at) as since from significant_events where seen_at is null`.execute(db);
  return rows[0] ?? { count: 0, since: null };
}

/**
 * Marks those of `ids` as seen that nobody has seen: the first mark stays. Resolves with their ids. Two people at once mark
 * each event once.
 */
export async function markSeen(on: Db | Trx, ids: readonly number[], by: string): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await on
    .updateTable("significant_events")
    .set({ seen_by: by, seen_at: new Date() })
    .where("id", "in", ids)
    .where("seen_at", "is", null)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}
