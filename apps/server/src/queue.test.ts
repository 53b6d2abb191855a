import { AppError, ErrorCode } from "@reelcast/contract";
import { expect, it, vi } from "vitest";
import { createQueue } from "./queue.ts";

const settled = () => new Promise((resolve) => setImmediate(resolve));

it("runs no more than its width at once for a key, in order, also after failures, and keeps nothing", async () => {
  const queue = createQueue({ atOnce: 2, waiting: 4 });
  const started: number[] = [];
  let running = 0;
  let most = 0;
  const work = (n: number) =>
    queue.run("a", async () => {
      started.push(n);
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (n % 2 === 1) throw new Error(String(n));
      return n;
    });
  const results = await Promise.allSettled([0, 1, 2, 3, 4, 5].map(work));
  expect(most).toBe(2);
  expect(started).toEqual([0, 1, 2, 3, 4, 5]);
  expect(results.map(({ status }) => status)).toEqual(
    Array.from({ length: 3 }, () => ["fulfilled", "rejected"]).flat(),
  );
  expect(queue.size).toBe(0);
});

it("keeps other keys going", async () => {
  const queue = createQueue({ atOnce: 1, waiting: 1 });
  let release = () => {};
  const held = queue.run("a", () => new Promise<void>((resolve) => (release = resolve)));
  expect(await queue.run("b", async () => "b")).toBe("b");
  release();
  await held;
});

it("takes no more than may wait, and takes work again later", async () => {
  const queue = createQueue({ atOnce: 1, waiting: 2 });
  const run = () => queue.run("a", async () => "done");
  const results = await Promise.allSettled([run(), run(), run(), run()]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected"]);
  expect(results[3]).toMatchObject({ reason: expect.any(AppError), status: "rejected" });
  expect(await run()).toBe("done");
});

it("carries out a few calls of one caller at once, in their order, and leaves others alone", async () => {
  const queue = createQueue({ atOnce: 2, waiting: 10 });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  for (const [caller, name] of [
    ["ann", "a1"],
    ["ann", "a2"],
    ["ann", "a3"],
    ["ann", "a4"],
    ["bob", "b1"],
  ] as const)
    void queue.enter(caller).then((end) => {
      begun.push(name);
      ends.push(end);
    });
  await settled();
  expect(begun).toEqual(["a1", "a2", "b1"]);
  ends[0]?.();
  // A second call of the function must not free a second place.
  ends[0]?.();
  await settled();
  expect(begun).toEqual(["a1", "a2", "b1", "a3"]);
  ends[1]?.();
  await settled();
  expect(begun).toEqual(["a1", "a2", "b1", "a3", "a4"]);
  ends.forEach((end) => end());
  expect(queue.size).toBe(0);
});

it("refuses a call where too many of the same caller wait", async () => {
  const queue = createQueue({ atOnce: 1, waiting: 1 });
  const end = await queue.enter("ann");
  const second = queue.enter("ann");
  await expect(queue.enter("ann")).rejects.toEqual(new AppError(ErrorCode.TooManyRequests, { seconds: 1 }));
  end();
  (await second)();
  expect(queue.size).toBe(0);
});

it("refuses at once where nothing may wait", async () => {
  const queue = createQueue({ atOnce: 1, waiting: 0 });
  const end = await queue.enter("ann");
  await expect(queue.run("ann", async () => "done")).rejects.toEqual(
    new AppError(ErrorCode.TooManyRequests, { seconds: 1 }),
  );
  end();
  expect(await queue.run("ann", async () => "done")).toBe("done");
  expect(queue.size).toBe(0);
});

it("refuses in its own words what comes while too many wait, and what has waited too long, and keeps no place for it", async () => {
  vi.useFakeTimers();
  try {
    const refusal = new AppError(ErrorCode.ServiceUnavailable);
    const queue = createQueue({ atOnce: 1, waiting: 1, withinMs: 1_000, refusal: () => refusal });
    const end = await queue.enter("a");
    const late = expect(queue.enter("a")).rejects.toBe(refusal);
    await expect(queue.enter("a")).rejects.toBe(refusal);
    await vi.advanceTimersByTimeAsync(1_000);
    await late;
    const next = queue.enter("a");
    end();
    const endNext = await next;
    // The time of what has had its turn is over.
    await vi.advanceTimersByTimeAsync(2_000);
    expect(queue.size).toBe(1);
    endNext();
    expect(queue.size).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
