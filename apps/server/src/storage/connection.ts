/**
 * How the server connects to PostgreSQL: limits in time for every connection, so that no transaction of a paused or
 * cut-off process blocks others, and so that a database that does not answer fails a query instead of holding it.
 */
import type { Client, ClientConfig } from "pg";
import { isOutOfSpace } from "./space.ts";

export interface ConnectionLimits {
  /** The database ends a statement after this time. */
  statementMs: number;
  /** The client gives a query up after this time, and the connection with it. */
  queryMs: number;
}

const MINUTE_MS = 60_000;
/** Of the server's calls. A query that takes longer than `queryMs` counts as unanswered. */
export const SERVING: ConnectionLimits = { statementMs: 15_000, queryMs: 5_000 };
/**
 * Of migrations, checks of the whole ledger, exports and the command line. One statement of a complete check reads every
 * posting: 54 million took six minutes on two busy cores.
 */
export const LONG: ConnectionLimits = { statementMs: 6 * 60 * MINUTE_MS, queryMs: 6 * 60 * MINUTE_MS };

export const CONNECT_WITHIN_MS = 5_000;
const IDLE_IN_TRANSACTION_MS = 2_000;
/** Long work may take long, but not stand still behind another's lock. */
const LOCK_MS = 10 * MINUTE_MS;
const SILENCE_MS = 3_000;

/** Settings of the session, in the form of libpq's `options`. */
function sessionOptions({ statementMs }: ConnectionLimits): string {
  const settings = {
    statement_timeout: statementMs,
    lock_timeout: LOCK_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    tcp_user_timeout: SILENCE_MS,
    tcp_keepalives_idle: 3,
    tcp_keepalives_interval: 1,
    tcp_keepalives_count: 3,
    // Parallel workers share memory in /dev/shm, which is small in containers: with a full one a statement fails.
    max_parallel_workers_per_gather: 0,
    max_parallel_maintenance_workers: 0,
  };
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ");
}

/** Adds the session's settings to the operator's own `options` of the address. */
function withOptions(url: string, options: string): Pick<ClientConfig, "connectionString" | "options"> {
  // URL can't parse the address of a Unix socket: pg accepts separate options.
  if (!URL.canParse(url)) return { connectionString: url, options };
  const address = new URL(url);
  const own = address.searchParams.get("options");
  address.searchParams.set("options", own === null ? options : `${own} ${options}`);
  return { connectionString: address.href };
}

/** For each connection of the server: `new Client(connectionConfig(url, SERVING))`. */
export function connectionConfig(url: string, limits: ConnectionLimits): ClientConfig {
  return {
    ...withOptions(url, sessionOptions(limits)),
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    query_timeout: limits.queryMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: SILENCE_MS,
  };
}

/** Messages of pg's own errors, which have no codes. */
const UNANSWERED = "Query read timeout";
const LOST =
  /^(Connection terminated|Client (has encountered|was closed)|timeout exceeded when trying to connect|timeout expired)/;
/**
 * Connection exceptions (class 08), resources that the database lacks at the moment (class 53: connections, memory, files), the
 * end of a statement, a session or a server, a read-only server, and errors of the network and of this process's own files.
 */
const AWAY =
  /^(08\d{3}|53[0123]00|57014|57P0[12345]|25P0[34]|25006|E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)|EMFILE|ENFILE|ENOBUFS|EADDRNOTAVAIL)$/;

/**
 * Whether the database did not answer, or can't write at the moment. The statement may or may not have been executed; the caller
 * may try again later.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isOutOfSpace(error)) return true;
  if ("code" in error && typeof error.code === "string" && AWAY.test(error.code)) return true;
  return error.message === UNANSWERED || LOST.test(error.message);
}

/**
 * Closes the connection if its query was not answered in time: pg would take a late answer for that of the next query, and
 * a rollback after it would wait as long again.
 */
export function cutIfUnanswered(client: Pick<Client, "end">, error: unknown): void {
  if (error instanceof Error && error.message === UNANSWERED) void client.end().catch(() => {});
}
