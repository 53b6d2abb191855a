/**
 * Whether sessions still hold their seats, for a process that does not run their machines, and whether staff still watch:
 * read together, and often.
 */
import type { Logger } from "pino";
import type { Db } from "../storage/index.ts";
import { watchesOf } from "../watching/index.ts";

const READ_EVERY_MS = 2_000;

export interface OpenSeats {
  /** True until a reading has found the session closed. */
  holds(sessionId: string): boolean;
  stop(): void;
}

export function createOpenSeats(db: Db, log: Pick<Logger, "warn">): OpenSeats {
  /** Asked about since the last reading. */
  const asked = new Set<string>();
  let closed = new Set<string>();

  async function read(): Promise<void> {
    const ids = [...asked];
    asked.clear();
    if (ids.length === 0) return;
    const open = await db
      .selectFrom("sessions")
      .select("id")
      .where("id", "in", ids)
      .where("state", "<>", "closed")
      .execute();
    const watched = await watchesOf(db, ids);
    const found = new Set([...open.map(({ id }) => id), ...watched]);
    closed = new Set(ids.filter((id) => !found.has(id)));
  }
  const timer = setInterval(() => {
    read().catch((error: unknown) => log.warn({ err: error }, "the sessions of viewers could not be read"));
  }, READ_EVERY_MS);
  timer.unref();
  return {
    holds(sessionId) {
      asked.add(sessionId);
      return !closed.has(sessionId);
    },
    stop: () => clearInterval(timer),
  };
}
