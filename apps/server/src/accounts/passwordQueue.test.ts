import { expect, it } from "vitest";
import { createPasswordQueue } from "./passwordQueue.ts";

it("hashes so many at once, of strangers one fewer, those of known players first, and takes no more than may wait", async () => {
  const queue = createPasswordQueue({ atOnce: 2, waiting: 3 });
  const started: string[] = [];
  let running = 0;
  let most = 0;
  let strangers = 0;
  const check = (lane: "known" | "stranger", name: string) =>
    queue.run(lane, async () => {
      started.push(name);
      running += 1;
      if (lane === "stranger") strangers += 1;
      expect(strangers).toBeLessThan(2);
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (lane === "stranger") strangers -= 1;
      if (name === "s3") throw new Error("fails");
    });
  const results = await Promise.allSettled([
    ...["s1", "s2", "s3", "s4", "s5", "s6"].map((name) => check("stranger", name)),
    ...["k1", "k2"].map((name) => check("known", name)),
  ]);
  expect(most).toBe(2);
  expect(started).toEqual(["s1", "k1", "k2", "s2", "s3", "s4"]);
  expect(results.flatMap(({ status }, n) => (status === "rejected" ? [n] : []))).toEqual([2, 4, 5]);
  // Nothing is left running.
  await Promise.all([check("stranger", "s7"), check("stranger", "s8")]);
  expect(most).toBe(2);
});
