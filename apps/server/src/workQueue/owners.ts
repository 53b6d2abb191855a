/**
 * Who works on an item of the work queue. It owns the names of those who have taken items, except of chats: a chat has one owner,
 * who is also its owner at the support desk, and who takes it there or here.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { WorkItem } from "@reelcast/contract/console";
import { sql } from "kysely";
import type { Db } from "../storage/index.ts";

type Owner = NonNullable<WorkItem["owner"]>;

/** Owners by the key of their item. */
export async function ownersOf(db: Db): Promise<ReadonlyMap<string, Owner>> {
  const { rows } = await sql<{ key: string; owner: string; at: Date }>`
    select key, owner, taken_at as at from work_items where key not like 'chat:%'
    union all
    select 'chat:' || a.player_id, a.assignee, a.assigned_at
    from chats c join chat_assignments a on a.player_id = c.player_id
    where c.other_id is null and c.waits_from is not null`.execute(db);
  return new Map(rows.map(({ key, owner, at }) => [key, { name: owner, takenAt: at.toISOString() }]));
}

const ownerOf = async (db: Db, key: string): Promise<string | null> =>
  (await db.selectFrom("work_items").select("owner").where("key", "=", key).executeTakeFirst())?.owner ?? null;

/**
 * Takes an item that is no chat. Of two who take it at the same time, the second sees the first's name and is refused.
 * @param seen its owner, as the person sees it
 * @returns who had it
 * @throws AppError Conflict where another person has taken it
 */
export async function takeItem(db: Db, key: string, owner: string, seen: string | null): Promise<string | null> {
  const before = await ownerOf(db, key);
  const { rows } = await sql`
    insert into work_items as w (key, owner) values (${key}, ${owner})
    on conflict (key) do update set owner = excluded.owner,
      taken_at = case when w.owner = excluded.owner then w.taken_at else excluded.taken_at end
      where w.owner in (${owner}, ${seen ?? owner})
    returning key`.execute(db);
  if (rows.length === 0) throw new AppError(ErrorCode.Conflict);
  return before;
}

/**
 * Gives an own item that is no chat to another person; null: back to the queue.
 * @throws AppError Conflict where it is not the owner's
 */
export async function handOverItem(db: Db, key: string, owner: string, to: string | null): Promise<void> {
  const own = db.selectFrom("work_items").where("key", "=", key).where("owner", "=", owner).select("key");
  const { rows } =
    to === null
      ? await sql`delete from work_items where key in (${own}) returning key`.execute(db)
      : await sql`
          update work_items set owner = ${to}, taken_at = clock_timestamp() where key in (${own})
          returning key`.execute(db);
  if (rows.length === 0) throw new AppError(ErrorCode.Conflict);
}

/** The database's time, for `forgetOwners`. */
export async function timeOf(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]?.now ?? new Date(0);
}

/**
 * Keys of the needs that machines have reported, also of those that no process runs or reaches at the moment: the item
 * comes back with the machine.
 */
export async function keysOfReportedNeeds(db: Db): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select case trouble->>'what' when 'handPay' then 'handPay' else 'tilt' end || ':' || id || '@' || (trouble->>'since') as key
    from machines where trouble is not null and retired_at is null`.execute(db);
  return rows.map(({ key }) => key);
}

/**
 * Forgets the owners of items that do not wait any more.
 * @param waiting the keys of all that waited
 * @param readAt the database's time before they were read: an item that began to wait since may have an owner already
 */
export async function forgetOwners(db: Db, waiting: readonly string[], readAt: Date): Promise<void> {
  await db
    .deleteFrom("work_items")
    .where(sql<boolean>`key <> all (${waiting})`)
    .where("taken_at", "<", readAt)
    .execute();
}
