/** Loads queries again. */
import type { Query, QueryClient, QueryFilters, QueryKey } from "@tanstack/react-query";

/**
 * Aborts requests that are under way and sends new ones. A query's own `refetch` would wait for the first request as
 * long as there is no data. Never rejects: each query has its own error.
 */
export async function reloadQueries(queries: QueryClient, ...keys: readonly QueryKey[]): Promise<void> {
  await Promise.all(
    keys.map(async (queryKey) => {
      await queries.cancelQueries({ queryKey, exact: true });
      await queries.refetchQueries({ queryKey, exact: true });
    }),
  );
}

/** Whether it has never been answered. `invalidateQueries` lets such a request be, and asks no second time. */
const isFirst = ({ state }: Query) => state.data === undefined;

/**
 * Reads everything on the screen again, after pushes may have been missed. What is under way for the first time is asked
 * again, too: its answer may be older than what was missed, and `invalidateQueries` alone would wait for it. What no screen
 * shows is left alone: a screen may be waiting for it. Never rejects: each query has its own error.
 */
export async function reloadAll(queries: QueryClient): Promise<void> {
  await queries.cancelQueries({ type: "active", fetchStatus: "fetching", predicate: isFirst });
  await queries.invalidateQueries();
}

/**
 * Reads again what has just changed. Where the first answer is still to come, once more after it: it may be from before the
 * change. Never rejects: each query has its own error.
 */
export async function readAgain(queries: QueryClient, filters: Pick<QueryFilters, "queryKey">): Promise<void> {
  const wasFirst = queries.isFetching({ ...filters, predicate: isFirst }) > 0;
  await queries.invalidateQueries(filters);
  if (wasFirst) await queries.invalidateQueries(filters);
}
