import { AppError } from "@reelcast/contract";
import { expect, it } from "vitest";
import { createCallQueue } from "./callQueue.ts";

const settled = () => new Promise((resolve) => setImmediate(resolve));

it("carries out a few calls of one caller at once, in their order, and leaves others alone", async () => {
  const queue = createCallQueue({ atOnce: 2, waiting: 10 });
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
  // Told twice, a call still gives only one place back.
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
  const queue = createCallQueue({ atOnce: 1, waiting: 1 });
  const end = await queue.enter("ann");
  const second = queue.enter("ann");
  await expect(queue.enter("ann")).rejects.toEqual(new AppError(42900, { seconds: 1 }));
  end();
  (await second)();
  expect(queue.size).toBe(0);
});
