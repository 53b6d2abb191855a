/** Stores the answer to a change where the query cache keeps what it changed. */
import type { QueryClient, QueryKey } from "@tanstack/react-query";

/** A read that is under way may be from before the change: its answer is not awaited. */
export function putAnswer(queries: QueryClient, queryKey: QueryKey, answer: unknown): void {
  void queries.cancelQueries({ queryKey, exact: true });
  queries.setQueryData(queryKey, answer);
}
