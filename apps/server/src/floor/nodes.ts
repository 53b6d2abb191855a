/**
 * Which process on a database is the active one: it alone migrates, takes leases and acts. A process shows that it lives
 * by an advisory lock on a connection of its own and by a counter that it raises every second; nodeDeath.ts says when
 * another may take over. It gives no orders to machines and writes nothing but its own row.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { AppError, ErrorCode } from "@reelcast/contract";
import { Client } from "pg";
import type { Logger } from "pino";
import { connectionConfig } from "../storage/index.ts";
import { isDead, observe } from "./nodeDeath.ts";
import type { Sighting, Watch } from "./nodeDeath.ts";

export interface FloorNode {
  /** Name of this process on this database; new at each start. */
  readonly id: string;
  /** Resolves once this process is the active one: then it may migrate and take leases. Rejects when `signal` aborts. */
  becomeActive(signal: AbortSignal): Promise<void>;
  /** False from 3 s after the last successful renewal was sent, and for ever once another process became active. */
  hasAuthority(): boolean;
  /** @throws AppError ServiceUnavailable */
  assertAuthority(): void;
  /** Milliseconds in which this process could serve: it stands still while the database is away. For countdowns. */
  playTime(): number;
  /** Aborted when another process has become active or release() was called. */
  readonly lost: AbortSignal;
  /** Orderly end: another process may take over at once. */
  release(): Promise<void>;
}

export interface NodeOptions {
  /** Of the database without a pooler between: the lock belongs to the connection. */
  url: string;
  log: Pick<Logger, "info" | "warn">;
  /** The database is in a data folder that this process has locked, so the former active process is gone. */
  alone?: boolean;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
}

/** Shorter than the death rule's 4 s by more than clocks of two machines drift apart in that time. */
const AUTHORITY_MS = 3_000;
const RENEW_MS = 1_000;
const POLL_MS = 250;
/** What does not answer in this time counts as away. */
const ANSWER_WITHIN_MS = 1_500;
/** Between two renewals at most so much counts as time in which this process could serve. */
const LONGEST_STEP_MS = 1_500;
/** First key of the locks: "reel". The table itself is made by the storage, before any process is a node. */
const LOCKS = 0x7265656c;
const ELECTION = 0;
const LIMITS = { statementMs: ANSWER_WITHIN_MS, queryMs: ANSWER_WITHIN_MS };

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
/** Rows of processes that ended without saying so. One that lives registers itself again. */
const TIDY = `delete from floor_nodes where not active and node <> $1 and not ${HELD}`;

export function createFloorNode(options: NodeOptions): FloorNode {
  const { url, log, alone = false, now = () => performance.now() } = options;
  const id = randomUUID();
  const lost = new AbortController();
  const released = new AbortController();
  let closed = false;
  let active = false;
  let connection: { client: Client; number: number; locked: boolean } | null = null;
  /** When the last renewal that succeeded was sent. */
  let renewedAt = -Infinity;
  let answeredAt = -Infinity;
  /** Resolved when the connection broke: the lock is to be taken again at once. */
  let wake = Promise.withResolvers<void>();
  let served = 0;
  /** What uses the connection now. */
  let working: Promise<unknown> = Promise.resolve();

  /** One statement at a time; whatever is not answered costs the connection. */
  async function ask<Row>(statement: string, values: unknown[] = []): Promise<Row[]> {
    const { client } = await connected();
    try {
      const { rows } = await client.query<Row & Record<string, unknown>>(statement, values);
      return rows;
    } catch (error) {
      disconnect();
      throw error;
    }
  }
  function disconnect(): void {
    const client = connection?.client;
    connection = null;
    void client?.end().catch(() => {});
  }
  async function connected(): Promise<NonNullable<typeof connection>> {
    if (closed) throw new Error("this node has been released");
    if (connection) return connection;
    const client = new Client({ ...connectionConfig(url, LIMITS), connectionTimeoutMillis: ANSWER_WITHIN_MS });
    client.on("error", () => {});
    client.on("end", () => {
      if (connection?.client !== client) return;
      connection = null;
      wake.resolve();
    });
    try {
      await client.connect();
      const { rows } = await client.query<{ number: number }>(REGISTER, [id]);
      const [row] = rows;
      if (!row) throw new Error("the process could not be registered");
      connection = { client, number: row.number, locked: false };
      return connection;
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
  }
  /** The database may still hold the lock for a connection of ours that broke: then it is taken a moment later. */
  async function holdLock(): Promise<void> {
    const held = await connected();
    if (held.locked) return;
    const { rowCount } = await held.client.query(LOCK, [id, held.number]);
    held.locked = rowCount === 1;
  }

  function loseAuthority(): void {
    active = false;
    if (!lost.signal.aborted) lost.abort();
  }
  function renewed(sentAt: number): void {
    const answered = now();
    served += Number.isFinite(answeredAt) ? Math.min(answered - answeredAt, LONGEST_STEP_MS) : 0;
    renewedAt = sentAt;
    answeredAt = answered;
  }
  async function renew(): Promise<void> {
    const sentAt = now();
    await holdLock();
    const [row] = await ask<{ active: boolean }>(RENEW, [id]);
    if (row?.active === true) renewed(sentAt);
    else {
      log.warn({ node: id }, "another process has become active");
      loseAuthority();
    }
  }
  async function keepRenewing(): Promise<void> {
    let fails = false;
    while (!lost.signal.aborted) {
      const sentAt = now();
      try {
        await renew();
        if (fails) log.info({ node: id }, "the database answers again");
        fails = false;
      } catch (error) {
        if (!fails) log.warn({ err: error, node: id }, "the database does not answer: this process can't act for long");
        fails = true;
      }
      const wait = fails ? POLL_MS : Math.max(0, RENEW_MS - (now() - sentAt));
      await Promise.race([
        pause(wait, undefined, { signal: released.signal, ref: false }).catch(() => {}),
        wake.promise,
      ]);
      wake = Promise.withResolvers<void>();
    }
  }

  async function look(): Promise<Sighting | null> {
    const [row] = await ask<Omit<Sighting, "at">>(LOOK);
    return row === undefined ? null : { ...row, at: now() };
  }
  /** One transaction; elections wait for each other. Answers whether this process is the active one now. */
  async function elect(dead: Sighting | null): Promise<boolean> {
    const sentAt = now();
    await ask("begin");
    await ask(`select pg_advisory_xact_lock(${LOCKS}, ${ELECTION})`);
    if (dead) await ask(DEPOSE, [dead.node, dead.incarnation, dead.renewal]);
    const { client } = await connected();
    const { rowCount } = await client.query(ACTIVATE, [id]);
    await ask("commit");
    // Without its row, which another process may have tidied away, it must register itself again.
    if (rowCount !== 1) disconnect();
    else renewed(sentAt);
    return rowCount === 1;
  }
  /** One step towards being active. @param watch what is known of the one that is */
  async function tryToBecomeActive(watch: Watch | null): Promise<Watch | null> {
    const sentAt = now();
    await holdLock();
    const sighting = await look();
    if (sighting === null) {
      active = await elect(null);
      return null;
    }
    if (sighting.node === id) {
      // It was elected, and the answer was lost.
      const [row] = await ask<{ active: boolean }>(RENEW, [id]);
      active = row?.active === true;
      if (active) renewed(sentAt);
      return null;
    }
    if (watch === null) log.info({ node: id, active: sighting.node }, "another process is active: this one stands by");
    const known = observe(watch, sighting);
    if (!alone && !isDead(known)) return known;
    active = await elect(sighting);
    if (active) log.warn({ node: id, dead: sighting.node }, "the active process is gone: this one takes over");
    return null;
  }

  async function waitUntilActive(signal: AbortSignal): Promise<void> {
    let watch: Watch | null = null;
    let fails = false;
    for (;;) {
      signal.throwIfAborted();
      try {
        watch = await tryToBecomeActive(watch);
        fails = false;
      } catch (error) {
        watch = null;
        disconnect();
        if (!fails) log.warn({ err: error, node: id }, "the database does not answer");
        fails = true;
      }
      if (active) return;
      await pause(POLL_MS, undefined, { signal });
    }
  }
  const hasAuthority = () => active && now() - renewedAt < AUTHORITY_MS;

  return {
    id,
    lost: lost.signal,
    async becomeActive(signal) {
      const waiting = waitUntilActive(AbortSignal.any([signal, released.signal]));
      working = waiting;
      await waiting;
      await ask(TIDY, [id]).catch(() => {});
      working = keepRenewing();
    },
    hasAuthority,
    assertAuthority() {
      if (!hasAuthority()) throw new AppError(ErrorCode.ServiceUnavailable);
    },
    playTime: () => served + (active ? Math.min(now() - answeredAt, LONGEST_STEP_MS) : 0),
    async release() {
      if (released.signal.aborted) return;
      loseAuthority();
      released.abort();
      await working.catch(() => {});
      active = false;
      // Where the database is away, the others see by the lock and the counter that this process is gone.
      await ask("delete from floor_nodes where node = $1", [id]).catch(() => {});
      closed = true;
      const client = connection?.client;
      connection = null;
      await client?.end().catch(() => {});
    },
  };
}
