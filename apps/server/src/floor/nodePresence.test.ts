import { expect, it } from "vitest";
import { DrainState } from "./nodePresence.ts";

it("a process that ends goes on draining, also if its row could not be written or an operator undoes it", async () => {
  const written: boolean[] = [];
  let isAway = true;
  const drain = new DrainState({
    async setDraining(draining) {
      if (isAway) throw new Error("the database is away");
      written.push(draining);
    },
  });
  const received: boolean[] = [];
  drain.onDraining((draining) => received.push(draining));
  drain.set(true);
  drain.set(false);
  expect(received).toEqual([true, false]);
  await expect(drain.drain()).rejects.toThrow("away");
  // The next renewals read a row that says nothing of it.
  drain.set(false);
  isAway = false;
  drain.set(false);
  await Promise.resolve();
  expect([drain.draining, received.at(-1), received.length, written]).toEqual([true, true, 3, [true]]);
});
