/**
 * What a process reads and writes in `floor_nodes`, over one connection of its own. Its advisory lock belongs to this
 * connection: when the connection breaks, the lock is free. Decides nothing; nodes.ts does.
 */
import { Client } from "pg";
import { connectionConfig } from "../storage/index.ts";
import type { Sighting } from "./nodeDeath.ts";

export interface NodeStore {
  /** Takes the lock unless this connection holds it. The database may still hold it for a broken connection of ours. */
  holdLock(): Promise<void>;
  /** Raises the counter of renewals. Resolves with whether this process is the active one. */
  renew(): Promise<boolean>;
  /** The row of the active process; null if there is none. */
  look(): Promise<Omit<Sighting, "at"> | null>;
  /** Makes this process the active one, after the removal of a dead one. Elections run one after the other. */
  elect(dead: Sighting | null): Promise<boolean>;
  /** Deletes the rows of processes that ended without an orderly end. One that lives registers again. */
  deleteDead(): Promise<void>;
  deleteOwn(): Promise<void>;
  /** The next statement opens a new connection. */
  disconnect(): void;
  /** Ends the connection for good: every later statement rejects. */
  close(): Promise<void>;
}

export interface NodeStoreOptions {
  /** Of the database without a pooler between: the lock belongs to the connection. */
  url: string;
  /** Of this process. */
  node: string;
  /** The connection broke: the lock is to be taken again at once. */
  onBroken: () => void;
}

/** A statement without an answer in this time costs the connection. */
const ANSWER_WITHIN_MS = 1_500;
const LIMITS = { statementMs: ANSWER_WITHIN_MS, queryMs: ANSWER_WITHIN_MS };
/** First key of the locks: "reel". The second is the number of the row. Storage creates the table. */
const LOCKS = 0x7265656c;
const ELECTION = 0;

const REGISTER = `
  insert into floor_nodes (node, incarnation, postmaster_started) values ($1, 0, pg_postmaster_start_time())
  on conflict (node) do update set node = excluded.node returning number`;
const LOCK = `
  with taken as (select pg_try_advisory_lock(${LOCKS}, $2) as ok)
  update floor_nodes set incarnation = incarnation + 1, postmaster_started = pg_postmaster_start_time()
  from taken where node = $1 and taken.ok`;
const RENEW = `update floor_nodes set renewal = renewal + 1 where node = $1 returning active`;
const HELD = `
  exists (select from pg_locks where locktype = 'advisory' and classid = ${LOCKS} and objid = floor_nodes.number
    and objsubid = 2 and granted and database = (select oid from pg_database where datname = current_database()))`;
const LOOK = `
  select node, incarnation, renewal::float8 as renewal, postmaster_started::text as "lockedSince",
    pg_postmaster_start_time()::text as "databaseStarted", ${HELD} as locked
  from floor_nodes where active`;
const DEPOSE = `update floor_nodes set active = false where active and node = $1 and incarnation = $2 and renewal = $3`;
const ACTIVATE = `
  update floor_nodes set active = true, renewal = renewal + 1
  where node = $1 and not exists (select from floor_nodes where active)`;
const DELETE_DEAD = `delete from floor_nodes where not active and node <> $1 and not ${HELD}`;

interface Connection {
  client: Client;
  /** Of this process's row: second key of its lock. */
  number: number;
  locked: boolean;
}

export class PostgresNodeStore implements NodeStore {
  readonly #options: NodeStoreOptions;
  #connection: Connection | null = null;
  #closed = false;
  constructor(options: NodeStoreOptions) {
    this.#options = options;
  }

  async #connected(): Promise<Connection> {
    const { url, node, onBroken } = this.#options;
    if (this.#closed) throw new Error("this node has been released");
    if (this.#connection) return this.#connection;
    const client = new Client({ ...connectionConfig(url, LIMITS), connectionTimeoutMillis: ANSWER_WITHIN_MS });
    client.on("error", () => {});
    client.on("end", () => {
      if (this.#connection?.client !== client) return;
      this.#connection = null;
      onBroken();
    });
    try {
      await client.connect();
      const { rows } = await client.query<{ number: number }>(REGISTER, [node]);
      const [row] = rows;
      if (!row) throw new Error("the process could not be registered");
      this.#connection = { client, number: row.number, locked: false };
      return this.#connection;
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
  }
  async #query<Row>(statement: string, values: unknown[] = []): Promise<Row[]> {
    const { client } = await this.#connected();
    try {
      const { rows } = await client.query<Row & Record<string, unknown>>(statement, values);
      return rows;
    } catch (error) {
      this.disconnect();
      throw error;
    }
  }

  async holdLock(): Promise<void> {
    const connection = await this.#connected();
    if (connection.locked) return;
    const { rowCount } = await connection.client.query(LOCK, [this.#options.node, connection.number]);
    connection.locked = rowCount === 1;
  }
  async renew(): Promise<boolean> {
    const [row] = await this.#query<{ active: boolean }>(RENEW, [this.#options.node]);
    return row?.active === true;
  }
  async look(): Promise<Omit<Sighting, "at"> | null> {
    const [row] = await this.#query<Omit<Sighting, "at">>(LOOK);
    return row ?? null;
  }
  async elect(dead: Sighting | null): Promise<boolean> {
    await this.#query("begin");
    await this.#query(`select pg_advisory_xact_lock(${LOCKS}, ${ELECTION})`);
    if (dead) await this.#query(DEPOSE, [dead.node, dead.incarnation, dead.renewal]);
    const { client } = await this.#connected();
    const { rowCount } = await client.query(ACTIVATE, [this.#options.node]);
    await this.#query("commit");
    // Another process may have deleted this one's row: a new connection registers it again.
    if (rowCount !== 1) this.disconnect();
    return rowCount === 1;
  }
  async deleteDead(): Promise<void> {
    await this.#query(DELETE_DEAD, [this.#options.node]);
  }
  async deleteOwn(): Promise<void> {
    await this.#query("delete from floor_nodes where node = $1", [this.#options.node]);
  }

  disconnect(): void {
    const client = this.#connection?.client;
    this.#connection = null;
    void client?.end().catch(() => {});
  }
  async close(): Promise<void> {
    this.#closed = true;
    const client = this.#connection?.client;
    this.#connection = null;
    await client?.end().catch(() => {});
  }
}
