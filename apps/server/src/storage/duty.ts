/**
 * Work that one process does for all who share the database: the one that holds its advisory lock. The lock belongs to a
 * connection, so it is free when its holder ends or is cut off; the work must bear that two do it for a moment.
 */
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import type { Logger } from "pino";
import { LONG, SERVING, connectionConfig } from "./connection.ts";

/** First key of the locks: "duty". The second is the hash of the name. */
const LOCKS = 0x64757479;
const LOOK_EVERY_MS = 5_000;
const WAIT_MS = 200;

async function tryLock(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    `select pg_try_advisory_lock(${LOCKS}, hashtext($1)) as held`,
    [name],
  );
  return rows[0]?.held === true;
}

/**
 * Calls `begin` whenever this process gets the duty, and what `begin` returns when it loses it. Returns the function that
 * gives it up.
 */
export function holdDuty(options: {
  /** Without a pooler between. */
  url: string;
  name: string;
  begin: () => Promise<() => void | Promise<void>>;
  log: Pick<Logger, "info" | "warn">;
}): () => Promise<void> {
  const { url, name, begin, log } = options;
  const ending = new AbortController();

  /** Resolves when the duty is lost. */
  async function serve(client: Client, gone: AbortSignal): Promise<void> {
    const end = await begin();
    log.info({ duty: name }, "this process does a duty for all");
    const signal = AbortSignal.any([gone, ending.signal]);
    while (!signal.aborted) {
      await pause(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => {});
      if (!signal.aborted) await client.query("select 1").catch(() => client.end().catch(() => {}));
    }
    await end();
  }
  async function attempt(): Promise<void> {
    const client = new Client(connectionConfig(url, SERVING));
    const gone = new AbortController();
    client.on("error", () => {});
    client.on("end", () => gone.abort());
    try {
      await client.connect();
      while (!ending.signal.aborted && !gone.signal.aborted) {
        if (await tryLock(client, name)) return await serve(client, gone.signal);
        const signal = AbortSignal.any([gone.signal, ending.signal]);
        await pause(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => {});
      }
    } finally {
      await client.end().catch(() => {});
    }
  }
  const working = (async () => {
    while (!ending.signal.aborted) {
      await attempt().catch((error: unknown) => log.warn({ err: error, duty: name }, "a duty could not be taken"));
      await pause(LOOK_EVERY_MS, undefined, { signal: ending.signal, ref: false }).catch(() => {});
    }
  })();
  return async () => {
    ending.abort();
    await working;
  };
}

/** Runs `work` while no other process runs work of that name. `url`: without a pooler between. @throws the signal's reason */
export async function oneAtATime<T>(
  { url, name, signal }: { url: string; name: string; signal?: AbortSignal | undefined },
  work: () => Promise<T>,
): Promise<T> {
  const client = new Client(connectionConfig(url, LONG));
  client.on("error", () => {});
  await client.connect();
  try {
    while (!(await tryLock(client, name))) await pause(WAIT_MS, undefined, { signal });
    return await work();
  } finally {
    await client.end().catch(() => {});
  }
}
