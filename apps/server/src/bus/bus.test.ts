import { AppError, ErrorCode } from "@reelcast/contract";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import * as z from "zod/mini";
import { BusAway, BusUnanswered } from "./errors.ts";
import { createLocalBus } from "./local.ts";
import { defineCall, defineFeed } from "./messages.ts";
import { describeBus } from "./testing/conformance.ts";
import { COUNTERS, MATHS } from "./testing/messages.ts";
import { createTestNetwork } from "./testing/network.ts";

describeBus({
  name: "the bus within one process",
  apart: false,
  async open() {
    const thrown: unknown[] = [];
    const bus = createLocalBus((error) => void thrown.push(error));
    return { one: bus, other: bus, thrown, close: () => bus.close() };
  },
});
describeBus({
  name: "the bus between processes, on a network in memory",
  apart: true,
  async open() {
    const thrown: unknown[] = [];
    const network = createTestNetwork();
    const onError = (error: unknown) => void thrown.push(error);
    const [one, other] = [network.join("one", onError), network.join("other", onError)];
    return {
      one,
      other,
      thrown,
      async close() {
        await one.close();
        await other.close();
      },
    };
  },
});

it("what a process asks of itself goes on while it can't reach the others", async () => {
  const network = createTestNetwork();
  const bus = network.join("one");
  const carriedOut = Promise.withResolvers<{ n: number }>();
  bus.serve(MATHS, 1, { double: () => carriedOut.promise, refuse: async () => ({}) });
  const asked = bus.request(MATHS, 1, "double", { n: 1 }, { withinMs: 60_000 });
  network.setUp("one", false);
  carriedOut.resolve({ n: 2 });
  expect(await asked).toEqual({ n: 2 });
  await bus.close();
});

describe("processes of two versions", () => {
  const open = () => {
    const network = createTestNetwork();
    return { network, older: network.join("older"), newer: network.join("newer") };
  };
  const arrived = () => new Promise((resolve) => setImmediate(resolve));
  const NEWER_FEED = defineFeed("counter", z.object({ n: z.int(), added: z.string() }));
  const NEWER_CALL = defineCall("maths", {
    double: {
      params: z.object({ n: z.int(), added: z.string() }),
      result: z.object({ n: z.int(), added: z.string() }),
    },
    halve: { params: z.object({ n: z.int() }), result: z.object({ n: z.int() }) },
  });

  it("ignore fields that they do not know", async () => {
    const { older, newer } = open();
    const got: unknown[] = [];
    older.listen(COUNTERS, 1, (message) => got.push(message));
    newer.send(NEWER_FEED, 1, { n: 1, added: "x" });
    newer.serve(NEWER_CALL, 1, {
      double: async ({ n }) => ({ n: 2 * n, added: "x" }),
      halve: async ({ n }) => ({ n: n / 2 }),
    });
    older.serve(MATHS, 2, { double: async ({ n }) => ({ n: 2 * n }), refuse: async () => ({}) });
    await arrived();
    expect(got).toEqual([{ n: 1 }]);
    const wrong = await older.request(MATHS, 1, "double", { n: 1 }, { withinMs: 20 }).catch((error: unknown) => error);
    expect(wrong, "a field that is required is no addition").toBeInstanceOf(BusUnanswered);
    const unknown = newer.request(NEWER_CALL, 2, "halve", { n: 1 }, { withinMs: 60_000 });
    await expect(unknown).rejects.toMatchObject({ code: ErrorCode.NotFound });
    expect(newer.stats().dropped.invalid).toBe(1);
  });

  it("drop and count what they can't read", async () => {
    const { older, newer } = open();
    const got: unknown[] = [];
    older.listen(COUNTERS, 1, (message) => got.push(message));
    newer.send(defineFeed("counter", z.object({ n: z.string() })), 1, { n: "one" });
    newer.send(COUNTERS, 1, { n: "two" } as never);
    newer.send(COUNTERS, 1, { n: 3 });
    await arrived();
    expect(got).toEqual([{ n: 3 }]);
    expect(older.stats().dropped.invalid).toBe(1);
    expect(newer.stats().dropped.invalid, "never sent").toBe(1);
  });
});

describe("an interruption of the bus", () => {
  it("lets nothing through, refuses requests at once, and is shown to those who must read again", async () => {
    const network = createTestNetwork();
    const [one, other] = [network.join("one"), network.join("other")];
    const got: unknown[] = [];
    const changes: boolean[] = [];
    one.onChange((up) => changes.push(up));
    other.listen(COUNTERS, 1, (message) => got.push(message));
    other.serve(MATHS, 1, { double: () => new Promise<never>(() => {}), refuse: async () => ({}) });
    const open = one.request(MATHS, 1, "double", { n: 1 }, { withinMs: 60_000 }).catch((error: unknown) => error);
    network.setUp("one", false);
    expect(await open).toBeInstanceOf(BusUnanswered);
    expect(one.isUp).toBe(false);
    one.send(COUNTERS, 1, { n: 1 });
    await expect(one.request(MATHS, 1, "refuse", {}, { withinMs: 60_000 })).rejects.toBeInstanceOf(BusAway);
    network.setUp("one", true);
    one.send(COUNTERS, 1, { n: 2 });
    expect(await one.request(MATHS, 1, "refuse", {}, { withinMs: 60_000 })).toEqual({});
    expect(got).toEqual([{ n: 2 }]);
    expect(changes).toEqual([false, true]);
    expect(one.stats()).toMatchObject({ dropped: { down: 1 }, reconnects: 1 });
  });

  it("of one process is nothing to the requests that it carries out itself", async () => {
    const network = createTestNetwork();
    const one = network.join("one");
    one.serve(MATHS, 1, {
      double: async ({ n }) => ({ n: 2 * n }),
      refuse: () => Promise.reject(new AppError(ErrorCode.NotPermitted)),
    });
    network.setUp("one", false);
    expect(await one.request(MATHS, 1, "double", { n: 4 }, { withinMs: 60_000 })).toEqual({ n: 8 });
  });
});

it("loses, repeats and reorders messages by a seed, for tests of those who must bear it", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const run = (seed: number) => {
    const network = createTestNetwork({ seed, drop: 0.2, duplicate: 0.2, delayMs: 5 });
    const [one, other] = [network.join("one"), network.join("other")];
    const got: number[] = [];
    other.listen(COUNTERS, 1, ({ n }) => got.push(n));
    for (let n = 0; n < 200; n += 1) one.send(COUNTERS, 1, { n });
    vi.advanceTimersByTime(5);
    return got;
  };
  const got = run(7);
  expect(new Set(got).size, "some are lost").toBeLessThan(190);
  expect(got.length, "some come twice").toBeGreaterThan(new Set(got).size);
  expect(got, "some come late").not.toEqual(got.toSorted((one, other) => one - other));
});
