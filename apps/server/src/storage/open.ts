/**
 * Opens the storage: connects to the database, and checks its durability and the login. It changes nothing by itself: the
 * caller decides when the owner's login prepares and migrates the database.
 */
import { sql } from "kysely";
import type { Logger } from "pino";
import { LONG, SERVING } from "./connection.ts";
import type { ConnectionLimits } from "./connection.ts";
import { connect, connectShares } from "./database.ts";
import type { Db, Shares, Trx, WrapPool } from "./database.ts";
import { openEmbedded } from "./embedded.ts";
import { applyFunctions } from "./functions.ts";
import { migrate, unknownMigrations } from "./migrate.ts";
import { NODES_TABLE } from "./migrations/091_nodes.ts";
import { NODES_COLUMNS } from "./migrations/118_shared_nodes.ts";
import { addMonthsAhead, dropMonth } from "./months.ts";
import type { MonthToDrop } from "./months.ts";
import { SpaceWatch } from "./spaceWatch.ts";
import type { Space } from "./spaceWatch.ts";
import { listenTo } from "./notices.ts";
import { DatabaseRefused, OwnerNeeded, refusalOf } from "./refusals.ts";
import { SQL_STATE, hasSqlState } from "./sqlState.ts";

export const CHANNEL = "reelcast";
const OLDEST_SERVER = 150_000;
/** Advisory lock for the creation of the first table: "node". */
const FIRST_TABLE_LOCK = 0x6e6f6465;

/** Makes the database write some 16 MB for a moment, without a right of its own: the rows do not fit into the memory. */
async function tryToWrite(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local work_mem = '64kB'`.execute(trx);
    await sql`select count(*) from generate_series(1, 600000)`.execute(trx);
  });
}

/** Its shares use the running server's login, with the rights of grants.ts. */
export interface Storage extends Shares {
  /** Whether the house can write. */
  space: Space;
  url: string;
  /** Without a connection pooler: for locks that belong to a connection, and for notifications. */
  directUrl: string;
  /** With the login that owns all tables; the same as `directUrl` if the operator has set up only one. */
  ownerUrl: string;
  /**
   * As the owner: creates the table of the processes, which is needed before one of them may migrate.
   * @throws DatabaseRefused if the server's login could act as the owner, the owner's lacks rights, or the database is not a house's
   */
  prepare(): Promise<void>;
  /**
   * As the owner: applies migrations, functions and grants, and creates the partitions of the next months.
   * @throws DatabaseRefused if the database is of a newer version
   */
  migrate(): Promise<void>;
  /** As the owner: creates the partitions of the next months. @throws if one can't be created */
  addMonths(): Promise<void>;
  /**
   * As the owner: drops a month of a log with all its rows, and records it, in one transaction.
   * @throws OwnerNeeded if the login does not own the tables
   */
  dropMonth<T>(month: MonthToDrop<T>): Promise<T>;
  /** Notifies every process that listens. At most 8000 bytes of JSON. */
  notify(payload: object): Promise<void>;
  /** Listens to the notifications of all processes. It reconnects; notifications during the interruption are lost, and `onBack` is called. */
  listen(listener: (payload: unknown) => void, onBack?: () => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export interface StorageOptions {
  /** Any PostgreSQL from 15 on. Undefined: the embedded one in `dataDir`. */
  url?: string | undefined;
  directUrl?: string | undefined;
  ownerUrl?: string | undefined;
  /** Whether a superuser's login is refused; otherwise there is a warning. */
  refuseSuperuser?: boolean;
  dataDir: string;
  /** Whether an embedded database that is missing is created. */
  create: boolean;
  /** Free bytes of the data folder's file system below which new play is refused; 0: none. Undefined: it is not measured before `space.setReserve`. */
  reserveBytes?: number | undefined;
  log: Logger;
  limits?: ConnectionLimits;
  wrapPool?: WrapPool | undefined;
}

async function examine(db: Db, { log, refuseSuperuser = false }: StorageOptions): Promise<void> {
  const { rows } = await sql<{
    version: number;
    release: string;
    encoding: string;
    durable: boolean;
    superuser: boolean;
  }>`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as release,
      current_setting('server_encoding') as encoding,
      current_setting('fsync') = 'on' and current_setting('synchronous_commit') <> 'off' as durable,
      current_setting('is_superuser') = 'on' as superuser`.execute(db);
  const [server] = rows;
  if (!server || server.version < OLDEST_SERVER) {
    throw new DatabaseRefused(
      `DATABASE_URL: PostgreSQL 15 or later is needed, and this is ${server?.release ?? "an unknown version"}.`,
    );
  }
  if (server.encoding !== "UTF8") {
    throw new DatabaseRefused(
      `DATABASE_URL: the database has the encoding ${server.encoding}, which can't hold every name: create it with encoding 'UTF8' (and template template0).`,
    );
  }
  if (!server.durable) log.warn("the database acknowledges commits before they are on the disk: money can be lost");
  if (!server.superuser) return;
  if (refuseSuperuser) {
    throw new DatabaseRefused(
      "DATABASE_URL logs in as a superuser of the database and HOST can be reached from outside: use a lesser login, or DATABASE_SUPERUSER=1 if that is meant.",
    );
  }
  log.warn("DATABASE_URL logs in as a superuser of the database: a lesser login is safer");
}

/** The login's name in the database; a connection pooler may use another one. */
export async function roleOf(db: Db): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db);
  return rows[0]?.role ?? "";
}

/** @throws DatabaseRefused if the server's login could act as the owner */
async function assertApart(owner: Db, login: string): Promise<void> {
  const { rows } = await sql<{ member: boolean }>`
    select pg_has_role(${login}, current_user, 'member') as member`.execute(owner);
  if (rows[0]?.member === true) {
    throw new DatabaseRefused(
      "DATABASE_URL and DATABASE_OWNER_URL are one login, or the first is a member of the second: the running server must not be able to act as the owner.",
    );
  }
}

interface DatabaseId {
  name: string;
  oid: string;
}
async function databaseOf(db: Db): Promise<DatabaseId | undefined> {
  const { rows } = await sql<DatabaseId>`
    select datname as name, oid::text as oid from pg_database where datname = current_database()`.execute(db);
  return rows[0];
}

/** @throws DatabaseRefused if the owner can't log in, or to another database than the server */
async function assertSameDatabase(owner: Db, db: Db, ownerUrl: string): Promise<void> {
  const there = await databaseOf(owner).catch((error: unknown) => {
    throw refusalOf(error, "DATABASE_OWNER_URL", ownerUrl) ?? error;
  });
  const here = await databaseOf(db);
  if (here?.name === there?.name && here?.oid === there?.oid) return;
  throw new DatabaseRefused(
    `DATABASE_URL and DATABASE_OWNER_URL lead to two databases, "${here?.name}" and "${there?.name}": both must be the same one.`,
  );
}

/** Only a database without tables becomes a house. @throws DatabaseRefused */
async function assertNotForeign(trx: Trx): Promise<void> {
  const { rows } = await sql<{ name: string; count: number }>`
    select min(relname) as name, count(*)::int as count from pg_class c
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      and to_regclass('kysely_migration') is null`.execute(trx);
  const [{ name, count } = { name: "", count: 0 }] = rows;
  if (count === 0) return;
  throw new DatabaseRefused(
    `DATABASE_URL: the database has ${count} tables of another program, such as "${name}": name a database that is empty, or one of a house.`,
  );
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

export async function createNodesTable(owner: Db, login: string): Promise<void> {
  await owner.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${FIRST_TABLE_LOCK}::int, 0)`.execute(trx);
    const { rows } = await sql<{ there: boolean; complete: boolean; granted: boolean | null }>`
      select nodes is not null as there, has_table_privilege(${login}, nodes, 'insert') as granted,
        exists (select from pg_attribute where attrelid = nodes and attname = 'stats') as complete
      from to_regclass('floor_nodes') as nodes`.execute(trx);
    const { there = false, complete = false, granted } = rows[0] ?? {};
    if (!there) await assertNotForeign(trx);
    const statements = [...(there ? [] : NODES_TABLE), ...(complete ? [] : NODES_COLUMNS)];
    for (const statement of statements) await sql.raw(statement).execute(trx);
    if (granted === true) return;
    if ((await roleOf(trx)) !== login) {
      await sql`grant select, insert, update, delete on floor_nodes to ${sql.id(login)}`.execute(trx);
    }
  });
}

/** @throws DatabaseRefused if the database is of a newer version */
async function migrateAll(owner: Db, login: string, log: Logger): Promise<void> {
  const [unknown] = await unknownMigrations(owner);
  if (unknown !== undefined) {
    throw new DatabaseRefused(
      `The database is of a newer version than this program, which does not know its "${unknown}": start the newer version.`,
    );
  }
  await migrate(owner);
  await applyFunctions(owner, login);
  // Rows of a missing month go to the default partition, so the server can run.
  await addMonthsAhead(owner).catch((error: unknown) =>
    log.error(
      { err: error },
      "the partitions of the next months could not be created: the daily maintenance tries again",
    ),
  );
}

/** The connections, and what their errors say of the space. */
function connectWatched(
  url: string,
  { dataDir, reserveBytes, log, limits = SERVING, wrapPool }: StorageOptions,
): { shares: Shares; space: SpaceWatch; disconnect: () => Promise<void> } {
  const space = new SpaceWatch({
    dataDir,
    reserveBytes,
    log,
    tryToWrite: () => tryToWrite(shares.db),
  });
  const shares: Shares = connectShares(url, { log, limits, wrapPool, onError: (error) => space.report(error) });
  return {
    shares,
    space,
    async disconnect() {
      space.stop();
      await shares.db.destroy();
    },
  };
}

/** Connects, and changes nothing in the database. @throws DatabaseRefused */
export async function connectStorage(options: StorageOptions): Promise<Storage> {
  const { log, create } = options;
  const embedded = options.url === undefined ? await openEmbedded(options.dataDir, { create }, log) : null;
  const url = options.url ?? embedded?.url ?? "";
  const directUrl = embedded === null ? (options.directUrl ?? url) : url;
  const ownerUrl = embedded?.ownerUrl ?? options.ownerUrl;
  const { shares, space, disconnect } = connectWatched(url, options);
  const { db } = shares;
  try {
    await space.start();
    await examine(db, options);
  } catch (error) {
    await disconnect();
    await embedded?.release();
    throw embedded === null ? (refusalOf(error, "DATABASE_URL", url) ?? error) : error;
  }
  const listeners = new Set<() => Promise<void>>();

  /** Runs `work` on a connection of the owner, which is closed afterwards: the running server keeps none. */
  async function byOwner<T>(work: (owner: Db, login: string) => Promise<T>): Promise<T> {
    const owner = connect(ownerUrl ?? directUrl, { log, limits: LONG, max: 2 });
    try {
      if (embedded === null && ownerUrl !== undefined) await assertSameDatabase(owner, db, ownerUrl);
      return await work(owner, await roleOf(db));
    } finally {
      await owner.destroy();
    }
  }
  /** The same for what needs all rights of an owner. @throws DatabaseRefused if the login lacks one */
  const byFullOwner = <T>(work: (owner: Db, login: string) => Promise<T>): Promise<T> =>
    byOwner(work).catch((error: unknown) => {
      if (!hasSqlState(error, SQL_STATE.insufficientPrivilege)) throw error;
      const variable = ownerUrl === undefined ? "DATABASE_URL" : "DATABASE_OWNER_URL";
      throw refusalOf(error, variable, ownerUrl ?? directUrl) ?? error;
    });

  return {
    ...shares,
    space,
    url,
    directUrl,
    ownerUrl: ownerUrl ?? directUrl,
    prepare: () =>
      byFullOwner(async (owner, login) => {
        if (ownerUrl === undefined) {
          log.warn("DATABASE_OWNER_URL is not set: the running server owns its tables and could change their rules");
        } else await assertApart(owner, login);
        await createNodesTable(owner, login);
      }),
    migrate: () => byFullOwner((owner, login) => migrateAll(owner, login, log)),
    addMonths: () => byOwner(addMonthsAhead),
    dropMonth: (month) =>
      byOwner(async (owner) => {
        await assertOwner(owner, month.table);
        return dropMonth(owner, month);
      }),
    async notify(payload) {
      await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(payload)})`.execute(db);
    },
    async listen(listener, onBack) {
      const end = await listenTo({ url: directUrl, channel: CHANNEL, listener, onBack, log });
      listeners.add(end);
      return async () => {
        listeners.delete(end);
        await end();
      };
    },
    async close() {
      await Promise.all([...listeners].map((end) => end()));
      await disconnect();
      await embedded?.release();
    },
  };
}

/** Connects and migrates, for programs that have the database to themselves, such as benchmarks and tests. */
export async function openStorage(options: Omit<StorageOptions, "create">): Promise<Storage> {
  const storage = await connectStorage({ ...options, create: true });
  try {
    await storage.prepare();
    await storage.migrate();
    return storage;
  } catch (error) {
    await storage.close();
    throw error;
  }
}
