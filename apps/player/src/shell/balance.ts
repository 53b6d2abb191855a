/** What the player has: read once, then kept true by pushes. Every screen shows this one truth. */
import type { BalanceAnswer } from "@reelcast/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { call } from "../api/index.ts";

const BALANCE = queryOptions({ queryKey: ["balance"], queryFn: ({ signal }) => call("balance", {}, { signal }) });
export const BALANCE_KEY = BALANCE.queryKey;

/** Minor units; undefined: on its way. */
export const useBalance = (): number | undefined => useQuery({ ...BALANCE, select: ({ balance }) => balance }).data;
/** What of the player's money is being checked, minor units; undefined: on its way. */
export const useChecking = (): number | undefined => useQuery({ ...BALANCE, select: ({ checking }) => checking }).data;

/** What was pushed. Where nothing was known, all of it is read. */
export function setBalance(queries: QueryClient, pushed: Partial<BalanceAnswer>): void {
  if (queries.getQueryData(BALANCE_KEY) === undefined) void queries.invalidateQueries(BALANCE);
  else queries.setQueryData(BALANCE_KEY, (known) => known && { ...known, ...pushed });
}
/** Asks the server anew. @throws ApiError */
export const readBalance = (queries: QueryClient): Promise<BalanceAnswer> =>
  queries.fetchQuery({ ...BALANCE, staleTime: 0 });
