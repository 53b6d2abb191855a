/**
 * The bus between processes: a local bus, with everything shared also carried over a transport. Own messages reach the
 * listeners of this process exactly as on the local bus; those of others are checked first. What can't be read is
 * dropped and counted.
 */
import { AppError } from "@reelcast/contract";
import type { Logger } from "pino";
import * as z from "zod/mini";
import type { Bus, BusStats, Topic, Topics } from "./bus.ts";
import { TooLarge, decodeAnswer, decodeMessage, encodeError, encodeMessage, encodeResult } from "./envelope.ts";
import { BusAway, BusUnanswered } from "./errors.ts";
import { OpenRequests } from "./local.ts";
import type { LocalBus } from "./local.ts";
import { subjectOf } from "./messages.ts";
import type { Call, Feed } from "./messages.ts";
import { TOPICS, patternOf } from "./topics.ts";
import type { Answer, Transport } from "./transport.ts";

export interface WireBusOptions {
  /** Name of this node, as other processes see it. */
  node: string;
  log: Pick<Logger, "warn" | "error">;
  local: LocalBus;
  transport: Transport;
  /** Called with each request's call, outcome and duration. */
  onRequest?: ((call: string, outcome: "answered" | "refused" | "away" | "unanswered", ms: number) => void) | undefined;
}

/** Traffic by the first part of the subject. */
class Traffic {
  readonly #groups = new Map<string, BusStats["traffic"][string]>();
  #of(subject: string) {
    const [name = ""] = subject.split(".", 1);
    let group = this.#groups.get(name);
    if (!group) this.#groups.set(name, (group = { sent: 0, sentBytes: 0, received: 0, receivedBytes: 0 }));
    return group;
  }
  /** Lengths are of the text: it is ASCII but for names. */
  sent(subject: string, { length }: string): void {
    const group = this.#of(subject);
    group.sent += 1;
    group.sentBytes += length;
  }
  received(subject: string, { length }: string): void {
    const group = this.#of(subject);
    group.received += 1;
    group.receivedBytes += length;
  }
  read(): BusStats["traffic"] {
    return Object.fromEntries([...this.#groups].map(([name, group]) => [name, { ...group }]));
  }
}

/** Ends a subscription of several listeners with the last of them. */
class Shared {
  readonly #counts = new Map<string, { count: number; end: () => void }>();
  add(key: string, begin: () => () => void): () => void {
    const known = this.#counts.get(key) ?? { count: 0, end: begin() };
    known.count += 1;
    this.#counts.set(key, known);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      known.count -= 1;
      if (known.count > 0) return;
      this.#counts.delete(key);
      known.end();
    };
  }
}

class WireBus implements Bus {
  readonly #options: WireBusOptions;
  readonly #local: LocalBus;
  readonly #transport: Transport;
  readonly #traffic = new Traffic();
  readonly #shared = new Shared();
  /** Requests to other processes, and to this one. */
  readonly #open = new OpenRequests();
  readonly #openLocal = new OpenRequests();
  readonly #dropped = { down: 0, tooLarge: 0, invalid: 0 };
  constructor(options: WireBusOptions) {
    this.#options = options;
    this.#local = options.local;
    this.#transport = options.transport;
    // Their answers can't come any more, and nobody should wait until the time is over.
    options.transport.onChange((up) => {
      if (!up) this.#open.rejectAll();
    });
  }

  get isUp(): boolean {
    return this.#transport.isUp;
  }
  onChange(listener: (up: boolean) => void): () => void {
    return this.#transport.onChange(listener);
  }
  stats(): BusStats {
    const waiting = this.#open.size + this.#openLocal.size;
    return { traffic: this.#traffic.read(), dropped: { ...this.#dropped }, waiting, ...this.#transport.stats() };
  }
  async close(): Promise<void> {
    this.#open.rejectAll();
    this.#openLocal.rejectAll();
    await this.#transport.close();
    await this.#local.close();
  }

  // ——— topics ———

  publish<T extends Topic>(topic: T, message: Topics[T], scope: "all" | "process" = "all"): void {
    this.#local.publish(topic, message);
    const shared = TOPICS[topic];
    if (!shared || scope === "process") return;
    this.#send(shared.subject(message), shared.schema, message, topic);
  }
  subscribe<T extends Topic>(topic: T, listener: (message: Topics[T]) => void): () => void {
    const endLocal = this.#local.subscribe(topic, listener);
    const pattern = TOPICS[topic]?.pattern ?? null;
    if (pattern === null) return endLocal;
    const endShared = this.#shared.add(pattern, () => this.#receiveTopics(pattern));
    return () => {
      endLocal();
      endShared();
    };
  }
  follow(group: "player", id: number): () => void {
    const pattern = patternOf(group, id);
    return this.#shared.add(pattern, () => this.#receiveTopics(pattern));
  }
  #receiveTopics(pattern: string): () => void {
    const subscription = this.#transport.subscribe(pattern, (text, subject) =>
      this.#receive(subject, text, () => {
        const { topic, m } = decodeMessage(text);
        const shared = topic !== undefined && Object.hasOwn(TOPICS, topic) ? TOPICS[topic as Topic] : null;
        // Of a newer version.
        if (!shared) return;
        this.#local.publish(topic as Topic, z.parse(shared.schema as z.ZodMiniType<Topics[Topic]>, m));
      }),
    );
    return subscription.end;
  }

  // ——— feeds ———

  send<M>(feed: Feed<M>, key: string | number, message: M): void {
    this.#local.send(feed, key, message);
    this.#send(subjectOf(feed, key), feed.schema, message);
  }
  listen<M>(feed: Feed<M>, key: string | number, listener: (message: M, key: string) => void): () => void {
    const endLocal = this.#local.listen(feed, key, listener);
    const pattern = key === "*" ? `${feed.subject}.*` : subjectOf(feed, key);
    const { end } = this.#transport.subscribe(pattern, (text, subject) =>
      this.#receive(subject, text, () => {
        const message = z.parse(feed.schema, decodeMessage(text).m);
        listener(message, subject.slice(feed.subject.length + 1));
      }),
    );
    return () => {
      endLocal();
      end();
    };
  }

  // ——— requests ———

  async request(
    call: Call,
    address: string | number,
    operation: string,
    params: unknown,
    { withinMs }: { withinMs: number },
  ): Promise<never> {
    const began = performance.now();
    let outcome: "answered" | "refused" | "away" | "unanswered" = "refused";
    try {
      const answer = await this.#request(call, subjectOf(call, address), operation, params, withinMs);
      outcome = "answered";
      return answer as never;
    } catch (error) {
      if (error instanceof BusAway) outcome = "away";
      if (error instanceof BusUnanswered) outcome = "unanswered";
      throw error;
    } finally {
      this.#options.onRequest?.(call.subject, outcome, performance.now() - began);
    }
  }
  async #request(call: Call, subject: string, operation: string, params: unknown, withinMs: number): Promise<unknown> {
    const { node } = this.#options;
    if (this.#local.serves(subject)) {
      const answer = await this.#openLocal.within(withinMs, this.#local.ask(subject, operation, params, node));
      if (answer !== undefined) return answer;
    }
    const schemas = call.operations[operation];
    if (!schemas) throw new TypeError(`${call.subject} has no operation ${operation}`);
    if (!this.#transport.isUp) throw new BusAway();
    const text = encodeMessage({ from: node, op: operation, m: z.parse(schemas.params, params) });
    this.#traffic.sent(subject, text);
    const answer = await this.#open.within(withinMs, this.#transport.request(subject, text, withinMs));
    this.#traffic.received(subject, answer);
    try {
      return z.parse(schemas.result, decodeAnswer(answer));
    } catch (error) {
      if (error instanceof AppError) throw error;
      // It may have been carried out by a process whose answer this one does not understand.
      this.#invalid(subject, error);
      throw new BusUnanswered({ cause: error });
    }
  }
  serve(call: Call, address: string | number, handlers: never): () => void {
    const endLocal = this.#local.serve(call, address, handlers);
    const subject = subjectOf(call, address);
    const subscription = this.#transport.subscribe(subject, (text, _, answer) => {
      this.#receive(subject, text, () => {
        const { op = "", from, m } = decodeMessage(text);
        const schemas = Object.hasOwn(call.operations, op) ? call.operations[op] : undefined;
        // An operation that is not known is answered by `ask`.
        const params = schemas ? z.parse(schemas.params, m) : m;
        if (answer) void this.#answer(subject, schemas?.result, answer, this.#local.ask(subject, op, params, from));
      });
    });
    // The handlers answer what other processes have sent already: without an answer its outcome would not be known.
    return () => void subscription.drain().then(endLocal);
  }
  async #answer(
    subject: string,
    schema: z.ZodMiniType | undefined,
    answer: Answer,
    carriedOut: Promise<unknown>,
  ): Promise<void> {
    let text: string;
    try {
      const result = await carriedOut;
      if (result === undefined) return;
      text = encodeResult(schema ? z.parse(schema, result) : result);
    } catch (error) {
      if (!(error instanceof AppError))
        this.#options.log.error({ err: error, subject }, "a request of another process failed");
      text = encodeError(error);
    }
    if (!this.#transport.isUp) return void (this.#dropped.down += 1);
    this.#traffic.sent(subject, text);
    answer(text);
  }

  // ——— both ———

  #send<M>(subject: string, schema: z.ZodMiniType<M>, message: M, topic?: Topic): void {
    if (!this.#transport.isUp) return void (this.#dropped.down += 1);
    const { node, log } = this.#options;
    try {
      const m = z.parse(schema, message);
      const text = encodeMessage({ from: node, ...(topic === undefined ? {} : { topic }), m });
      this.#traffic.sent(subject, text);
      this.#transport.publish(subject, text);
    } catch (error) {
      this.#dropped[error instanceof TooLarge ? "tooLarge" : "invalid"] += 1;
      log.error({ err: error, subject }, "a message could not be sent to other processes");
    }
  }
  #receive(subject: string, text: string, use: () => void): void {
    this.#traffic.received(subject, text);
    try {
      use();
    } catch (error) {
      this.#invalid(subject, error);
    }
  }
  #invalid(subject: string, error: unknown): void {
    this.#dropped.invalid += 1;
    const [group = ""] = subject.split(".", 1);
    const { invalid } = this.#dropped;
    this.#options.log.warn(
      { err: error, topic: group, subject, invalid },
      "a message of another process could not be used",
    );
  }
}

export const createWireBus = (options: WireBusOptions): Bus => new WireBus(options);
