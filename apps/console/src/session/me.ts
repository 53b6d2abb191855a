/** Who is signed in, and what this session may do. */
import { useSuspenseQuery } from "@tanstack/react-query";
import type { Me, Permission } from "@reelcast/contract/console";
import { callQuery } from "../api/queries.ts";

export function useMe(): Me {
  return useSuspenseQuery(callQuery("me")).data;
}
/** Whether this session may do that now. The server decides; this only hides what would be refused. */
export function useMay(): (permission: Permission | null) => boolean {
  const { permissions } = useMe();
  return (permission) => permission === null || permissions.includes(permission);
}
