import { AppError } from "@reelcast/contract";
import { expect, it } from "vitest";
import { createQueue } from "./queue.ts";

it("runs no more than its width at once for a key, in order, also after failures, and keeps nothing", async () => {
  const queue = createQueue({ width: 2, waiting: 4 });
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
  const queue = createQueue({ width: 1, waiting: 1 });
  let release = () => {};
  const held = queue.run("a", () => new Promise<void>((resolve) => (release = resolve)));
  expect(await queue.run("b", async () => "b")).toBe("b");
  release();
  await held;
});

it("takes no more than may wait, and takes work again later", async () => {
  const queue = createQueue({ width: 1, waiting: 2 });
  const run = () => queue.run("a", async () => "done");
  const results = await Promise.allSettled([run(), run(), run(), run()]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected"]);
  expect(results[3]).toMatchObject({ reason: expect.any(AppError), status: "rejected" });
  expect(await run()).toBe("done");
});
