/** Loads queries again. */
import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";

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

/**
 * Reads everything on the screen again, after pushes may have been missed. What is under way for the first time is asked
 * again, too: its answer may be older than what was missed, and `invalidateQueries` alone would wait for it. What no screen
 * shows is left alone: a screen may be waiting for it. Never rejects: each query has its own error.
 * @param predicate which queries; without it all
 */
export async function reloadAll(
  queries: QueryClient,
  predicate: (query: Query) => boolean = () => true,
): Promise<void> {
  await queries.cancelQueries({
    type: "active",
    fetchStatus: "fetching",
    predicate: (query) => query.state.data === undefined && predicate(query),
  });
  await queries.invalidateQueries({ predicate });
}

/**
 * Reads again what has just changed. What is under way ends first, and is read once more: its answer may be from before the
 * change. To abort it would be to read nothing while changes come quickly. However many changes come meanwhile, one reading
 * follows. Never rejects: each query has its own error.
 */
export async function readAgain(queries: QueryClient, filters: { queryKey: QueryKey }): Promise<void> {
  // A reading that has begun after the change is joined.
  const options = { cancelRefetch: false };
  if (queries.isFetching(filters) > 0) await queries.invalidateQueries(filters, options);
  await queries.invalidateQueries(filters, options);
}
