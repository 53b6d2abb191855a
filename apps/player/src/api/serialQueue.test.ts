import { expect, it } from "vitest";
import { SerialQueue } from "./serialQueue.ts";

it("starts at once when idle, runs one piece of work after the other, and goes on after a failure", async () => {
  const queue = new SerialQueue();
  const started: string[] = [];
  const first = Promise.withResolvers<string>();
  const run = (name: string, result: Promise<string>) =>
    queue.enqueue(() => {
      started.push(name);
      return result;
    });
  const results = Promise.allSettled([
    run("first", first.promise),
    queue.enqueue(() => Promise.reject(new Error("no"))),
    run("third", Promise.resolve("c")),
  ]);
  expect(started).toEqual(["first"]);
  first.resolve("a");
  expect((await results).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(started).toEqual(["first", "third"]);
  const fourth = run("fourth", Promise.resolve("d"));
  expect(started).toEqual(["first", "third", "fourth"]);
  expect(await fourth).toBe("d");
});
