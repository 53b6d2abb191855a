/** Whether new games, deposits and seats are permitted at the moment, as the server says. Kept in the query cache, so that it ends with the login. */
import { skipToken, useQuery } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";

const NEW_PLAY = ["newPlay"] as const;

/** True until the server says otherwise. */
export function useNewPlay(): boolean {
  const { data } = useQuery<boolean>({ queryKey: NEW_PLAY, queryFn: skipToken, gcTime: Infinity });
  return data ?? true;
}
export function setNewPlay(queries: QueryClient, isPermitted: boolean): void {
  queries.setQueryData<boolean>(NEW_PLAY, isPermitted);
}
