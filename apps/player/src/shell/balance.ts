/** The player's balance: read once, then updated by pushes. Every screen reads it here. */
import type { BalanceAnswer } from "@reelcast/contract";
import { readAgain, reloadQueries } from "@reelcast/client/reloadQueries";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { call } from "../api/index.ts";

const BALANCE = queryOptions({ queryKey: ["balance"], queryFn: ({ signal }) => call("balance", {}, { signal }) });
export const BALANCE_KEY = BALANCE.queryKey;

/** Minor units; undefined: not loaded yet. */
export const useBalance = (): number | undefined => useQuery({ ...BALANCE, select: ({ balance }) => balance }).data;
/** The player's money under review, minor units; undefined: not loaded yet. */
export const useChecking = (): number | undefined => useQuery({ ...BALANCE, select: ({ checking }) => checking }).data;

/**
 * Stores a push. An answer that is on its way may be from before the push, so it is read again; what is not known yet without
 * waiting for that answer, which may never come.
 */
export function setBalance(queries: QueryClient, pushed: Partial<BalanceAnswer>): void {
  queries.setQueryData(BALANCE_KEY, (known) => known && { ...known, ...pushed });
  const { data, fetchStatus } = queries.getQueryState(BALANCE_KEY) ?? {};
  if (data === undefined) void reloadQueries(queries, BALANCE_KEY);
  else if (fetchStatus === "fetching") void readAgain(queries, BALANCE);
}
/** Reads it again. @throws ApiError */
export const readBalance = (queries: QueryClient): Promise<BalanceAnswer> =>
  queries.fetchQuery({ ...BALANCE, staleTime: 0 });
