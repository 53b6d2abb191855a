/**
 * What a process reads and writes in `floor_nodes`, over one connection of its own. Its advisory locks belong to this
 * connection: when the connection breaks, they are free. Decides nothing; nodes.ts and nodePresence.ts do.
 */
import type { OptionalPart } from "@reelcast/contract/console";
import { SerialQueue } from "@reelcast/contract/serialQueue";
import { Client } from "pg";
import { connectionConfig } from "../storage/index.ts";
import type { Sighting } from "./nodeDeath.ts";

/** How a process appears to operators and to other processes. */
export interface NodeDescription {
  /** As the operator calls it. */
  name: string;
  roles: readonly string[];
  /** Of its program. */
  version: string;
  zone?: string | undefined;
  /** Host and port of its HTTP server. */
  address?: string | undefined;
}

/** Figures that a process writes into its row every five seconds. */
export interface NodeStats {
  sockets?: number;
  viewers?: number;
  /** Largest delays of its event loop in the last seconds, ms (99th percentile). */
  eventLoopMs?: number;
  /** To the bus and back, ms. Absent while the bus is away. */
  busMs?: number;
  /** How much later than due the digest of a floor's machines is, ms: of an edge, for the latest of all floors. */
  statusesMs?: number;
  /** It has reached the bus within the last seconds. */
  busUp?: boolean;
  /** A floor takes machines: it has migrated the database, and opened what it needs for them. */
  claims?: boolean;
  /** Parts that it goes without. */
  missing?: OptionalPart[];
}

export interface NodeStore {
  /** Takes the lock unless this connection holds it. The database may still hold it for a broken connection of ours. */
  holdLock(): Promise<void>;
  /** Takes the lock of the name unless this connection holds it. Resolves with whether it does. */
  holdName(): Promise<boolean>;
  /** Raises the counter of renewals. Resolves with what the row says of this process. */
  renew(stats?: NodeStats): Promise<{ active: boolean; draining: boolean }>;
  /** An active process that excludes this one, or this one; null if there is none. */
  look(): Promise<Omit<Sighting, "at"> | null>;
  /** All other active processes. */
  others(): Promise<Omit<Sighting, "at">[]>;
  /** Makes this process active, after the removal of a dead one. Elections run one after the other. */
  elect(dead: Sighting | null): Promise<boolean>;
  /** A dead process is not active any more. Resolves with whether this process has found it so. */
  depose(dead: Sighting): Promise<boolean>;
  setDraining(draining: boolean): Promise<void>;
  /** From now on this process takes machines: others leave it its share. */
  setClaiming(): Promise<void>;
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
  /** Other processes that share the machines may be active too. */
  shared?: boolean;
  description?: NodeDescription | undefined;
  /** The connection broke: the lock is to be taken again at once. */
  onBroken: () => void;
}

/** A statement without an answer in this time costs the connection. */
const ANSWER_WITHIN_MS = 1_500;
const LIMITS = { statementMs: ANSWER_WITHIN_MS, queryMs: ANSWER_WITHIN_MS };
/** First key of the locks: "reel". The second is the number of the row. Storage creates the table. */
const LOCKS = 0x7265656c;
const ELECTION = 0;
/** First key of the locks of names: "name". */
const NAMES = 0x6e616d65;

const REGISTER = `
  insert into floor_nodes (node, incarnation, postmaster_started, shared, name, roles, version, zone, address, draining)
  values ($1, 0, pg_postmaster_start_time(), $2, $3, $4, $5, $6, $7, $8)
  on conflict (node) do update set node = excluded.node returning number`;
const LOCK = `
  with taken as (select pg_try_advisory_lock(${LOCKS}, $2) as ok)
  update floor_nodes set incarnation = incarnation + 1, postmaster_started = pg_postmaster_start_time()
  from taken where node = $1 and taken.ok`;
const CLAIMING = `update floor_nodes set stats = coalesce(stats, '{}') || '{"claims": true}' where node = $1`;
const LOCK_NAME = `select pg_try_advisory_lock(${NAMES}, hashtext($1)) as held`;
const RENEW = `
  update floor_nodes set renewal = renewal + 1, stats = coalesce(stats, '{}') || coalesce($2::jsonb, '{}') where node = $1
  returning active, draining`;
/** Condition for a row of `floor_nodes`: the connection of its process stands. */
export const HELD = `
  exists (select from pg_locks where locktype = 'advisory' and classid = ${LOCKS} and objid = floor_nodes.number
    and objsubid = 2 and granted and database = (select oid from pg_database where datname = current_database()))`;
const ACTIVE = `
  select node, incarnation, renewal::float8 as renewal, postmaster_started::text as "lockedSince",
    pg_postmaster_start_time()::text as "databaseStarted", ${HELD} as locked
  from floor_nodes where active`;
/** One that shares can be active with others that share, and one that does not share only alone. $1: shares */
const IN_THE_WAY = `active and not ($1 and shared)`;
const LOOK = `${ACTIVE} and (${IN_THE_WAY} or node = $2) order by node = $2 desc, node limit 1`;
const OTHERS = `${ACTIVE} and node <> $1`;
const DEPOSE = `update floor_nodes set active = false where active and node = $1 and incarnation = $2 and renewal = $3`;
const ACTIVATE = `
  update floor_nodes set active = true, renewal = renewal + 1
  where node = $2 and not exists (select from floor_nodes where ${IN_THE_WAY})`;
const DELETE_DEAD = `delete from floor_nodes where not active and node <> $1 and not ${HELD}`;

interface Connection {
  client: Client;
  /** Of this process's row: second key of its lock. */
  number: number;
  locked: boolean;
  named: boolean;
}

export class PostgresNodeStore implements NodeStore {
  readonly #options: NodeStoreOptions;
  #connection: Connection | null = null;
  #connecting: Promise<Connection> | null = null;
  /** Renewal and watch share the connection: one statement at a time. */
  readonly #statements = new SerialQueue();
  #closed = false;
  /** A row that another process has deleted is made again as it was. */
  #draining = false;
  constructor(options: NodeStoreOptions) {
    this.#options = options;
  }

  async #connected(): Promise<Connection> {
    if (this.#closed) throw new Error("this node has been released");
    if (this.#connection) return this.#connection;
    this.#connecting ??= this.#connect().finally(() => (this.#connecting = null));
    return this.#connecting;
  }
  async #connect(): Promise<Connection> {
    const { url, onBroken } = this.#options;
    const client = new Client({ ...connectionConfig(url, LIMITS), connectionTimeoutMillis: ANSWER_WITHIN_MS });
    client.on("error", () => {});
    client.on("end", () => {
      if (this.#connection?.client !== client) return;
      this.#connection = null;
      onBroken();
    });
    try {
      await client.connect();
      const { rows } = await client.query<{ number: number }>(REGISTER, this.#row());
      const [row] = rows;
      if (!row) throw new Error("the process could not be registered");
      this.#connection = { client, number: row.number, locked: false, named: false };
      return this.#connection;
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
  }
  #row(): unknown[] {
    const { node, shared = false, description } = this.#options;
    const { name = null, roles = [], version = null, zone = null, address = null } = description ?? {};
    return [node, shared, name, roles, version, zone, address, this.#draining];
  }
  async #query<Row>(statement: string, values: unknown[] = []): Promise<Row[]> {
    const { client } = await this.#connected();
    try {
      const { rows } = await this.#statements.enqueue(() =>
        client.query<Row & Record<string, unknown>>(statement, values),
      );
      return rows;
    } catch (error) {
      // Another statement may have opened the next one already.
      if (this.#connection?.client === client) this.disconnect();
      throw error;
    }
  }

  async holdLock(): Promise<void> {
    const connection = await this.#connected();
    if (connection.locked) return;
    const values = [this.#options.node, connection.number];
    const { rowCount } = await this.#statements.enqueue(() => connection.client.query(LOCK, values));
    connection.locked = rowCount === 1;
  }
  async holdName(): Promise<boolean> {
    const connection = await this.#connected();
    if (connection.named) return true;
    const { node, description } = this.#options;
    const [row] = await this.#query<{ held: boolean }>(LOCK_NAME, [description?.name ?? node]);
    connection.named = row?.held === true;
    return connection.named;
  }
  async renew(stats?: NodeStats): Promise<{ active: boolean; draining: boolean }> {
    const values = [this.#options.node, stats === undefined ? null : JSON.stringify(stats)];
    const [row] = await this.#query<{ active: boolean; draining: boolean }>(RENEW, values);
    if (row) this.#draining = row.draining;
    // Another process may have deleted the row: a new connection registers it again.
    else this.disconnect();
    return row ?? { active: false, draining: this.#draining };
  }
  async look(): Promise<Omit<Sighting, "at"> | null> {
    const { shared = false, node } = this.#options;
    const [row] = await this.#query<Omit<Sighting, "at">>(LOOK, [shared, node]);
    return row ?? null;
  }
  others(): Promise<Omit<Sighting, "at">[]> {
    return this.#query<Omit<Sighting, "at">>(OTHERS, [this.#options.node]);
  }
  async elect(dead: Sighting | null): Promise<boolean> {
    const { shared = false, node } = this.#options;
    await this.#query("begin");
    await this.#query(`select pg_advisory_xact_lock(${LOCKS}, ${ELECTION})`);
    if (dead) await this.#query(DEPOSE, [dead.node, dead.incarnation, dead.renewal]);
    const { client } = await this.#connected();
    const { rowCount } = await client.query(ACTIVATE, [shared, node]);
    await this.#query("commit");
    // Another process may have deleted this one's row: a new connection registers it again.
    if (rowCount !== 1) this.disconnect();
    return rowCount === 1;
  }
  async depose(dead: Sighting): Promise<boolean> {
    const rows = await this.#query(`${DEPOSE} returning node`, [dead.node, dead.incarnation, dead.renewal]);
    return rows.length === 1;
  }
  async setClaiming(): Promise<void> {
    await this.#query(CLAIMING, [this.#options.node]);
  }
  async setDraining(draining: boolean): Promise<void> {
    this.#draining = draining;
    await this.#query("update floor_nodes set draining = $2 where node = $1", [this.#options.node, draining]);
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
