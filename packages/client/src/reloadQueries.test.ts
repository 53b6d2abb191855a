import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { reloadQueries } from "./reloadQueries.ts";

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
