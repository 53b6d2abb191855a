/** The rules of a machine, read once. */
import { useQuery } from "@tanstack/react-query";
import { RULES_CALLS } from "@reelcast/contract";
import { clientOf } from "../api/index.ts";

const rulesCall = clientOf(RULES_CALLS);

export const useMachineRules = (machineId: number) =>
  useQuery({
    queryKey: ["machineRules", machineId],
    queryFn: ({ signal }) => rulesCall("machineRules", { params: { id: machineId } }, { signal }),
  });
