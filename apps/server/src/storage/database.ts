/** The database as TypeScript knows it, and the pool that speaks to it. */
import { AppError, ErrorCode } from "@reelcast/contract";
import { Kysely, PostgresDialect } from "kysely";
import type { PostgresPool, PostgresPoolClient, Transaction } from "kysely";
import { Pool, TypeOverrides } from "pg";
import type { Logger } from "pino";
import { createQueue } from "../queue.ts";
import type { QueueLimits } from "../queue.ts";
import { CONNECT_WITHIN_MS, SERVING, connectionConfig, cutIfUnanswered } from "./connection.ts";
import type { ConnectionLimits } from "./connection.ts";
import type { AccountsTables } from "./tables/accounts.ts";
import type { ApprovalTables } from "./tables/approvals.ts";
import type { AuditTables } from "./tables/audit.ts";
import type { ChatTables } from "./tables/chat.ts";
import type { FloorTables } from "./tables/floor.ts";
import type { HistoryTables } from "./tables/history.ts";
import type { JackpotTables } from "./tables/jackpots.ts";
import type { NoticeTables } from "./tables/notices.ts";
import type { PromotionTables } from "./tables/promotions.ts";
import type { ProtectionTables } from "./tables/protection.ts";
import type { SettingsTables } from "./tables/settings.ts";
import type { WalletTables } from "./tables/wallet.ts";

export interface Database
  extends
    AccountsTables,
    ApprovalTables,
    AuditTables,
    WalletTables,
    FloorTables,
    HistoryTables,
    PromotionTables,
    JackpotTables,
    ProtectionTables,
    ChatTables,
    NoticeTables,
    SettingsTables {}
export type Db = Kysely<Database>;
export type Trx = Transaction<Database>;

const INT8 = 20;
const PREPARED_STATEMENTS = 200;
const CONNECTIONS = 12;
const REFUSED = { withinMs: CONNECT_WITHIN_MS, refusal: () => new AppError(ErrorCode.ServiceUnavailable) };
const CALLS = { atOnce: 8, waiting: 500, ...REFUSED };
const READS = { atOnce: 4, waiting: 100, ...REFUSED };

/** bigint columns come as numbers; one beyond what a number holds exactly is an error, never a rounded amount. */
function toSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} from the database is beyond exact numbers`);
  return value;
}
const types = new TypeOverrides();
types.setTypeParser(INT8, toSafeInteger);

/**
 * Gives each statement a name, so that a connection parses and plans it once, which is most of the work of a short one.
 * Only so many: a statement whose text is never the same twice must not fill the memory of each connection.
 */
function preparing(pool: Pool): PostgresPool {
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
          throw error;
        }
      }
      // Kysely's type has a second overload, for cursors, which are not in use.
      return { query: query as unknown as PostgresPoolClient["query"], release: (destroy) => client.release(destroy) };
    },
  };
}

/** For tests of faults: stands between the queries and the connections. */
export type WrapPool = (pool: PostgresPool) => PostgresPool;

export interface PoolOptions {
  log?: Pick<Logger, "warn">;
  /** Connections at most. */
  max?: number;
  limits?: ConnectionLimits;
  wrapPool?: WrapPool | undefined;
}

/** One that breaks is replaced at the next query; none is waited for longer than 5 s. */
function openPool(
  url: string,
  { log, max = CONNECTIONS, limits = SERVING, wrapPool = (pool) => pool }: PoolOptions,
): PostgresPool {
  const pool = new Pool({
    ...connectionConfig(url, limits),
    max,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    types,
  });
  // An idle connection that breaks is replaced by the pool; it must not end the process.
  pool.on("error", (error) => log?.warn({ err: error }, "a database connection was lost"));
  // The pool hears only connections that are idle; one that breaks while it is lent out fails its query instead.
  pool.on("connect", (client) => client.on("error", () => {}));
  return wrapPool(preparing(pool));
}
const queriesOn = (pool: PostgresPool): Db => new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });

/** A pool of connections. */
export function connect(url: string, options: PoolOptions = {}): Db {
  return queriesOn(openPool(url, options));
}

/** The same connections, of which only so many are lent out by this one. */
function shareOf(pool: PostgresPool, limits: QueueLimits): PostgresPool {
  const queue = createQueue(limits);
  return {
    options: pool.options,
    // Ended by its opener.
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

/** Of one pool. Who is refused for want of a place is told AppError ServiceUnavailable. */
export interface Shares {
  /** All of it, for what the house itself has to do: leases, money, games. It is never refused for the sake of players. */
  db: Db;
  /** For what players ask for: at most 8 of the 12 connections, 500 may wait. */
  calls: Db;
  /** For long reads of players, as of their history: at most 4 of those 8, 100 may wait. */
  reads: Db;
}
/** Opens one pool. To be ended by `db`. */
export function connectShares(url: string, options: PoolOptions = {}): Shares {
  const pool = openPool(url, options);
  const calls = shareOf(pool, CALLS);
  const reads = shareOf(calls, READS);
  return { db: queriesOn(pool), calls: queriesOn(calls), reads: queriesOn(reads) };
}
