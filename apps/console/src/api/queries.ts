/** Calls as queries: the key of each is the call's name and what it was asked with. */
import { readAgain } from "@reelcast/client/reloadQueries";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { QueryClient, UseQueryResult } from "@tanstack/react-query";
import type { AnswerOf, InputOf } from "@reelcast/contract";
import type { CONSOLE_CALLS, ConsoleCallName } from "@reelcast/contract/console";
import { useSession } from "../session/store.ts";
import { call } from "./index.ts";
import type { ApiError } from "./index.ts";

type Answer<N extends ConsoleCallName> = AnswerOf<(typeof CONSOLE_CALLS)[N]>;
type Input<N extends ConsoleCallName> = InputOf<(typeof CONSOLE_CALLS)[N]>;

/** What a call is asked with; of one without parameters it may be left out. */
type CallArguments<N extends ConsoleCallName> = object extends Input<N> ? [input?: Input<N>] : [input: Input<N>];
/** The same for a name that is not known here: the types of `callQuery` have checked it. */
const callAny = call as unknown as (name: string, input: unknown, options: { signal: AbortSignal }) => Promise<never>;

export function callQuery<N extends ConsoleCallName>(name: N, ...[input]: CallArguments<N>) {
  return queryOptions<Answer<N>, ApiError>({
    queryKey: input === undefined ? [name] : [name, input],
    queryFn: ({ signal }) => callAny(name, input, { signal }),
  });
}

/** `const staff = useCall("staff")` */
export function useCall<N extends ConsoleCallName>(
  name: N,
  ...rest: CallArguments<N>
): UseQueryResult<Answer<N>, ApiError> {
  return useQuery(callQuery(name, ...rest));
}

/**
 * For `refetchInterval`: what is on the screen is read again so often, while the page is visible and online (TanStack Query) and
 * somebody is signed in. Reading keeps no session alive.
 */
export const useEvery = (ms: number): number | false => (useSession().kind === "open" ? ms : false);

/** Reads these calls again, whatever they were asked with. Resolves when those on the screen are there. */
export const reloadCalls = async (queries: QueryClient, ...names: ConsoleCallName[]): Promise<void> => {
  await Promise.all(names.map((name) => readAgain(queries, { queryKey: [name] })));
};
export function useReload(): (...names: ConsoleCallName[]) => Promise<void> {
  const queries = useQueryClient();
  return (...names) => reloadCalls(queries, ...names);
}
