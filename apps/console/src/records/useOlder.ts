/** Entries by number, the newest first, with older ones on request. */
import { useInfiniteQuery } from "@tanstack/react-query";
import type { UseInfiniteQueryResult, InfiniteData } from "@tanstack/react-query";
import type { ConsoleCallName } from "@reelcast/contract/console";
import type { ApiError } from "../api/index.ts";

interface Reading<Page> {
  /** The call that is read: what reloads it reads these pages again. */
  name: ConsoleCallName;
  /** Of which player. */
  id: number;
  read: (before: { before?: number }, signal: AbortSignal) => Promise<Page>;
  /** The number before which the next page begins; null: these are the first. */
  nextOf: (page: Page) => number | null;
}
export function useOlder<Page>({
  name,
  id,
  read,
  nextOf,
}: Reading<Page>): UseInfiniteQueryResult<InfiniteData<Page>, ApiError> {
  return useInfiniteQuery<Page, ApiError, InfiniteData<Page>, (string | number)[], number | null>({
    queryKey: [name, id],
    queryFn: ({ pageParam, signal }) => read(pageParam === null ? {} : { before: pageParam }, signal),
    initialPageParam: null,
    getNextPageParam: nextOf,
  });
}
