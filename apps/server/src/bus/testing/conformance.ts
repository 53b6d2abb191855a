/**
 * What every bus must do, as tests: for the local one, for processes on a network in memory, and for NATS. `open` gives
 * the buses of two processes; a bus within one process is both of them.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Bus, Topics } from "../bus.ts";
import { BusAway, BusUnanswered } from "../errors.ts";
import { COUNTERS, MATHS } from "./messages.ts";

export interface Pair {
  one: Bus;
  other: Bus;
  /** What listeners threw. */
  thrown: unknown[];
  close(): Promise<void>;
}
export interface Conformance {
  name: string;
  open: () => Promise<Pair>;
  /** Whether `one` and `other` are two processes. */
  apart: boolean;
}

const WITHIN = { withinMs: 15_000 };
const balanceOf = (playerId: number, balance: number): Topics["player.balance"] => ({ playerId, balance });
/** Everything that `from` has sent so far has arrived at `to`. */
async function settled(from: Bus, to: Bus): Promise<void> {
  const key = crypto.randomUUID();
  const arrived = Promise.withResolvers<void>();
  const end = to.listen(COUNTERS, key, () => arrived.resolve());
  await vi.waitFor(async () => {
    from.send(COUNTERS, key, { n: 0 });
    // pause: between two attempts
    await Promise.race([arrived.promise, new Promise((_, reject) => setTimeout(reject, 50, new Error("not yet")))]);
  });
  end();
}
/** What `request` rejects with. */
const failure = (request: Promise<unknown>) =>
  request.then(
    () => null,
    (error: unknown) => error,
  );
const never = () => new Promise<never>(() => {});
const double = { double: async ({ n }: { n: number }) => ({ n: n * 2 }), refuse: async () => ({}) };

interface Context {
  start: () => Promise<Pair>;
  /** Subscriptions have reached the other process. */
  ready: (buses: Pick<Pair, "one" | "other">) => Promise<void>;
  apart: boolean;
}
function topics({ start, ready, apart }: Context): void {
  it("reach the listeners of all processes in the order in which they were published, own ones at once and once", async () => {
    const buses = await start();
    const own: number[] = [];
    const others: number[] = [];
    buses.one.subscribe("jackpot", ({ version }) => own.push(version));
    if (apart) buses.other.subscribe("jackpot", ({ version }) => others.push(version));
    await ready(buses);
    const expected = Array.from({ length: 500 }, (_, version) => version);
    for (const version of expected) buses.one.publish("jackpot", { id: 1, name: "Grand", amount: 5, version });
    expect(own).toEqual(expected);
    await settled(buses.one, buses.other);
    expect(own).toEqual(expected);
    expect(others).toEqual(apart ? expected : []);
  });

  it("reach the other listeners if one throws", async () => {
    const buses = await start();
    const got: unknown[] = [];
    for (const bus of new Set([buses.one, buses.other])) {
      bus.subscribe("machine.changed", () => {
        throw new Error("of a listener");
      });
      bus.subscribe("machine.changed", (message) => got.push(message));
    }
    await ready(buses);
    buses.one.publish("machine.changed", { id: 3 });
    await settled(buses.one, buses.other);
    expect(got).toEqual(apart ? [{ id: 3 }, { id: 3 }] : [{ id: 3 }]);
    expect(buses.thrown).toHaveLength(got.length);
  });

  it("stay in the process if they are said to, or belong there", async () => {
    const buses = await start();
    const got: unknown[] = [];
    const others: unknown[] = [];
    for (const topic of ["machine.changed", "machine.status", "seat.close"] as const) {
      buses.one.subscribe(topic, (message) => got.push(message));
      if (apart) buses.other.subscribe(topic, (message) => others.push(message));
    }
    await ready(buses);
    buses.one.publish("machine.changed", { id: 3 }, "process");
    buses.one.publish("machine.status", { id: 3, status: "offline" });
    buses.one.publish("seat.close", { sessionId: "s", epoch: 1, code: 1000, reason: "leave" });
    await settled(buses.one, buses.other);
    expect(got).toHaveLength(3);
    expect(others).toEqual([]);
  });

  it("of a player reach the processes that follow the player, until the last of them stops", async () => {
    const buses = await start();
    const got: Topics["player.balance"][] = [];
    buses.other.subscribe("player.balance", (message) => got.push(message));
    const publish = async (balance: number) => {
      for (const playerId of [1, 2, 12]) buses.one.publish("player.balance", balanceOf(playerId, balance));
      await settled(buses.one, buses.other);
      return got.splice(0).map(({ playerId }) => playerId);
    };
    const all = [1, 2, 12];
    const follows = [buses.other.follow("player", 1), buses.other.follow("player", 1)];
    await ready(buses);
    expect(await publish(1)).toEqual(apart ? [1] : all);
    follows[0]?.();
    follows[0]?.();
    expect(await publish(2)).toEqual(apart ? [1] : all);
    follows[1]?.();
    await ready(buses);
    expect(await publish(3)).toEqual(apart ? [] : all);
  });
}
function feeds({ start, ready }: Context): void {
  it("reach who listens to the key, or to all keys, in order", async () => {
    const buses = await start();
    const got: [string, number, string][] = [];
    const end = buses.other.listen(COUNTERS, 7, ({ n }, key) => got.push(["seven", n, key]));
    buses.other.listen(COUNTERS, "*", ({ n }, key) => {
      if (n > 0) got.push(["all", n, key]);
    });
    await ready(buses);
    buses.one.send(COUNTERS, 7, { n: 1 });
    buses.one.send(COUNTERS, "a-b", { n: 2 });
    await settled(buses.one, buses.other);
    expect(got.filter(([who]) => who === "seven")).toEqual([["seven", 1, "7"]]);
    expect(got.filter(([who]) => who === "all")).toEqual([
      ["all", 1, "7"],
      ["all", 2, "a-b"],
    ]);
    end();
    await ready(buses);
    buses.one.send(COUNTERS, 7, { n: 3 });
    await settled(buses.one, buses.other);
    expect(got.filter(([who]) => who === "seven")).toHaveLength(1);
  });

  it("have no keys that mean something else in a subject", async () => {
    const { one } = await start();
    for (const key of ["", "a.b", ">", "a b", "é"]) expect(() => one.send(COUNTERS, key, { n: 1 })).toThrow(TypeError);
    await expect(one.request(MATHS, "a.*", "double", { n: 1 }, WITHIN)).rejects.toThrow(TypeError);
  });
}
function requests({ start, ready, apart }: Context): void {
  it("are answered by the process that serves the address, until it stops", async () => {
    const buses = await start();
    const end = buses.other.serve(MATHS, 4, double);
    await ready(buses);
    expect(await buses.one.request(MATHS, 4, "double", { n: 21 }, WITHIN)).toEqual({ n: 42 });
    expect(await buses.other.request(MATHS, 4, "double", { n: 4 }, WITHIN), "asked by itself").toEqual({ n: 8 });
    expect(await failure(buses.one.request(MATHS, 5, "double", { n: 1 }, WITHIN))).toBeInstanceOf(BusAway);
    end();
    await ready(buses);
    expect(await failure(buses.one.request(MATHS, 4, "double", { n: 1 }, WITHIN))).toBeInstanceOf(BusAway);
  });

  it("that are sent while their server ends are answered, or known not to be carried out", async () => {
    const buses = await start();
    let carriedOut = 0;
    const outcomes = { answered: 0, away: 0 };
    for (let round = 0; round < 40; round += 1) {
      const end = buses.other.serve(MATHS, 4, {
        ...double,
        double: async (params) => {
          carriedOut += 1;
          return double.double(params);
        },
      });
      await ready(buses);
      const requests = Array.from({ length: 8 }, async (_, n) => {
        for (let turn = 0; turn < n; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        return failure(buses.one.request(MATHS, 4, "double", { n }, WITHIN));
      });
      setImmediate(end);
      for (const error of await Promise.all(requests)) {
        if (error !== null) expect(error).toBeInstanceOf(BusAway);
        outcomes[error === null ? "answered" : "away"] += 1;
      }
    }
    expect(outcomes.answered).toBe(carriedOut);
    expect(outcomes.away).toBeGreaterThan(0);
  });

  it("fail with the error of the handler, and its params", async () => {
    const buses = await start();
    buses.other.serve(MATHS, 4, {
      double: () => Promise.reject(new Error("unexpected")),
      refuse: () => Promise.reject(new AppError(ErrorCode.SessionElsewhere, { id: 7 })),
    });
    await ready(buses);
    const refused = await failure(buses.one.request(MATHS, 4, "refuse", {}, WITHIN));
    expect(refused).toBeInstanceOf(AppError);
    expect(refused).toMatchObject({ code: ErrorCode.SessionElsewhere, params: { id: 7 } });
    const broken = await failure(buses.one.request(MATHS, 4, "double", { n: 1 }, WITHIN));
    expect(broken).toMatchObject(apart ? { code: ErrorCode.InternalError } : { message: "unexpected" });
  });

  it("are unanswered after their time, and when the bus is closed", async () => {
    const buses = await start();
    buses.other.serve(MATHS, 4, { double: never, refuse: async () => undefined });
    await ready(buses);
    const silent = failure(buses.one.request(MATHS, 4, "refuse", {}, { withinMs: 60 }));
    const late = failure(buses.one.request(MATHS, 4, "double", { n: 1 }, { withinMs: 60 }));
    expect(await silent).toBeInstanceOf(BusUnanswered);
    expect(await late).toBeInstanceOf(BusUnanswered);
    const open = failure(buses.one.request(MATHS, 4, "double", { n: 1 }, WITHIN));
    expect(buses.one.stats().waiting).toBe(1);
    await buses.one.close();
    expect(await open).toBeInstanceOf(BusUnanswered);
  });
}
function manyRequests({ start, ready, apart }: Context): void {
  it("may have two servers, of which the one that must not answer stays silent", async () => {
    const buses = await start();
    buses.one.serve(MATHS, 4, { double: async () => undefined, refuse: async () => undefined });
    buses.other.serve(MATHS, 4, double);
    await ready(buses);
    expect(await buses.one.request(MATHS, 4, "double", { n: 3 }, WITHIN)).toEqual({ n: 6 });
    expect(await buses.other.request(MATHS, 4, "double", { n: 4 }, WITHIN)).toEqual({ n: 8 });
  });

  it("are answered a thousand at once, each with its own", async () => {
    const buses = await start();
    buses.other.serve(MATHS, 4, double);
    await ready(buses);
    const numbers = Array.from({ length: 1_000 }, (_, n) => n);
    const answers = await Promise.all(numbers.map((n) => buses.one.request(MATHS, 4, "double", { n }, WITHIN)));
    expect(answers.map(({ n }) => n)).toEqual(numbers.map((n) => n * 2));
  });

  it("and messages that are too large are refused by their sender", async () => {
    const buses = await start();
    buses.other.serve(MATHS, 4, double);
    const got: string[] = [];
    buses.other.listen(COUNTERS, 1, ({ more = "" }) => got.push(more));
    await ready(buses);
    const more = "x".repeat(300_000);
    if (!apart) return expect(await buses.one.request(MATHS, 4, "double", { n: 1, more }, WITHIN)).toEqual({ n: 2 });
    await expect(buses.one.request(MATHS, 4, "double", { n: 1, more }, WITHIN)).rejects.toThrow();
    buses.one.send(COUNTERS, 1, { n: 1, more });
    buses.one.send(COUNTERS, 1, { n: 1, more: "short" });
    await settled(buses.one, buses.other);
    expect(got).toEqual(["short"]);
    expect(buses.one.stats().dropped.tooLarge).toBe(1);
  });
}

export function describeBus({ name, open, apart }: Conformance): void {
  let pair: Pair | null = null;
  async function start(): Promise<Pair> {
    pair = await open();
    return pair;
  }
  async function ready({ one, other }: Pick<Pair, "one" | "other">): Promise<void> {
    await settled(one, other);
    await settled(other, one);
  }
  afterEach(async () => {
    await pair?.close();
    pair = null;
  });

  const context: Context = { start, ready, apart };
  describe(`${name}: topics`, () => topics(context));
  describe(`${name}: feeds`, () => feeds(context));
  describe(`${name}: requests`, () => {
    requests(context);
    manyRequests(context);
  });
}
