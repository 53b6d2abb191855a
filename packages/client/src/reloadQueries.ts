/** Loads queries again. */
import type { QueryClient, QueryKey } from "@tanstack/react-query";

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
