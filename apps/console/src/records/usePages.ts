/**
 * A list of the house page by page: the next one is fetched when its place comes into view. Its newest page is read again from
 * time to time. What that brings takes the place of the list where nobody has moved in it; else the rows on the screen stay where
 * they are, and the reader is offered the list as it is now.
 */
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/index.ts";
import type { ApiError } from "../api/index.ts";
import { useEvery } from "../api/queries.ts";
import { compareNewest } from "./newest.ts";

interface Page<Row> {
  items: Row[];
  nextCursor: string | null;
}
interface Read<Row> {
  pages: Page<Row>[];
  pageParams: (string | null)[];
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
/** Their screens follow a topic. */
const FOLLOWED: readonly PagedCall[] = ["approvals", "events"];

const LOOK_EVERY_MS = 15_000;
/** Of a search, or of another order than by time: the server reads more than a page for it. */
const LOOK_HARD_EVERY_MS = 60_000;
/** Up to here the page counts as not scrolled, px. */
const TOP_PX = 8;

type Input = { params?: object; query?: object };
const callAny = call as unknown as (name: PagedCall, input: Input, options: { signal: AbortSignal }) => Promise<never>;

const isHard = ({ query = {} }: Input): boolean =>
  "search" in query || ("order" in query && query.order !== "newest" && query.order !== undefined);

/** Every row has a number of its own. */
type Numbered = { id: number | string } | { seq: number };
const keyOf = (row: Numbered): string => String("id" in row ? row.id : row.seq);

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
  /** What the list has become; null: it is as it is shown. */
  newer: { /** null: not known. */ count: number | null; show: () => void } | null;
}

export function usePages<Row extends Numbered>(name: PagedCall, input: Input): Pages<Row> {
  const queries = useQueryClient();
  const isLooked = !FOLLOWED.includes(name);
  const key = [name, input, "pages"];
  // Not below the name of the call: what reloads the call reads the pages, and with them this.
  const newestKey = ["newest", name, input];
  const query = useInfiniteQuery<Page<Row>, ApiError, Read<Row>, readonly unknown[], string | null>({
    queryKey: key,
    queryFn: async ({ pageParam, signal }) => {
      if (pageParam !== null)
        return callAny(name, { ...input, query: { ...input.query, cursor: pageParam } }, { signal });
      const first: Page<Row> = await callAny(name, input, { signal });
      if (isLooked) queries.setQueryData(newestKey, first);
      return first;
    },
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    // While it was not shown, nobody followed what changed.
    ...(isLooked ? {} : { staleTime: 0 }),
    refetchOnWindowFocus: !isLooked,
  });

  function begin(page: Page<Row>): void {
    queries.setQueryData<Read<Row>>(key, { pages: [page], pageParams: [null] });
  }
  const { data: newest } = useQuery<Page<Row>, ApiError>({
    queryKey: newestKey,
    queryFn: async ({ signal }) => {
      const page: Page<Row> = await callAny(name, input, { signal });
      const state = queries.getQueryState<Read<Row>>(key);
      const isOne = state?.data?.pages.length === 1 && state.fetchStatus === "idle";
      if (isOne && (scrollY <= TOP_PX || state.data?.pages[0]?.items.length === 0)) begin(page);
      return page;
    },
    enabled: isLooked && query.isSuccess && !query.isPlaceholderData,
    // The pages bring it first.
    staleTime: Infinity,
    refetchInterval: useEvery(isHard(input) ? LOOK_HARD_EVERY_MS : LOOK_EVERY_MS),
    refetchOnWindowFocus: "always",
    retry: false,
  });
  const shown = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const now =
    newest === undefined || query.isPlaceholderData
      ? null
      : compareNewest(shown, { items: newest.items, isAll: newest.nextCursor === null }, keyOf);
  return {
    rows: now?.rows ?? shown,
    isLoading: query.isPending,
    isStale: query.isPlaceholderData,
    error: query.error,
    hasMore: query.hasNextPage,
    more() {
      if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
    },
    again: () => void query.refetch(),
    newer:
      // Where all pages are being read, they bring it.
      newest === undefined || !now?.isOther || query.isRefetching
        ? null
        : {
            count: now.count,
            show: () => void queries.cancelQueries({ queryKey: key, exact: true }).then(() => begin(newest)),
          },
  };
}
