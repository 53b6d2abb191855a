/** The database's tables as TypeScript types, and the connection pool. */
import { AppError, ErrorCode } from "@reelcast/contract";
import { Kysely, PostgresDialect } from "kysely";
import type { PostgresPool, PostgresPoolClient, Transaction } from "kysely";
import { Client, Pool, TypeOverrides } from "pg";
import type { Logger } from "pino";
import { createQueue } from "../queue.ts";
import type { QueueLimits } from "../queue.ts";
import { CONNECT_WITHIN_MS, LONG, SERVING, connectionConfig, cutIfUnanswered } from "./connection.ts";
import type { ConnectionLimits } from "./connection.ts";
import type { AccountsTables } from "./tables/accounts.ts";
import type { ApprovalTables } from "./tables/approvals.ts";
import type { AuditTables } from "./tables/audit.ts";
import type { ChatTables } from "./tables/chat.ts";
import type { EventTables } from "./tables/events.ts";
import type { FloorTables } from "./tables/floor.ts";
import type { HistoryTables } from "./tables/history.ts";
import type { JackpotTables } from "./tables/jackpots.ts";
import type { MachineRulesTables } from "./tables/machineRules.ts";
import type { NoteTables } from "./tables/notes.ts";
import type { NoticeTables } from "./tables/notices.ts";
import type { OverviewTables } from "./tables/overview.ts";
import type { PromotionTables } from "./tables/promotions.ts";
import type { ProtectionTables } from "./tables/protection.ts";
import type { SettingsTables } from "./tables/settings.ts";
import type { StaffTables } from "./tables/staff.ts";
import type { WalletTables } from "./tables/wallet.ts";
import type { WorkQueueTables } from "./tables/workQueue.ts";

export interface Database
  extends
    AccountsTables,
    ApprovalTables,
    AuditTables,
    WalletTables,
    FloorTables,
    EventTables,
    HistoryTables,
    PromotionTables,
    JackpotTables,
    ProtectionTables,
    ChatTables,
    MachineRulesTables,
    NoteTables,
    NoticeTables,
    OverviewTables,
    SettingsTables,
    StaffTables,
    WorkQueueTables {}
export type Db = Kysely<Database>;
export type Trx = Transaction<Database>;

const INT8 = 20;
const PREPARED_STATEMENTS = 200;
const CONNECTIONS = 12;
const REFUSED = { withinMs: CONNECT_WITHIN_MS, refusal: () => new AppError(ErrorCode.ServiceUnavailable) };
const CALLS = { atOnce: 8, waiting: 500, ...REFUSED };
const READS = { atOnce: 4, waiting: 100, ...REFUSED };

/** Reads bigint columns as numbers. @throws RangeError instead of rounding */
function toSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} from the database is beyond exact numbers`);
  return value;
}
const types = new TypeOverrides();
types.setTypeParser(INT8, toSafeInteger);

/**
 * Names each statement, so that a connection parses and plans it once, which is most of the work of a short statement. The
 * number is limited, so that texts that never repeat do not fill the memory of each connection.
 */
function preparing(pool: Pool, onError: (error: unknown) => void): PostgresPool {
  const names = new Map<string, string>();
  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known !== undefined || names.size >= PREPARED_STATEMENTS) return known;
    const name = `s${names.size}`;
    names.set(text, name);
    return name;
  }
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      async function query(text: string, values: readonly unknown[]) {
        const name = values.length > 0 ? nameOf(text) : undefined;
        try {
          return await client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) });
        } catch (error) {
          cutIfUnanswered(client, error);
          onError(error);
          throw error;
        }
      }
      // Kysely's type has a second overload, for cursors, which are not used.
      return { query: query as unknown as PostgresPoolClient["query"], release: (destroy) => client.release(destroy) };
    },
  };
}

/** For tests of faults: wraps the pool. */
export type WrapPool = (pool: PostgresPool) => PostgresPool;

export interface PoolOptions {
  log?: Pick<Logger, "warn">;
  /** Maximum number of connections. */
  max?: number;
  limits?: ConnectionLimits;
  /** Called with each error of a statement. */
  onError?: (error: unknown) => void;
  wrapPool?: WrapPool | undefined;
}

/** A broken connection is replaced at the next query. A query waits at most 5 s for a connection. */
function openPool(
  url: string,
  { log, max = CONNECTIONS, limits = SERVING, onError = () => {}, wrapPool = (pool) => pool }: PoolOptions,
): PostgresPool {
  const pool = new Pool({
    ...connectionConfig(url, limits),
    max,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    types,
  });
  // The pool replaces an idle connection that breaks; the error must not end the process.
  // Its other fields are the whole client.
  pool.on("error", ({ message, stack }) => {
    // At the end of the house the embedded database may stop before a connection is closed on both sides.
    if (!pool.ending) log?.warn({ err: { message, stack } }, "a database connection was lost");
  });
  // The pool handles errors only of idle connections. One that breaks in use fails its query, too.
  pool.on("connect", (client) => client.on("error", () => {}));
  return wrapPool(preparing(pool, onError));
}
const queriesOn = (pool: PostgresPool): Db => new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });

/** A pool of connections. */
export function connect(url: string, options: PoolOptions = {}): Db {
  return queriesOn(openPool(url, options));
}

/** One connection, for a long transaction in which rows are streamed by `client` and statements carried out by `db`. */
export interface OneConnection {
  db: Db;
  client: Client;
  close: () => Promise<void>;
}
/** Settings of a session whose client may read or send slowly: the disk and other programs decide how fast. */
const UNHURRIED = "set tcp_user_timeout = 0; set idle_in_transaction_session_timeout = '10min'";

export async function connectOne(url: string): Promise<OneConnection> {
  // Without the limit for a query: a stream has none, and would leave its timer behind.
  const client = new Client({ ...connectionConfig(url, LONG), query_timeout: 0, types });
  client.on("error", () => {});
  await client.connect();
  await client.query(UNHURRIED);
  const pool = {
    options: {},
    end: async () => {},
    connect: async () => ({ query: client.query.bind(client), release: () => {} }),
  } as unknown as PostgresPool;
  return { db: queriesOn(pool), client, close: () => client.end() };
}

/** A share of the pool: the same connections, but limited in number. */
function shareOf(pool: PostgresPool, limits: QueueLimits): PostgresPool {
  const queue = createQueue(limits);
  return {
    options: pool.options,
    // `connectShares` closes the pool itself.
    end: async () => {},
    async connect() {
      const leave = await queue.enter("");
      try {
        const client = await pool.connect();
        return {
          query: client.query.bind(client),
          release(destroy) {
            client.release(destroy);
            leave();
          },
        };
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}

/** Shares of one pool. A query without a free place is refused with AppError ServiceUnavailable. */
export interface Shares {
  /** The whole pool, for the server's own work: leases, money, games. Calls of players can't occupy it. */
  db: Db;
  /** For calls of players: at most 8 of the 12 connections, 500 may wait. */
  calls: Db;
  /** For long reads, such as history: at most 4 of those 8, 100 may wait. */
  reads: Db;
}
/** Opens one pool, to be closed by `db.destroy()`. */
export function connectShares(url: string, options: PoolOptions = {}): Shares {
  const pool = openPool(url, options);
  const calls = shareOf(pool, CALLS);
  const reads = shareOf(calls, READS);
  return { db: queriesOn(pool), calls: queriesOn(calls), reads: queriesOn(reads) };
}
