/**
 * Processes of one test that reach each other over a network in memory: everything that leaves a process is serialised and
 * checked as between real ones. Faults follow a seed. Without faults messages keep their order and arrive in microtasks, so
 * that tests with a virtual clock need no time for them; delays use `setTimeout`.
 */
import type { Bus } from "../bus.ts";
import { BusAway, BusUnanswered } from "../errors.ts";
import { createLocalBus } from "../local.ts";
import type { Answer, Transport } from "../transport.ts";
import { createWireBus } from "../wireBus.ts";

/** Shares of all messages, 0 to 1; answers to requests count as messages. */
export interface Faults {
  seed?: number;
  drop?: number;
  duplicate?: number;
  /** Each message waits up to so many ms, so that they overtake each other. */
  delayMs?: number;
}
interface Subscription {
  node: string;
  matches: (subject: string) => boolean;
  listener: (text: string, subject: string, answer: Answer | null) => void;
}
export interface TestNetwork {
  /** A process joins. @param onError gets what its listeners throw; without it, that is thrown */
  join(node: string, onError?: (error: unknown) => void): Bus;
  /** As `kill -9`: nothing of it is sent or delivered any more. */
  kill(node: string): void;
  /** The node's own connection to the bus breaks or is there again; it notices at once. */
  setUp(node: string, up: boolean): void;
  /** Nothing that `from` sends reaches `to`, and nobody notices; `false`: again. "*": every node. */
  block(from: string, to: string, blocked?: boolean): void;
  /** From now on. */
  setFaults(faults: Faults): void;
  /** Messages that were carried so far. */
  readonly carried: number;
}

/** mulberry32 */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const matcherOf = (pattern: string) => {
  const expression = new RegExp(`^${pattern.replaceAll(".", "\\.").replaceAll("*", "[^.]+")}$`);
  return (subject: string) => expression.test(subject);
};

/** What all processes share. */
function createWires(initial: Faults) {
  let faults = initial;
  const random = randomOf(initial.seed ?? 1);
  const subscriptions = new Set<Subscription>();
  const down = new Set<string>();
  const dead = new Set<string>();
  const blocked = new Set<string>();
  const changes = new Map<string, Set<(up: boolean) => void>>();
  const reconnects = new Map<string, number>();
  let carried = 0;

  const reaches = (node: string) => !down.has(node) && !dead.has(node);
  const isBlocked = (from: string, to: string) => blocked.has(`${from} ${to}`) || blocked.has(`${from} *`);
  /** Calls `deliver` as often and as late as the faults want it. */
  function carry(from: string, to: string, deliver: () => void): void {
    const { drop = 0, duplicate = 0, delayMs = 0 } = faults;
    if (random() < drop) return;
    for (let copies = random() < duplicate ? 2 : 1; copies > 0; copies -= 1) {
      const arrive = () => {
        if (!reaches(to) || !reaches(from) || isBlocked(from, to)) return;
        carried += 1;
        deliver();
      };
      if (delayMs === 0) queueMicrotask(arrive);
      // pause: the delay that the test wants
      else setTimeout(arrive, Math.ceil(random() * delayMs));
    }
  }
  /** Resolves once all messages that are on their way have arrived. */
  // pause: as long as the longest delay; only tests with a clock of their own set one
  const longestWay = () => new Promise<void>((resolve) => void setTimeout(resolve, (faults.delayMs ?? 0) + 1));
  const listening = (from: string, subject: string) =>
    [...subscriptions].filter(({ node, matches }) => node !== from && reaches(node) && matches(subject));

  return {
    subscriptions,
    down,
    dead,
    blocked,
    changes,
    reconnects,
    reaches,
    carry,
    listening,
    longestWay,
    setFaults: (next: Faults) => void (faults = next),
    carried: () => carried,
  };
}
type Wires = ReturnType<typeof createWires>;

function transportOf(
  node: string,
  { subscriptions, changes, reconnects, reaches, carry, listening, longestWay }: Wires,
): Transport {
  const own = new Set<(up: boolean) => void>();
  changes.set(node, own);
  return {
    get isUp() {
      return reaches(node);
    },
    onChange(listener) {
      own.add(listener);
      return () => void own.delete(listener);
    },
    publish(subject, text) {
      for (const one of listening(node, subject))
        carry(node, one.node, () => {
          if (subscriptions.has(one)) one.listener(text, subject, null);
        });
    },
    subscribe(subject, listener) {
      const subscription = { node, matches: matcherOf(subject), listener };
      subscriptions.add(subscription);
      const end = () => void subscriptions.delete(subscription);
      return {
        end,
        async drain() {
          subscription.matches = () => false;
          await longestWay();
          end();
        },
      };
    },
    request(subject, text, withinMs) {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const servers = listening(node, subject);
      if (servers.length === 0) queueMicrotask(() => reject(new BusAway()));
      // pause: the time limit of a request
      const timer = setTimeout(() => reject(new BusUnanswered()), withinMs);
      const answered = promise.finally(() => clearTimeout(timer));
      for (const one of servers)
        carry(node, one.node, () => {
          if (!subscriptions.has(one)) return;
          one.listener(text, subject, (answer) => carry(one.node, node, () => resolve(answer)));
        });
      return answered;
    },
    stats: () => ({ reconnects: reconnects.get(node) ?? 0, slow: 0, roundTripMs: null }),
    async close() {
      for (const one of subscriptions) if (one.node === node) subscriptions.delete(one);
      changes.delete(node);
    },
  };
}

export function createTestNetwork(initial: Faults = {}): TestNetwork {
  const wires = createWires(initial);
  const { subscriptions, down, dead, blocked, changes, reconnects } = wires;
  return {
    join(node, onError) {
      dead.delete(node);
      const report =
        onError ??
        ((error: unknown) => {
          throw error;
        });
      const log = { warn() {}, error() {} };
      return createWireBus({ node, log, local: createLocalBus(report, node), transport: transportOf(node, wires) });
    },
    kill(node) {
      dead.add(node);
      for (const one of subscriptions) if (one.node === node) subscriptions.delete(one);
    },
    setUp(node, up) {
      if (up !== down.has(node)) return;
      if (up) {
        down.delete(node);
        reconnects.set(node, (reconnects.get(node) ?? 0) + 1);
      } else down.add(node);
      for (const listener of changes.get(node) ?? []) listener(up);
    },
    block(from, to, isNowBlocked = true) {
      if (isNowBlocked) blocked.add(`${from} ${to}`);
      else blocked.delete(`${from} ${to}`);
    },
    setFaults: wires.setFaults,
    get carried() {
      return wires.carried();
    },
  };
}
