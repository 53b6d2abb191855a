/** How a process shows that it lives: it renews its row every second, over broken connections and outages of the database. */
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";

export interface NodeClock {
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** Rejects when `signal` aborts. @param options.ref false: does not keep the process running */
  pause(ms: number, options: { signal: AbortSignal; ref?: boolean }): Promise<void>;
}

export const systemClock: NodeClock = {
  now: () => performance.now(),
  pause: (ms, options) => pause(ms, undefined, options),
};

export const RENEW_MS = 1_000;
/** Between two attempts while the database does not answer. */
export const POLL_MS = 250;

/** Ends a pause when the connection broke. */
export class ConnectionBreak {
  #controller = new AbortController();
  readonly broke = (): void => this.#controller.abort();
  get signal(): AbortSignal {
    return this.#controller.signal;
  }
  reset(): void {
    this.#controller = new AbortController();
  }
}

interface Renewing {
  clock: NodeClock;
  log: Pick<Logger, "info" | "warn">;
  node: string;
  connection: ConnectionBreak;
  /** Ends a pause. */
  released: AbortSignal;
  /** @param sentAt time before the renewal was sent */
  renew: (sentAt: number) => Promise<void>;
  /** What it means that the database does not answer. */
  away: string;
}

/** Resolves after `until` is aborted. */
export async function keepRenewing(
  until: AbortSignal,
  { clock, log, node, connection, released, renew, away }: Renewing,
): Promise<void> {
  let fails = false;
  while (!until.aborted) {
    const sentAt = clock.now();
    try {
      await renew(sentAt);
      if (fails) log.info({ node }, "the database answers again");
      fails = false;
    } catch (error) {
      if (!fails) log.warn({ err: error, node }, away);
      fails = true;
    }
    const wait = fails ? POLL_MS : Math.max(0, RENEW_MS - (clock.now() - sentAt));
    const signal = AbortSignal.any([released, connection.signal]);
    await clock.pause(wait, { signal, ref: false }).catch(() => {});
    connection.reset();
  }
}
