/**
 * The bus over NATS core. Loaded only where NATS_URL is set. NATS keeps the order of one sender to one receiver; messages
 * may be lost, and what was sent while the connection was broken must never arrive later: so nothing is sent then.
 */
import { setTimeout as pause } from "node:timers/promises";
import { connect, errors } from "@nats-io/transport-node";
import type { ConnectionOptions, NatsConnection, Subscription } from "@nats-io/transport-node";
import type { Logger } from "pino";
import { createBackoff } from "../backoff.ts";
import type { Backoff } from "../backoff.ts";
import type { Bus } from "./bus.ts";
import { BusAway, BusUnanswered } from "./errors.ts";
import { createLocalBus } from "./local.ts";
import { BusRefused, readNatsOptions } from "./natsOptions.ts";
import type { NatsPlace } from "./natsOptions.ts";
import type { Answer, Transport, TransportSubscription } from "./transport.ts";
import { createWireBus } from "./wireBus.ts";
import type { WireBusOptions } from "./wireBus.ts";

export { BusRefused } from "./natsOptions.ts";

/** A connection that is cut in one direction is noticed after two or three of these. */
const PING_MS = 1_000;
const CONNECT_MS = 3_000;
const RECONNECT = { minMs: 200, maxMs: 2_000 };
/** Pauses between attempts of the first connection. */
const RETRY = { minMs: 250, maxMs: 2_000 };
const DRAIN_MS = 2_000;
const MEASURE_MS = 1_000;

export interface NatsOptions extends Pick<WireBusOptions, "node" | "onRequest"> {
  place: NatsPlace;
  log: Pick<Logger, "info" | "warn" | "error">;
  /** Ends the attempts. */
  signal: AbortSignal;
  /** The client has given up, which it does only after a failure of its own. */
  onLost: (error: unknown) => void;
}

/** What no later attempt can change. */
function refusalOf(error: unknown): string | null {
  if (error instanceof errors.AuthorizationError || error instanceof errors.UserAuthenticationExpiredError)
    return `NATS refuses this process: ${error.message}.`;
  if (!(error instanceof Error)) return null;
  const cause = error.cause instanceof Error ? error.cause : error;
  const code = "code" in cause ? String(cause.code) : "";
  if (/CERT|SIGNATURE|SSL|TLS/.test(code)) return `The TLS connection to NATS fails: ${cause.message} (${code}).`;
  if (error instanceof errors.InvalidArgumentError || /does not support/.test(error.message))
    return `NATS can't be used: ${error.message}.`;
  return null;
}

/** How long a message to the server and its answer take. While an answer is due, at least the time that it has taken so far. */
class RoundTrip {
  readonly #measure: () => Promise<unknown>;
  readonly #timer = setInterval(() => void this.#begin(), MEASURE_MS).unref();
  #last: number | null = null;
  #began: number | null = null;
  constructor(measure: () => Promise<unknown>) {
    this.#measure = measure;
    void this.#begin();
  }
  get ms(): number | null {
    if (this.#began === null) return this.#last;
    return Math.max(this.#last ?? 0, performance.now() - this.#began);
  }
  stop(): void {
    clearInterval(this.#timer);
  }
  async #begin(): Promise<void> {
    if (this.#began !== null) return;
    const began = performance.now();
    this.#began = began;
    const answered = await this.#measure().then(
      () => true,
      () => false,
    );
    this.#last = answered ? performance.now() - began : null;
    this.#began = null;
  }
}

class NatsTransport implements Transport {
  readonly #connection: NatsConnection;
  readonly #options: NatsOptions;
  readonly #listeners = new Set<(up: boolean) => void>();
  #up = true;
  #closing = false;
  #reconnects = 0;
  #slow = 0;
  readonly #roundTrip: RoundTrip;
  readonly #reconnecting: Backoff;
  /** @param reconnecting pauses between the attempts of the client */
  constructor(connection: NatsConnection, options: NatsOptions, reconnecting: Backoff) {
    this.#reconnecting = reconnecting;
    this.#connection = connection;
    this.#roundTrip = new RoundTrip(() => connection.flush());
    this.#options = options;
    void this.#followStatus();
  }

  get isUp(): boolean {
    return this.#up;
  }
  onChange(listener: (up: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
  publish(subject: string, text: string): void {
    this.#connection.publish(subject, text);
  }
  subscribe(
    subject: string,
    listener: (text: string, subject: string, answer: Answer | null) => void,
  ): TransportSubscription {
    const { log } = this.#options;
    const subscription: Subscription = this.#connection.subscribe(subject, {
      callback(error, message) {
        if (error) return log.error({ err: error, subject }, "NATS refuses a subscription");
        listener(message.string(), message.subject, message.reply ? (text) => void message.respond(text) : null);
      },
    });
    return {
      end: () => {
        if (!subscription.isClosed()) subscription.unsubscribe();
      },
      // It fails where the connection is over, and then nothing is on its way.
      drain: () => subscription.drain().catch(() => {}),
    };
  }
  async request(subject: string, text: string, withinMs: number): Promise<string> {
    try {
      return (await this.#connection.request(subject, text, { timeout: withinMs })).string();
    } catch (error) {
      const isAway =
        error instanceof errors.NoRespondersError || (error instanceof errors.RequestError && error.isNoResponders());
      throw isAway ? new BusAway({ cause: error }) : new BusUnanswered({ cause: error });
    }
  }
  stats() {
    return { reconnects: this.#reconnects, slow: this.#slow, roundTripMs: this.#up ? this.#roundTrip.ms : null };
  }
  async close(): Promise<void> {
    this.#closing = true;
    this.#roundTrip.stop();
    // Answers that are on their way are still sent.
    if (this.#up)
      await Promise.race([this.#connection.drain().catch(() => {}), pause(DRAIN_MS, undefined, { ref: false })]);
    await this.#connection.close().catch(() => {});
  }

  async #followStatus(): Promise<void> {
    const { log, onLost } = this.#options;
    for await (const status of this.#connection.status()) {
      switch (status.type) {
        case "disconnect":
        case "staleConnection":
          this.#setUp(false);
          break;
        case "reconnect":
          this.#setUp(true);
          break;
        case "error":
          if (/slow consumer/i.test(status.error.message)) this.#slow += 1;
          log.warn({ err: status.error }, "NATS reports an error");
          break;
        case "ldm":
          log.info("this server of NATS is about to stop: the connection moves to another one");
          break;
        default:
          break;
      }
    }
    this.#setUp(false);
    if (!this.#closing) onLost((await this.#connection.closed()) ?? new Error("the connection to NATS was closed"));
  }
  #setUp(up: boolean): void {
    if (up === this.#up) return;
    this.#up = up;
    if (up) {
      this.#reconnects += 1;
      this.#reconnecting.reset();
    }
    if (!this.#closing)
      this.#options.log.warn(up ? "NATS can be reached again" : "NATS can't be reached: other processes neither");
    for (const listener of this.#listeners) {
      try {
        listener(up);
      } catch (error) {
        // The next change must still be noticed.
        this.#options.log.error({ err: error }, "a listener failed");
      }
    }
  }
}

/** Resolves once NATS answers. @throws BusRefused for what no later attempt can change; the reason of `signal` */
async function connectUntilAnswered(
  options: NatsOptions,
  given: ConnectionOptions,
  reconnecting: Backoff,
): Promise<NatsConnection> {
  const { log, signal, node } = options;
  const backoff = createBackoff(RETRY);
  for (;;) {
    signal.throwIfAborted();
    try {
      return await connect({
        ...given,
        name: node,
        noEcho: true,
        // The stack of each request's caller costs more than the request.
        noAsyncTraces: true,
        maxReconnectAttempts: -1,
        reconnectDelayHandler: () => reconnecting.next(),
        // Credentials that are renewed on the server are refused for a moment.
        ignoreAuthErrorAbort: true,
        pingInterval: PING_MS,
        maxPingOut: 2,
        timeout: CONNECT_MS,
      });
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal !== null) throw new BusRefused(refusal, { cause: error });
      log.warn({ err: error, servers: given.servers }, "NATS does not answer: it is tried again until it does");
      await pause(backoff.next(), undefined, { signal });
    }
  }
}

/** @throws BusRefused; the reason of `signal` */
export async function createNatsBus(options: NatsOptions): Promise<Bus> {
  const { node, log, place, onRequest } = options;
  const reconnecting = createBackoff(RECONNECT);
  const connection = await connectUntilAnswered(options, await readNatsOptions(place, log), reconnecting);
  reconnecting.reset();
  log.info({ server: connection.getServer(), node }, "connected to NATS");
  const local = createLocalBus((error, about) => log.error({ err: error, topic: about }, "a listener failed"), node);
  return createWireBus({
    node,
    log,
    local,
    transport: new NatsTransport(connection, options, reconnecting),
    onRequest,
  });
}
