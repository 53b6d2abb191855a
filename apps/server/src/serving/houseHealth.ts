/**
 * The health of the house for the console: its processes, machines, database, disk, backups and ledger. What takes long is
 * kept for a while, so that many who look cost as much as one.
 */
import { readFile, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { AppError, ErrorCode } from "@reelcast/contract";
import type { Health, HealthLease, HealthNode, HealthSamples } from "@reelcast/contract/console";
import { sql } from "kysely";
import { lastBackup } from "../audit/index.ts";
import type { Bus } from "../bus/bus.ts";
import type { Config } from "../config.ts";
import { VERSION } from "../domain.ts";
import { listNodes } from "../floor/index.ts";
import type { ListedNode } from "../floor/index.ts";
import type { Samples } from "../metrics/index.ts";
import { monthsAhead } from "../storage/index.ts";
import type { Db, Space } from "../storage/index.ts";
import { HEALTH } from "./healthMessages.ts";
import { readFigures } from "./houseMetrics.ts";
import type { ServingParts } from "./parts.ts";

export interface HouseHealth {
  state(): Promise<Health>;
  /** @throws AppError NotFound for a process that is not there, ServiceUnavailable for one that does not answer */
  samples(node: string | undefined, since: number | undefined): Promise<HealthSamples>;
  leases(after: number, limit: number): Promise<{ items: HealthLease[]; next: number | null }>;
}

const STATE_MS = 4_000;
/** The sizes of folder and database are read seldom: they walk over all files. */
const SIZES_MS = 10 * 60_000;
const MOST_FILES = 200_000;
const ANSWER_WITHIN_MS = 3_000;

/** `read`, and its result again for so long. A failed one is not kept. */
function keptFor<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let kept: { until: number; value: Promise<T> } | null = null;
  return () => {
    if (kept && performance.now() < kept.until) return kept.value;
    const value = read();
    const mine = { until: performance.now() + ms, value };
    kept = mine;
    value.catch(() => {
      if (kept === mine) kept = null;
    });
    return value;
  };
}
const orNull = <T>(value: Promise<T>): Promise<T | null> => value.catch(() => null);
const isoOf = (seconds: number | null | undefined): string | null =>
  seconds === null || seconds === undefined ? null : new Date(seconds * 1_000).toISOString();

/** Bytes of all files below a folder; null if there are too many to count. */
export async function folderBytes(folder: string, most = MOST_FILES): Promise<number | null> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  if (entries.length > most) return null;
  let bytes = 0;
  const files = entries.filter((entry) => entry.isFile());
  const BATCH = 64;
  for (let index = 0; index < files.length; index += BATCH) {
    // A file may end meanwhile.
    const found = files.slice(index, index + BATCH).map((file) => orNull(stat(join(file.parentPath, file.name))));
    for (const each of await Promise.all(found)) bytes += each?.size ?? 0;
  }
  return bytes;
}

/** What deploy/backup/backup.sh has written. */
export function parseBackup(text: string): { at: string | null; bytes: number | null } {
  const value = (name: string) => {
    const [, found] = new RegExp(`^${name} ([0-9.e+]+)$`, "m").exec(text) ?? [];
    return found === undefined ? null : Number(found);
  };
  return { at: isoOf(value("reelcast_backup_timestamp_seconds")), bytes: value("reelcast_backup_bytes") };
}

/** The newest of what backup.sh has noted in its folder and what the audit log has of `house backup`. */
async function backupOf(db: Db, folder: string | null): Promise<Health["backup"]> {
  const text = folder === null ? null : await orNull(readFile(join(folder, "reelcast.prom"), "utf8"));
  const noted = parseBackup(text ?? "");
  const recorded = await lastBackup(db);
  if (recorded !== null && (noted.at === null || recorded.at > new Date(noted.at)))
    return { known: true, at: recorded.at.toISOString(), bytes: recorded.bytes };
  return { known: folder !== null, ...noted };
}

const toNode = ({ node, startedAt, stats, shared: _shared, ...rest }: ListedNode): HealthNode => ({
  ...rest,
  id: node,
  startedAt: startedAt.toISOString(),
  sockets: stats.sockets ?? null,
  viewers: stats.viewers ?? null,
  eventLoopMs: stats.eventLoopMs ?? null,
  busMs: stats.busMs ?? null,
  ...(stats.missing ? { missing: stats.missing } : {}),
});

async function machinesWithoutNode(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from machines m left join machine_leases l on l.machine_id = m.id
    where m.retired_at is null and l.node is null`.execute(db);
  return rows[0]?.count ?? 0;
}
async function databaseBytes(db: Db): Promise<number | null> {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database())::float8 as bytes`.execute(
    db,
  );
  return rows[0]?.bytes ?? null;
}

async function leases(db: Db, after: number, limit: number): Promise<{ items: HealthLease[]; next: number | null }> {
  const { rows } = await sql<HealthLease>`
    select m.id as "machineId", m.name as machine, coalesce(n.name, l.node) as node, coalesce(l.epoch, 0)::float8 as epoch
    from machines m
    left join machine_leases l on l.machine_id = m.id
    left join floor_nodes n on n.node = l.node
    where m.retired_at is null and m.id > ${after} order by m.id limit ${limit + 1}`.execute(db);
  const items = rows.slice(0, limit);
  return { items, next: rows.length > limit ? (items.at(-1)?.machineId ?? null) : null };
}

type HealthConfig = Pick<Config, "node" | "dataDir" | "databaseUrl" | "backupMetricsDir">;
interface HealthParts {
  /** The process that answers. */
  own: { id: string; missing: ServingParts["missing"] };
  db: Db;
  space: Pick<Space, "level" | "room">;
  bus: Pick<Bus, "request">;
  samples: Samples;
  config: HealthConfig;
}

function readState({ own, db, space, config: { node, dataDir, databaseUrl, backupMetricsDir } }: HealthParts) {
  const sizes = keptFor(SIZES_MS, async () => ({
    database: await orNull(databaseBytes(db)),
    data: await orNull(folderBytes(dataDir)),
  }));
  return async (): Promise<Health> => {
    const [nodes, figures, withoutNode, { database, data }, backup, months] = await Promise.all([
      listNodes(db),
      readFigures(db),
      machinesWithoutNode(db),
      sizes(),
      backupOf(db, backupMetricsDir),
      monthsAhead(db),
    ]);
    const { machines, transfers, suspensions, checked, checkedInFull, standbys } = figures;
    return {
      at: new Date().toISOString(),
      version: VERSION,
      node: node.name,
      // Processes that share the house write it with their row; one alone has no such row.
      nodes: nodes.map(toNode).map((node) => (node.id === own.id ? { ...node, missing: own.missing.read() } : node)),
      machines: {
        inPlay: machines.in_play,
        closed: machines.closed,
        outOfOrder: machines.out_of_order,
        quarantined: machines.quarantined,
        withoutNode,
      },
      database: {
        embedded: databaseUrl === undefined,
        bytes: database,
        standbys: standbys?.map(({ state, count, lag }) => ({ state, count, lagSeconds: lag })) ?? null,
      },
      disk: {
        freeBytes: space.room?.freeBytes ?? null,
        totalBytes: space.room?.totalBytes ?? null,
        dataBytes: data,
        level: space.level,
      },
      backup,
      ledger: {
        checkedAt: isoOf(checked?.at),
        broken: checked?.broken ?? null,
        attention: checked?.attention ?? null,
        fullAt: isoOf(checkedInFull),
      },
      transfers: {
        unresolved: transfers.map(({ state, count, oldest }) => ({ state, count, oldestSeconds: oldest })),
        suspensions,
      },
      logMonthsAhead: Math.min(...months.map(({ ahead }) => ahead)),
    };
  };
}

export function createHouseHealth(parts: HealthParts): HouseHealth {
  const { db, bus, samples, config } = parts;
  return {
    state: keptFor(STATE_MS, readState(parts)),
    async samples(node, since) {
      if (node === undefined || node === config.node.name) return { node: config.node.name, ...samples.read(since) };
      const listed = await db.selectFrom("floor_nodes").select("node").where("name", "=", node).executeTakeFirst();
      if (!listed) throw new AppError(ErrorCode.NotFound);
      const wanted = since === undefined ? {} : { since };
      return bus.request(HEALTH, node, "samples", wanted, { withinMs: ANSWER_WITHIN_MS });
    },
    leases: (after, limit) => leases(db, after, limit),
  };
}
