/** What the player's own limits leave for moves to machines. */
import { useQuery } from "@tanstack/react-query";
import type { Protection } from "@reelcast/contract";
import { accountCall } from "../api/account.ts";

/** What the player's own limits still let them move to machines, minor units; Infinity: no limit. */
export function depositLeft(limits: Protection["limits"]): number {
  const left = limits.flatMap(({ kind, value, used }) =>
    kind === "cashIn" && value !== null ? [Math.max(0, value - used)] : [],
  );
  return Math.min(...left, Infinity);
}

/** The same of the server's answer, minor units. Infinity until it is known: the server checks it in any case. */
export function useDepositLeft(open: boolean): number {
  const { data } = useQuery({
    queryKey: ["protection"],
    queryFn: ({ signal }) => accountCall("protection", {}, { signal }),
    enabled: open,
    // Each deposit uses some of it.
    staleTime: 0,
  });
  return data ? depositLeft(data.limits) : Infinity;
}
