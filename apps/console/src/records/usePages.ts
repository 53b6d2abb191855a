/** A list of the house page by page: the next one is fetched when its place comes into view. */
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { call } from "../api/index.ts";
import type { ApiError } from "../api/index.ts";

interface Page<Row> {
  items: Row[];
  nextCursor: string | null;
}
/** Calls that answer pages. */
export type PagedCall =
  | "players"
  | "games"
  | "transfers"
  | "approvals"
  | "events"
  | "playerMoney"
  | "playerSessions"
  | "playerLog";

type Input = { params?: object; query?: object };
const callAny = call as unknown as (name: PagedCall, input: Input, options: { signal: AbortSignal }) => Promise<never>;

export interface Pages<Row> {
  rows: readonly Row[];
  /** Nothing is there yet. */
  isLoading: boolean;
  /** Other filters are read; the rows are those of the ones before. */
  isStale: boolean;
  error: ApiError | null;
  hasMore: boolean;
  more: () => void;
  again: () => void;
}

export function usePages<Row>(name: PagedCall, input: Input): Pages<Row> {
  const query = useInfiniteQuery<Page<Row>, ApiError, { pages: Page<Row>[] }, readonly unknown[], string | null>({
    queryKey: [name, input, "pages"],
    queryFn: ({ pageParam, signal }) =>
      callAny(
        name,
        { ...input, query: { ...input.query, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
  return {
    rows: query.data?.pages.flatMap(({ items }) => items) ?? [],
    isLoading: query.isPending,
    isStale: query.isPlaceholderData,
    error: query.error,
    hasMore: query.hasNextPage,
    more() {
      if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
    },
    again: () => void query.refetch(),
  };
}
