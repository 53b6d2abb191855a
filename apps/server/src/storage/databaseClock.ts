/**
 * The database's clock, for times that one process writes and another compares: a ticket, a token, a block after wrong
 * passwords. The clocks of their computers may differ.
 */
import { sql } from "kysely";
import type { Logger } from "pino";
import type { Db } from "./database.ts";

/** Then it is read again: clocks drift, and another database may have taken over. */
const READ_EVERY_MS = 60_000;
/** The first readings also open connections: the quickest of them counts. */
const FIRST_READINGS = 3;
/** A difference that is worth a warning: other programs of that computer go by its own clock. */
const NOTABLE_MS = 2_000;

interface Reading {
  /** The database's clock less the monotonic clock of this process, ms. */
  offset: number;
  tookMs: number;
  readAt: number;
}
async function read(db: Db): Promise<Reading> {
  const askedAt = performance.now();
  const { rows } = await sql<{ at: number }>`select extract(epoch from clock_timestamp())::float8 * 1000 as at`.execute(
    db,
  );
  const readAt = performance.now();
  const [row] = rows;
  if (!row) throw new Error("the database has no clock");
  const tookMs = readAt - askedAt;
  return { offset: row.at + tookMs / 2 - readAt, tookMs, readAt };
}

/** @returns the clock; while the database gives no answer it goes on by itself */
export async function openDatabaseClock(db: Db, log: Pick<Logger, "warn">): Promise<() => Date> {
  let known = await read(db);
  for (let count = 1; count < FIRST_READINGS; count += 1) {
    const next = await read(db);
    if (next.tookMs < known.tookMs) known = next;
  }
  const ownMs = Math.round(Date.now() - (known.offset + performance.now()));
  if (Math.abs(ownMs) > NOTABLE_MS)
    log.warn({ ms: ownMs }, "the clock of this computer differs from the database's: does it follow a time server?");
  let isReading = false;
  async function readAgain(): Promise<void> {
    isReading = true;
    try {
      known = await read(db);
    } catch {
      known = { ...known, readAt: performance.now() };
    } finally {
      isReading = false;
    }
  }
  return () => {
    const now = performance.now();
    if (now - known.readAt > READ_EVERY_MS && !isReading) void readAgain();
    return new Date(known.offset + now);
  };
}
