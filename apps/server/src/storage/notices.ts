/** Listens to PostgreSQL's notifications on a connection of its own, and reconnects when it is lost. */
import { Client, escapeIdentifier } from "pg";
import type { Logger } from "pino";
import { createBackoff } from "../backoff.ts";
import { SERVING, connectionConfig, cutIfUnanswered } from "./connection.ts";

const AGAIN = { minMs: 250, maxMs: 2_000 };
/** Interval of a query that detects a silent database: a connection without queries does not. */
const ASK_EVERY_MS = 5_000;

/**
 * @param options.listener receives the payload as parsed JSON; its errors are logged
 * @param options.onBack called after each reconnection: what was sent meanwhile did not arrive
 * @returns a function that stops listening. @throws if the first connection fails
 */
export async function listenTo(options: {
  url: string;
  channel: string;
  listener: (payload: unknown) => void;
  onBack?: (() => void) | undefined;
  log: Pick<Logger, "warn">;
}): Promise<() => Promise<void>> {
  const { url, channel, listener, onBack, log } = options;
  let current: Client | null = null;
  let ended = false;
  let timer: NodeJS.Timeout | undefined;
  const backoff = createBackoff(AGAIN);
  const asking = setInterval(() => {
    const client = current;
    client?.query("select 1").catch((error: unknown) => cutIfUnanswered(client, error));
  }, ASK_EVERY_MS);
  asking.unref();

  async function open(): Promise<void> {
    const client = new Client(connectionConfig(url, SERVING));
    let lost = false;
    // "end" is emitted for each connection, "error" only for some. open() reports a connection that failed.
    client.on("error", () => {});
    client.on("end", () => {
      lost = true;
      if (current !== client) return;
      current = null;
      later();
    });
    client.on("notification", ({ payload }) => {
      try {
        listener(JSON.parse(payload ?? "null"));
      } catch (error) {
        log.warn({ err: error }, "a notification could not be handled");
      }
    });
    try {
      await client.connect();
      await client.query(`listen ${escapeIdentifier(channel)}`);
      if (lost) throw new Error("the connection was lost at once");
      if (ended) await client.end();
      else current = client;
      backoff.reset();
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
  }
  function later(): void {
    if (!ended) timer = setTimeout(() => void open().then(onBack, later), backoff.next());
  }

  await open().catch((error: unknown) => {
    clearInterval(asking);
    throw error;
  });
  return async () => {
    ended = true;
    clearInterval(asking);
    clearTimeout(timer);
    const client = current;
    current = null;
    await client?.end().catch(() => {});
  };
}
