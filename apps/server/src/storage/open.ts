/** Opens the storage: finds the database, looks whether it keeps what it acknowledges, brings it to the present shape. */
import { sql } from "kysely";
import type { Logger } from "pino";
import { connect } from "./database.ts";
import type { Db } from "./database.ts";
import { openEmbedded } from "./embedded.ts";
import { migrate } from "./migrate.ts";
import { listenTo } from "./notices.ts";

const CHANNEL = "reelcast";
const OLDEST_SERVER = 150_000;

export interface Storage {
  db: Db;
  url: string;
  /** Tells every process that listens. At most 8000 bytes of JSON. */
  notify(payload: object): Promise<void>;
  /** Hears what any process tells. A lost connection is made again; what was told meanwhile is not repeated. */
  listen(listener: (payload: unknown) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

async function examine(db: Db, log: Logger): Promise<void> {
  const { rows } = await sql<{ version: number; durable: boolean }>`
    select current_setting('server_version_num')::int as version,
      current_setting('fsync') = 'on' and current_setting('synchronous_commit') <> 'off' as durable`.execute(db);
  const [server] = rows;
  if (!server || server.version < OLDEST_SERVER) throw new Error("DATABASE_URL: PostgreSQL 15 or newer is needed.");
  if (!server.durable) log.warn("the database acknowledges commits before they are on the disk: money can be lost");
}

/** @param options.url any PostgreSQL from 15 on; without, the embedded one in `dataDir`. Migrated when it resolves. */
export async function openStorage(options: {
  url?: string | undefined;
  dataDir: string;
  log: Logger;
}): Promise<Storage> {
  const { log } = options;
  const embedded = options.url === undefined ? await openEmbedded(options.dataDir, log) : null;
  const url = options.url ?? embedded?.url ?? "";
  const db = connect(url, log);
  try {
    await examine(db, log);
    await migrate(db);
  } catch (error) {
    await db.destroy();
    await embedded?.release();
    throw error;
  }
  const listeners = new Set<() => Promise<void>>();

  return {
    db,
    url,
    async notify(payload) {
      await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(payload)})`.execute(db);
    },
    async listen(listener) {
      const end = await listenTo({ url, channel: CHANNEL, listener, log });
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
