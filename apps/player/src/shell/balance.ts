/** The player's balance: read once, then updated by pushes. Every screen reads it here. */
import type { BalanceAnswer } from "@reelcast/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { call } from "../api/index.ts";

const BALANCE = queryOptions({ queryKey: ["balance"], queryFn: ({ signal }) => call("balance", {}, { signal }) });
export const BALANCE_KEY = BALANCE.queryKey;

/** Minor units; undefined: not loaded yet. */
export const useBalance = (): number | undefined => useQuery({ ...BALANCE, select: ({ balance }) => balance }).data;
/** The player's money under review, minor units; undefined: not loaded yet. */
export const useChecking = (): number | undefined => useQuery({ ...BALANCE, select: ({ checking }) => checking }).data;

/** Stores a push. If nothing was loaded before, everything is read. */
export function setBalance(queries: QueryClient, pushed: Partial<BalanceAnswer>): void {
  if (queries.getQueryData(BALANCE_KEY) === undefined) void queries.invalidateQueries(BALANCE);
  else queries.setQueryData(BALANCE_KEY, (known) => known && { ...known, ...pushed });
}
/** Reads it again. @throws ApiError */
export const readBalance = (queries: QueryClient): Promise<BalanceAnswer> =>
  queries.fetchQuery({ ...BALANCE, staleTime: 0 });
