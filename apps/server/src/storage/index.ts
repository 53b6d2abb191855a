/** Storage: one PostgreSQL, the embedded one or an outside one, in its present shape. No rules live here. */
import pg from "pg";
import type { Logger } from "pino";
import { connect } from "./database.ts";
import type { Db } from "./database.ts";
import { openEmbedded } from "./embedded.ts";
import { migrate } from "./migrate.ts";

export type { Database, Db, Trx } from "./database.ts";

const CHANNEL = "reelcast";
const LISTEN_AGAIN_MS = 1_000;

export interface Storage {
  db: Db;
  url: string;
  /** Tells every process that listens. At most 8000 bytes of JSON. */
  notify(payload: object): Promise<void>;
  /** Hears what any process tells. A lost connection is made again; what was told meanwhile is not repeated. */
  listen(listener: (payload: unknown) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export async function openStorage(options: {
  url?: string | undefined;
  dataDir: string;
  log: Logger;
}): Promise<Storage> {
  const embedded = options.url === undefined ? await openEmbedded(options.dataDir) : null;
  const url = options.url ?? embedded?.url ?? "";
  const db = connect(url, options.log);
  try {
    await migrate(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  const listeners = new Set<() => Promise<void>>();

  return {
    db,
    url,
    async notify(payload) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        await client.query("select pg_notify($1, $2)", [CHANNEL, JSON.stringify(payload)]);
      } finally {
        await client.end();
      }
    },
    async listen(listener) {
      let client: pg.Client | null = null;
      let ended = false;
      let timer: NodeJS.Timeout | undefined;
      const open = async (): Promise<void> => {
        const next = new pg.Client({ connectionString: url });
        next.on("error", () => {});
        next.on("end", () => {
          if (!ended) timer = setTimeout(again, LISTEN_AGAIN_MS);
        });
        next.on("notification", ({ payload }) => {
          try {
            listener(JSON.parse(payload ?? "null"));
          } catch (error) {
            options.log.warn({ err: error }, "a notification could not be handled");
          }
        });
        await next.connect();
        await next.query(`listen ${CHANNEL}`);
        client = next;
      };
      const again = () => {
        open().catch(() => {
          if (!ended) timer = setTimeout(again, LISTEN_AGAIN_MS);
        });
      };
      await open();
      const end = async () => {
        ended = true;
        clearTimeout(timer);
        listeners.delete(end);
        await client?.end();
      };
      listeners.add(end);
      return end;
    },
    async close() {
      await Promise.all([...listeners].map((end) => end()));
      await db.destroy();
      await embedded?.release();
    },
  };
}
