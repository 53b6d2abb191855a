/** A list for the screens: pages by cursor, filtered once the player has stopped typing. */
import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { reloadQueries } from "@reelcast/client/reloadQueries";
import { NO_FILTER, askable, isReversed } from "./filter.ts";
import type { Filter, FilterQuery } from "./filter.ts";

export type ListName = "sessions" | "transactions";
export interface Page<Row> {
  items: Row[];
  nextCursor: string | null;
  total: number;
}
export interface PageQuery extends FilterQuery {
  limit: number;
  cursor?: string;
}
export type FetchPage<Row> = (query: PageQuery, signal: AbortSignal) => Promise<Page<Row>>;

const TYPING_MS = 300;

/** The filter. It is kept while the player is on another screen, until the logout. */
export function useFilter(name: ListName): [Filter, (filter: Filter) => void] {
  const queries = useQueryClient();
  const key = ["historyFilter", name];
  const [filter, setFilter] = useState(() => queries.getQueryData<Filter>(key) ?? NO_FILTER);
  return [
    filter,
    (next) => {
      setFilter(next);
      queries.setQueryData(key, next);
    },
  ];
}

/** The filter of the query: updated once the player has stopped typing, and only with a valid range. */
export function useSettled(filter: Filter): Filter {
  // A range whose ends are reversed is kept for correction, and ignored in queries until then.
  const [settled, setSettled] = useState(() => askable(filter));
  useEffect(() => {
    if (isReversed(filter)) return;
    const timer = setTimeout(setSettled, TYPING_MS, filter);
    return () => clearTimeout(timer);
  }, [filter]);
  return settled;
}

/** Reads a list page by page. What was shown stays until what was asked for is there. */
export function useList<Row>(name: ListName, query: FilterQuery, limit: number, fetchPage: FetchPage<Row>) {
  const queries = useQueryClient();
  const queryKey = [name, query, limit];
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      fetchPage({ ...query, limit, ...(pageParam !== null && { cursor: pageParam }) }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
  return { ...list, reload: () => reloadQueries(queries, queryKey) };
}
