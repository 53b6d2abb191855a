/**
 * The bus within one process: listeners are called at once, in the order in which they subscribed, with the message itself.
 * Nothing is serialised or checked: the types are the schema here.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { Bus, BusStats, Topic } from "./bus.ts";
import { BusAway, BusUnanswered } from "./errors.ts";
import { subjectOf } from "./messages.ts";

type AnyListener = (message: never, key: never) => void;
type AnyHandlers = Record<string, (params: unknown, from: string) => Promise<unknown>>;

/** A set for each key, without empty ones. */
class Listeners<L> {
  readonly #sets = new Map<string, Set<L>>();
  add(key: string, listener: L): () => void {
    const set = this.#sets.get(key) ?? new Set();
    this.#sets.set(key, set.add(listener));
    return () => {
      set.delete(listener);
      if (set.size === 0 && this.#sets.get(key) === set) this.#sets.delete(key);
    };
  }
  of(key: string): Iterable<L> {
    return this.#sets.get(key) ?? [];
  }
  clear(): void {
    this.#sets.clear();
  }
}

/** Rejects as BusUnanswered after that time, or when the bus is closed. */
export class OpenRequests {
  readonly #reject = new Set<() => void>();
  get size(): number {
    return this.#reject.size;
  }
  within<T>(withinMs: number, answer: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const giveUp = () => {
        end();
        reject(new BusUnanswered());
      };
      const timer = setTimeout(giveUp, withinMs);
      const end = () => {
        clearTimeout(timer);
        this.#reject.delete(giveUp);
      };
      this.#reject.add(giveUp);
      answer.then(
        (value) => {
          end();
          resolve(value);
        },
        (error: unknown) => {
          end();
          reject(error);
        },
      );
    });
  }
  rejectAll(): void {
    for (const giveUp of this.#reject) giveUp();
  }
}

export interface LocalBus extends Bus {
  /** Whether a handler of this process serves the address. */
  serves(subject: string): boolean;
  /**
   * Asks the handlers of this process. Resolves with undefined if all of them stay silent.
   * @throws AppError NotFound for an operation that they do not have
   */
  ask(subject: string, operation: string, params: unknown, from: string): Promise<unknown>;
}

/** @param name of this node, as its handlers get it */
export function createLocalBus(
  onError: (error: unknown, about: Topic | (string & {})) => void,
  name = "local",
): LocalBus {
  const subscribers = new Listeners<AnyListener>();
  const listeners = new Listeners<AnyListener>();
  const servers = new Listeners<AnyHandlers>();
  const open = new OpenRequests();

  function callAll(set: Iterable<AnyListener>, about: string, message: unknown, key?: string): void {
    for (const listener of set) {
      try {
        (listener as (message: unknown, key?: string) => void)(message, key);
      } catch (error) {
        onError(error, about);
      }
    }
  }
  const isServed = (subject: string) => !servers.of(subject)[Symbol.iterator]().next().done;
  async function ask(subject: string, operation: string, params: unknown, from: string): Promise<unknown> {
    for (const handlers of servers.of(subject)) {
      const handler = Object.hasOwn(handlers, operation) ? handlers[operation] : undefined;
      if (!handler) throw new AppError(ErrorCode.NotFound);
      const answer = await handler(params, from);
      if (answer !== undefined) return answer;
    }
    return undefined;
  }
  /** Where all handlers stay silent, the time runs out, as between processes. */
  async function askAnswered(subject: string, operation: string, params: unknown): Promise<unknown> {
    if (!isServed(subject)) throw new BusAway();
    return (await ask(subject, operation, params, name)) ?? new Promise(() => {});
  }

  return {
    publish: (topic, message) => callAll(subscribers.of(topic), topic, message),
    subscribe: (topic, listener) => subscribers.add(topic, listener),
    follow: () => () => {},
    send(feed, key, message) {
      const subject = subjectOf(feed, key);
      callAll(listeners.of(subject), subject, message, String(key));
      callAll(listeners.of(`${feed.subject}.*`), subject, message, String(key));
    },
    listen: (feed, key, listener) => listeners.add(key === "*" ? `${feed.subject}.*` : subjectOf(feed, key), listener),
    request: async (call, address, operation, params, { withinMs }) =>
      open.within(withinMs, askAnswered(subjectOf(call, address), operation, params)) as Promise<never>,
    serve: (call, address, handlers) => servers.add(subjectOf(call, address), handlers as unknown as AnyHandlers),
    serves: isServed,
    ask,
    isUp: true,
    onChange: () => () => {},
    stats: (): BusStats => ({
      traffic: {},
      dropped: { down: 0, tooLarge: 0, invalid: 0 },
      waiting: open.size,
      reconnects: 0,
      slow: 0,
      roundTripMs: null,
    }),
    async close() {
      subscribers.clear();
      listeners.clear();
      servers.clear();
      open.rejectAll();
    },
  };
}
