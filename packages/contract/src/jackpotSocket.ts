/** The socket of the jackpots' amounts. */
import * as z from "zod/mini";
import { Id, Money } from "./entities.ts";
import { COMMON_REQUESTS } from "./rpc.ts";

export const JACKPOT_SOCKET = {
  name: "jackpots",
  requests: {
    init: { params: z.object({}), result: z.object({}) },
    ...COMMON_REQUESTS,
  },
  notifications: {
    jackpot: z.object({ id: Id, name: z.string(), amount: Money }),
    /** Without `machineId`: of a machine that is hidden from the player. */
    jackpotHit: z.object({ id: Id, machineId: z.optional(Id), amount: Money }),
  },
} as const;

export type JackpotHit = z.infer<(typeof JACKPOT_SOCKET)["notifications"]["jackpotHit"]>;
