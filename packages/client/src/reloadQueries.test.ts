import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it, onTestFinished, vi } from "vitest";
import { readAgain, reloadAll, reloadQueries } from "./reloadQueries.ts";

it("cancels a request that hangs before there is any data, and shows what the next one brings", async () => {
  const queries = new QueryClient();
  const signals: AbortSignal[] = [];
  const observer = new QueryObserver(queries, {
    queryKey: ["profile"],
    queryFn: ({ signal }) => {
      signals.push(signal);
      // The first never answers.
      return signals.length === 1 ? new Promise<string>(() => {}) : Promise.resolve("there");
    },
  });
  const stop = observer.subscribe(() => {});
  expect(observer.getCurrentResult().isPending).toBe(true);
  await reloadQueries(queries, ["profile"]);
  expect(observer.getCurrentResult().data).toBe("there");
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  stop();
});

it("leaves other questions of the same beginning alone", async () => {
  const queries = new QueryClient();
  let asked = 0;
  const stop = new QueryObserver(queries, {
    queryKey: ["logs", "LOGIN_FAIL"],
    queryFn: () => {
      asked += 1;
      return Promise.resolve(asked);
    },
  }).subscribe(() => {});
  await reloadQueries(queries, ["logs"]);
  expect(asked).toBe(1);
  stop();
});

it("reads everything on the screen again, also what was asked for before and has no data yet", async () => {
  const queries = new QueryClient();
  const asked: Record<string, number> = {};
  const question = (name: string, first: Promise<string>) => ({
    queryKey: [name],
    queryFn: () => {
      asked[name] = (asked[name] ?? 0) + 1;
      return asked[name] === 1 ? first : Promise.resolve("new");
    },
  });
  const first = Promise.withResolvers<string>();
  const late = new QueryObserver(queries, question("late", first.promise));
  const there = new QueryObserver(queries, question("there", Promise.resolve("old")));
  const stops = [late.subscribe(() => {}), there.subscribe(() => {})];
  // On no screen yet: it is what a screen waits for to be shown.
  const shown = Promise.withResolvers<string>();
  const next = queries.fetchQuery(question("next", shown.promise));
  await Promise.resolve();
  await reloadAll(queries);
  // Asked before the interruption was over.
  first.resolve("old");
  shown.resolve("shown");
  expect([late.getCurrentResult().data, there.getCurrentResult().data, await next]).toEqual(["new", "new", "shown"]);
  expect(asked).toEqual({ late: 2, there: 2, next: 1 });
  for (const stop of stops) stop();
});

it("reads again after a change, though the first answer is still to come: it may be from before the change", async () => {
  const queries = new QueryClient();
  let asked = 0;
  const first = Promise.withResolvers<string>();
  const observer = new QueryObserver(queries, {
    queryKey: ["list", 1],
    queryFn: () => {
      asked += 1;
      return asked === 1 ? first.promise : Promise.resolve("after");
    },
  });
  const stop = observer.subscribe(() => {});
  const read = readAgain(queries, { queryKey: ["list"] });
  first.resolve("before");
  await read;
  expect(observer.getCurrentResult().data).toBe("after");
  // With an answer one more request is enough.
  await readAgain(queries, { queryKey: ["list"] });
  expect(asked).toBe(3);
  stop();
});

it("reads on while changes come faster than answers", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const queries = new QueryClient();
  let [asked, changes] = [0, 0];
  const shown: unknown[] = [];
  const observer = new QueryObserver(queries, {
    queryKey: ["list"],
    queryFn: async () => {
      asked += 1;
      const answer = changes;
      // pause: by the test's own clock
      await new Promise((resolve) => setTimeout(resolve, 30));
      return answer;
    },
  });
  const stop = observer.subscribe(({ data }) => void (data !== undefined && shown.push(data)));
  const reads: Promise<void>[] = [];
  for (; changes < 30; changes += 1) {
    reads.push(readAgain(queries, { queryKey: ["list"] }));
    await vi.advanceTimersByTimeAsync(10);
  }
  // Meanwhile something was shown, and at most one reading waits for another.
  expect(new Set(shown).size).toBeGreaterThan(2);
  expect(asked).toBeLessThan(30);
  const last = readAgain(queries, { queryKey: ["list"] });
  await vi.runAllTimersAsync();
  await Promise.all([...reads, last]);
  expect(observer.getCurrentResult().data).toBe(30);
  stop();
});
