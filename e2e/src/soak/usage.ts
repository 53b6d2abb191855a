/** What the processes of a house and its database hold at a moment, read from outside of them. Linux. */
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "pg";
import type { TestServer } from "../testServer.ts";

const MIB = 2 ** 20;

/** Not a figure: by it a restart is seen. */
export const MEDIA_PID = "media: pid";

/** By name; memory and sizes in MiB. */
export type Usage = Record<string, number>;

/** `PSS` counts memory that processes share once, for all of them together. */
async function kib(file: string, field: string): Promise<number> {
  const text = await readFile(file, "utf8").catch(() => "");
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0);
}
const resident = async (pid: number) => (await kib(`/proc/${pid}/status`, "VmRSS")) / 1024;
const threads = (pid: number) => kib(`/proc/${pid}/status`, "Threads");
const descriptors = async (pid: number) => (await readdir(`/proc/${pid}/fd`).catch(() => [])).length;

async function sum(pids: readonly number[], of: (pid: number) => Promise<number>): Promise<number> {
  const parts = await Promise.all(pids.map(of));
  return parts.reduce((total, part) => total + part, 0);
}

async function folderSize(folder: string): Promise<number> {
  const names = await readdir(folder);
  const sizes = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => null)));
  return sizes.reduce((total, entry) => total + (entry?.isFile() === true ? entry.size : 0), 0);
}

/** @param client of the house's database; it is one of the connections that are counted */
export async function readUsage(house: TestServer, client: Client): Promise<Usage> {
  const server = house.pid ?? 0;
  // None while the server starts it again.
  const [media, database] = await Promise.all([house.mediaPid().catch(() => 0), house.databasePids()]);
  const { rows } = await client.query<{ connections: string; wal: string; database: string }>(`
    select (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections,
      pg_current_wal_lsn() - '0/0' as wal, pg_database_size(current_database()) as database`);
  const { rows: tables } = await client.query<{ name: string; bytes: string }>(`
    select relname as name, pg_total_relation_size(oid) as bytes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by 2 desc limit 8`);
  const [counts] = rows;
  return {
    "server: resident MiB": await resident(server),
    "server: descriptors": await descriptors(server),
    "server: threads": await threads(server),
    [MEDIA_PID]: media,
    "media: resident MiB": await resident(media),
    "media: descriptors": await descriptors(media),
    "media: threads": await threads(media),
    "PostgreSQL: memory MiB": (await sum(database, (pid) => kib(`/proc/${pid}/smaps_rollup`, "Pss"))) / 1024,
    "PostgreSQL: descriptors": await sum(database, descriptors),
    "PostgreSQL: processes": database.length,
    "database: connections": Number(counts?.connections ?? 0),
    "database: WAL written MiB": Number(counts?.wal ?? 0) / MIB,
    "database: WAL kept MiB": (await folderSize(join(house.dataDir, "postgres/pg_wal"))) / MIB,
    "database: size MiB": Number(counts?.database ?? 0) / MIB,
    ...Object.fromEntries(tables.map(({ name, bytes }) => [`table ${name}: MiB`, Number(bytes) / MIB])),
  };
}
