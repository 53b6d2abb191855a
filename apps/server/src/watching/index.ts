/**
 * Staff who watch a machine's picture: the same pictures as players', in whichever process they are made. Each watch is in
 * the audit log, with its beginning and its end, and ends at the latest with the session of its member. A row of
 * `machine_watches` stands for the seat that a player would have.
 */
import { randomUUID } from "node:crypto";
import { AppError, ErrorCode } from "@reelcast/contract";
import { sql } from "kysely";
import type { Selectable } from "kysely";
import type { Logger } from "pino";
import type { Db, Trx } from "../storage/index.ts";
import type { OverviewTables } from "../storage/tables/overview.ts";

const CHECK_EVERY_MS = 5_000;
/** A watch that no edge has checked for so long is over. */
const SILENT_SECONDS = 30;
/** In one session: an older one ends for a newer one. */
const MOST_AT_ONCE = 4;
const PREFIX = "watch-";

/** The member of staff who watches. */
export interface Watcher {
  staffId: number;
  /** Of the member's session. */
  sessionId: number;
  name: string;
  /** As in the audit log. */
  from: string;
}
interface Viewer {
  playerId: number;
  machineId: number;
}
type PatchResult = { status: 204 } | { status: 200; etag: string; fragment: string };
/** What it needs of the pictures (`Video`). */
export interface WatchedVideo {
  create(
    request: Viewer & { sessionId: string; epoch: number; offer: string; isLocal?: boolean },
  ): Promise<{ id: string; etag: string; answer: string; link: string | null }>;
  patch(id: string, request: Viewer & { ifMatch: string | undefined; fragment: string }): Promise<PatchResult>;
  remove(id: string, request: Viewer): void | Promise<void>;
  isViewed(id: string, request: Viewer): Promise<boolean>;
}
/** A row of the audit log. */
export interface WatchAct {
  act: "machine.watch" | "machine.watch-ended";
  by: string;
  from: string | null;
  target: string;
  after: { watch: string; from: string; to?: string };
}
export interface WatchingOptions {
  db: Db;
  video: WatchedVideo;
  log: Pick<Logger, "warn">;
  record: (trx: Trx, act: WatchAct) => Promise<void>;
  /** Those of these sessions of staff that are still open. */
  openSessions: (sessionIds: readonly number[]) => Promise<readonly number[]>;
}
type Row = Selectable<OverviewTables["machine_watches"]>;

/** @param ids of seats; answers those that stand for somebody who watches, and still does */
export async function watchesOf(db: Db, ids: readonly string[]): Promise<string[]> {
  const watches = ids.filter((id) => id.startsWith(PREFIX)).map((id) => id.slice(PREFIX.length));
  if (watches.length === 0) return [];
  const rows = await db
    .selectFrom("machine_watches")
    .select("id")
    .where("id", "=", sql<string>`any (${watches}::uuid[])`)
    .where("seen_at", ">", sql<Date>`clock_timestamp() - ${SILENT_SECONDS} * interval '1 second'`)
    .execute();
  return rows.map(({ id }) => `${PREFIX}${id}`);
}
export const isWatch = (sessionId: string): boolean => sessionId.startsWith(PREFIX);

const viewerOf = ({ staff_id: playerId, machine_id: machineId }: Pick<Row, "staff_id" | "machine_id">): Viewer => ({
  playerId,
  machineId,
});

export class Watching {
  readonly #options: WatchingOptions;
  readonly #timer: NodeJS.Timeout;
  #checking: Promise<void> | null = null;
  constructor(options: WatchingOptions) {
    this.#options = options;
    this.#timer = setInterval(() => {
      this.check().catch((error: unknown) =>
        options.log.warn({ err: error }, "watches of machines could not be checked"),
      );
    }, CHECK_EVERY_MS);
    this.#timer.unref();
  }
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#checking?.catch(() => {});
  }

  /** @throws AppError NotFound; Conflict where it is ended before its picture is there; and as `create` of the video does */
  async begin(watcher: Watcher, machineId: number, offer: string, isLocal = false) {
    const { db, video, record } = this.#options;
    await this.#endOldest(watcher);
    const id = randomUUID();
    await db.transaction().execute(async (trx) => {
      const known = await trx
        .selectFrom("machines")
        .select("id")
        .where("id", "=", machineId)
        .where("retired_at", "is", null)
        .executeTakeFirst();
      if (!known) throw new AppError(ErrorCode.NotFound);
      const { started_at } = await trx
        .insertInto("machine_watches")
        .values({
          id,
          staff_id: watcher.staffId,
          staff_session: watcher.sessionId,
          name: watcher.name,
          origin: watcher.from,
          machine_id: machineId,
          resource: null,
        })
        .returning("started_at")
        .executeTakeFirstOrThrow();
      const after = { watch: id, from: started_at.toISOString() };
      const target = `machine ${machineId}`;
      await record(trx, { act: "machine.watch", by: watcher.name, from: watcher.from, target, after });
    });
    try {
      const viewer = { playerId: watcher.staffId, machineId };
      const created = await video.create({ ...viewer, sessionId: `${PREFIX}${id}`, epoch: 1, offer, isLocal });
      const { numUpdatedRows } = await db
        .updateTable("machine_watches")
        .set({ resource: created.id })
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) {
        // Its session has ended meanwhile, or newer watches have taken its place.
        await this.#removePicture(created.id, viewer);
        throw new AppError(ErrorCode.Conflict);
      }
      return { ...created, id };
    } catch (error) {
      await this.#end(id);
      throw error;
    }
  }
  /** @throws AppError NotFound, also for another session's; and as `patch` of the video does */
  async patch(
    watcher: Pick<Watcher, "sessionId">,
    id: string,
    request: { ifMatch: string | undefined; fragment: string },
  ): Promise<PatchResult> {
    const row = await this.#rowOf(watcher, id);
    const resource = row?.resource ?? null;
    if (!row || resource === null) throw new AppError(ErrorCode.NotFound);
    return this.#options.video.patch(resource, { ...viewerOf(row), ...request });
  }
  /** Does nothing where it has ended. */
  async end(watcher: Pick<Watcher, "sessionId">, id: string): Promise<void> {
    const row = await this.#rowOf(watcher, id);
    if (row) await this.#end(row.id);
  }
  /** A member's sessions have ended. @param sessionIds null: all */
  async endSessions(staffId: number, sessionIds: readonly number[] | null): Promise<void> {
    const rows = await this.#options.db
      .selectFrom("machine_watches")
      .selectAll()
      .where("staff_id", "=", staffId)
      .execute();
    for (const row of rows) if (sessionIds?.includes(row.staff_session) ?? true) await this.#end(row.id);
  }

  /** One check at a time: those whose picture or whose session is over end. Any edge checks all. */
  check(): Promise<void> {
    this.#checking ??= this.#checkAll().finally(() => {
      this.#checking = null;
    });
    return this.#checking;
  }
  async #checkAll(): Promise<void> {
    const { db, video, openSessions } = this.#options;
    const rows = await db
      .selectFrom("machine_watches")
      .selectAll()
      // One that is being made has some time for that.
      .select(sql<boolean>`started_at > clock_timestamp() - ${SILENT_SECONDS} * interval '1 second'`.as("isYoung"))
      .execute();
    if (rows.length === 0) return;
    const open = new Set(await openSessions([...new Set(rows.map(({ staff_session }) => staff_session))]));
    const seen: string[] = [];
    for (const row of rows) {
      const { resource } = row;
      const isViewed = resource === null ? row.isYoung : await video.isViewed(resource, viewerOf(row));
      if (!open.has(row.staff_session) || !isViewed) await this.#end(row.id);
      else if (resource !== null) seen.push(row.id);
    }
    if (seen.length === 0) return;
    await db
      .updateTable("machine_watches")
      .set({ seen_at: sql<Date>`clock_timestamp()` })
      .where("id", "=", sql<string>`any (${seen}::uuid[])`)
      .execute();
  }

  async #rowOf({ sessionId }: Pick<Watcher, "sessionId">, id: string): Promise<Row | undefined> {
    if (!UUID.test(id)) return undefined;
    return this.#options.db
      .selectFrom("machine_watches")
      .selectAll()
      .where("id", "=", id)
      .where("staff_session", "=", sessionId)
      .executeTakeFirst();
  }
  async #endOldest({ sessionId }: Watcher): Promise<void> {
    const rows = await this.#options.db
      .selectFrom("machine_watches")
      .selectAll()
      .where("staff_session", "=", sessionId)
      .orderBy("started_at", "desc")
      .offset(MOST_AT_ONCE - 1)
      .execute();
    for (const row of rows) await this.#end(row.id);
  }
  async #removePicture(resource: string, viewer: Viewer): Promise<void> {
    try {
      await this.#options.video.remove(resource, viewer);
    } catch {
      // It may have ended by itself, or its process may be gone.
    }
  }
  /** Of several that end it at once, one writes the row of the audit log. */
  async #end(id: string): Promise<void> {
    const { db, record } = this.#options;
    const ended = await db.transaction().execute(async (trx) => {
      const row = await trx
        .deleteFrom("machine_watches")
        .where("id", "=", id)
        .returning(["name", "origin", "staff_id", "machine_id", "started_at", "resource"])
        .returning(sql<Date>`clock_timestamp()`.as("ended_at"))
        .executeTakeFirst();
      if (!row) return null;
      const after = { watch: id, from: row.started_at.toISOString(), to: row.ended_at.toISOString() };
      const target = `machine ${row.machine_id}`;
      await record(trx, { act: "machine.watch-ended", by: row.name, from: row.origin, target, after });
      return row;
    });
    // As the deleted row names it: it may have come after this end was decided.
    if (ended && ended.resource !== null) await this.#removePicture(ended.resource, viewerOf(ended));
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
