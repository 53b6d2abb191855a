/** Reloads queries. */
import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Lets go of requests that hang and asks for these anew. A query's own `refetch` would wait for the request that hangs
 * for as long as there is no data. Never rejects: what fails is the query's to show.
 */
export async function askAgain(queries: QueryClient, ...keys: readonly QueryKey[]): Promise<void> {
  await Promise.all(
    keys.map(async (queryKey) => {
      await queries.cancelQueries({ queryKey, exact: true });
      await queries.refetchQueries({ queryKey, exact: true });
    }),
  );
}
