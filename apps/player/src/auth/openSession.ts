/** The session that the player left open at a machine, in the last answer or notification of the server. Kept in the query cache, so that it ends with the login. */
import type { OpenSession } from "@reelcast/contract";
import { skipToken, useQuery } from "@tanstack/react-query";

export const OPEN_SESSION = ["openSession"] as const;

/** null: none, or the one of this screen. */
export function useOpenSession(): OpenSession | null {
  const { data } = useQuery<OpenSession | null>({ queryKey: OPEN_SESSION, queryFn: skipToken, gcTime: Infinity });
  return data ?? null;
}
