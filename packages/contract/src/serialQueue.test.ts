import { expect, it } from "vitest";
import { SerialQueue } from "./serialQueue.ts";

it("does one thing at a time, in order, also after a failure, and says whether there is more to do", async () => {
  const queue = new SerialQueue();
  const done: string[] = [];
  const first = Promise.withResolvers<void>();
  const results = Promise.allSettled([
    queue.enqueue(async () => {
      await first.promise;
      done.push("first");
    }),
    queue.enqueue(() => Promise.reject(new Error("second"))),
    queue.enqueue(async () => done.push("third")),
  ]);
  expect(queue.busy).toBe(true);
  expect(done).toEqual([]);
  first.resolve();
  await queue.drained();
  expect(done).toEqual(["first", "third"]);
  expect((await results).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(queue.busy).toBe(false);
});
