/** Opens the storage: finds the database and looks whether it keeps what it acknowledges. It migrates when told to. */
import { sql } from "kysely";
import type { Logger } from "pino";
import { LONG, SERVING } from "./connection.ts";
import type { ConnectionLimits } from "./connection.ts";
import { connect } from "./database.ts";
import type { Db, WrapPool } from "./database.ts";
import { openEmbedded } from "./embedded.ts";
import { migrate } from "./migrate.ts";
import { listenTo } from "./notices.ts";

export const CHANNEL = "reelcast";
const OLDEST_SERVER = 150_000;

export interface Storage {
  db: Db;
  url: string;
  /** Without a pooler between: for locks that belong to a connection, and for notifications. */
  directUrl: string;
  /** Brings the database to the present shape, on a connection of its own with longer limits. */
  migrate(): Promise<void>;
  /** Tells every process that listens. At most 8000 bytes of JSON. */
  notify(payload: object): Promise<void>;
  /** Hears what any process tells. A lost connection is made again; what was told meanwhile is not repeated. */
  listen(listener: (payload: unknown) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export interface StorageOptions {
  /** Any PostgreSQL from 15 on; without, the embedded one in `dataDir`. */
  url?: string | undefined;
  directUrl?: string | undefined;
  dataDir: string;
  log: Logger;
  limits?: ConnectionLimits;
  wrapPool?: WrapPool | undefined;
}

async function examine(db: Db, log: Logger): Promise<void> {
  const { rows } = await sql<{ version: number; durable: boolean }>`
    select current_setting('server_version_num')::int as version,
      current_setting('fsync') = 'on' and current_setting('synchronous_commit') <> 'off' as durable`.execute(db);
  const [server] = rows;
  if (!server || server.version < OLDEST_SERVER) throw new Error("DATABASE_URL: PostgreSQL 15 or newer is needed.");
  if (!server.durable) log.warn("the database acknowledges commits before they are on the disk: money can be lost");
}

/** Connects, and changes nothing in the database. */
export async function connectStorage(options: StorageOptions): Promise<Storage> {
  const { log, limits = SERVING, wrapPool } = options;
  const embedded = options.url === undefined ? await openEmbedded(options.dataDir, log) : null;
  const url = options.url ?? embedded?.url ?? "";
  const directUrl = embedded === null ? (options.directUrl ?? url) : url;
  const db = connect(url, { log, limits, wrapPool });
  try {
    await examine(db, log);
  } catch (error) {
    await db.destroy();
    await embedded?.release();
    throw error;
  }
  const listeners = new Set<() => Promise<void>>();

  return {
    db,
    url,
    directUrl,
    async migrate() {
      const migrating = connect(directUrl, { log, limits: LONG, max: 2 });
      try {
        await migrate(migrating);
      } finally {
        await migrating.destroy();
      }
    },
    async notify(payload) {
      await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(payload)})`.execute(db);
    },
    async listen(listener) {
      const end = await listenTo({ url: directUrl, channel: CHANNEL, listener, log });
      listeners.add(end);
      return async () => {
        listeners.delete(end);
        await end();
      };
    },
    async close() {
      await Promise.all([...listeners].map((end) => end()));
      await db.destroy();
      await embedded?.release();
    },
  };
}

/** Connects and migrates: for what has the database to itself, such as benchmarks and tests. */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const storage = await connectStorage(options);
  try {
    await storage.migrate();
    return storage;
  } catch (error) {
    await storage.close();
    throw error;
  }
}
