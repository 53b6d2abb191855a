/**
 * Opens the storage: finds the database, and looks whether it keeps what it acknowledges and whose login it is. It changes
 * nothing by itself: what the owner's login is for is done when it is told to.
 */
import { sql } from "kysely";
import type { Logger } from "pino";
import { LONG, SERVING } from "./connection.ts";
import type { ConnectionLimits } from "./connection.ts";
import { connect, connectShares } from "./database.ts";
import type { Db, Shares, WrapPool } from "./database.ts";
import { openEmbedded } from "./embedded.ts";
import { applyFunctions } from "./functions.ts";
import { migrate } from "./migrate.ts";
import { NODES_TABLE } from "./migrations/091_nodes.ts";
import { addMonthsAhead, dropMonth } from "./months.ts";
import type { MonthToDrop } from "./months.ts";
import { listenTo } from "./notices.ts";

export const CHANNEL = "reelcast";
const OLDEST_SERVER = 150_000;
/** Of the advisory lock under which the first table of a new database is made: "node". */
const FIRST_TABLE_LOCK = 0x6e6f6465;

/** The database can't be used as it is set up. `message` is one clear sentence for the operator. */
export class DatabaseRefused extends Error {
  override name = "DatabaseRefused";
}

/** What only the owner of the tables may do was asked for with another login. `message` is a sentence for the operator. */
export class OwnerNeeded extends Error {
  override name = "OwnerNeeded";
}

/** Its shares log in as the running house: see grants.ts for what that may do. */
export interface Storage extends Shares {
  url: string;
  /** Without a pooler between: for locks that belong to a connection, and for notifications. */
  directUrl: string;
  /** As the owner of all tables; the same login as `directUrl` where the operator has set up but one. */
  ownerUrl: string;
  /**
   * By the owner: the table of the processes, which is needed before one of them may migrate.
   * @throws DatabaseRefused where the house's login could act as the owner
   */
  prepare(): Promise<void>;
  /** By the owner: brings the database to the present shape: migrations, functions, the house's grants, and the months of logs to come. */
  migrate(): Promise<void>;
  /** By the owner: makes the months of logs to come. @throws where one can't be made now */
  addMonths(): Promise<void>;
  /**
   * By the owner: drops a month of a log with all its rows, and writes it down, in one transaction.
   * @throws OwnerNeeded where the login does not own the tables
   */
  dropMonth<T>(month: MonthToDrop<T>): Promise<T>;
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
  ownerUrl?: string | undefined;
  /** Whether a superuser's login is refused at `url`; else it is warned about. */
  refuseSuperuser?: boolean;
  dataDir: string;
  log: Logger;
  limits?: ConnectionLimits;
  wrapPool?: WrapPool | undefined;
}

async function examine(db: Db, { log, refuseSuperuser = false }: StorageOptions): Promise<void> {
  const { rows } = await sql<{ version: number; durable: boolean; superuser: boolean }>`
    select current_setting('server_version_num')::int as version,
      current_setting('fsync') = 'on' and current_setting('synchronous_commit') <> 'off' as durable,
      current_setting('is_superuser') = 'on' as superuser`.execute(db);
  const [server] = rows;
  if (!server || server.version < OLDEST_SERVER) throw new Error("DATABASE_URL: PostgreSQL 15 or newer is needed.");
  if (!server.durable) log.warn("the database acknowledges commits before they are on the disk: money can be lost");
  if (!server.superuser) return;
  if (refuseSuperuser) {
    throw new DatabaseRefused(
      "DATABASE_URL logs in as a superuser of the database and HOST can be reached from outside: use a lesser login, or DATABASE_SUPERUSER=1 if that is meant.",
    );
  }
  log.warn("DATABASE_URL logs in as a superuser of the database: a lesser login is safer");
}

/** The login's name as the database has it: a pooler may know it by another one. */
async function roleOf(db: Db): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db);
  return rows[0]?.role ?? "";
}

/** @throws DatabaseRefused where the house could act as the owner though they are set up as two */
async function assertApart(owner: Db, house: string): Promise<void> {
  const { rows } = await sql<{ member: boolean }>`
    select pg_has_role(${house}, current_user, 'member') as member`.execute(owner);
  if (rows[0]?.member === true) {
    throw new DatabaseRefused(
      "DATABASE_URL and DATABASE_OWNER_URL are one login, or the first is a member of the second: the running house must not be able to act as the owner.",
    );
  }
}

/** @throws OwnerNeeded */
async function assertOwner(db: Db, table: string): Promise<void> {
  const { rows } = await sql<{ owns: boolean }>`
    select pg_has_role(relowner, 'usage') as owns from pg_class where oid = to_regclass(quote_ident(${table}))`.execute(
    db,
  );
  if (rows[0]?.owns !== true) {
    throw new OwnerNeeded(
      "The login does not own the tables: set DATABASE_OWNER_URL to the owner's, as the server has it.",
    );
  }
}

async function createNodesTable(owner: Db, house: string): Promise<void> {
  await owner.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${FIRST_TABLE_LOCK}::int, 0)`.execute(trx);
    const { rows } = await sql<{ there: boolean | null }>`
      select has_table_privilege(${house}, to_regclass('floor_nodes'), 'insert') as there`.execute(trx);
    if (rows[0]?.there === true) return;
    for (const statement of NODES_TABLE) await sql.raw(statement).execute(trx);
    if ((await roleOf(trx)) !== house) {
      await sql`grant select, insert, update, delete on floor_nodes to ${sql.id(house)}`.execute(trx);
    }
  });
}

/** Connects, and changes nothing in the database. @throws DatabaseRefused */
export async function connectStorage(options: StorageOptions): Promise<Storage> {
  const { log, limits = SERVING, wrapPool } = options;
  const embedded = options.url === undefined ? await openEmbedded(options.dataDir, log) : null;
  const url = options.url ?? embedded?.url ?? "";
  const directUrl = embedded === null ? (options.directUrl ?? url) : url;
  const ownerUrl = embedded?.ownerUrl ?? options.ownerUrl;
  const shares = connectShares(url, { log, limits, wrapPool });
  const { db } = shares;
  try {
    await examine(db, options);
  } catch (error) {
    await db.destroy();
    await embedded?.release();
    throw error;
  }
  const listeners = new Set<() => Promise<void>>();

  /** With a connection of the owner's, which is closed again: the running house keeps none. */
  async function byOwner<T>(work: (owner: Db, house: string) => Promise<T>): Promise<T> {
    const owner = connect(ownerUrl ?? directUrl, { log, limits: LONG, max: 2 });
    try {
      return await work(owner, await roleOf(db));
    } finally {
      await owner.destroy();
    }
  }

  return {
    ...shares,
    url,
    directUrl,
    ownerUrl: ownerUrl ?? directUrl,
    prepare: () =>
      byOwner(async (owner, house) => {
        if (ownerUrl === undefined) {
          log.warn("DATABASE_OWNER_URL is not set: the running house owns its tables and could change their rules");
        } else await assertApart(owner, house);
        await createNodesTable(owner, house);
      }),
    migrate: () =>
      byOwner(async (owner, house) => {
        await migrate(owner);
        await applyFunctions(owner, house);
        // Rows without a month of their own are kept all the same: no reason not to serve.
        await addMonthsAhead(owner).catch((error: unknown) =>
          log.error({ err: error }, "the months of the logs to come could not be made: the daily upkeep tries again"),
        );
      }),
    addMonths: () => byOwner(addMonthsAhead),
    dropMonth: (month) =>
      byOwner(async (owner) => {
        await assertOwner(owner, month.table);
        return dropMonth(owner, month);
      }),
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
    await storage.prepare();
    await storage.migrate();
    return storage;
  } catch (error) {
    await storage.close();
    throw error;
  }
}
