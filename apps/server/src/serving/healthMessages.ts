/** What processes ask each other about their figures of the last hour, by the name of the process. */
import { HealthSamples } from "@reelcast/contract/console";
import * as z from "zod/mini";
import { defineCall } from "../bus/messages.ts";

export const HEALTH = defineCall("health", {
  samples: { params: z.object({ since: z.exactOptional(z.number()) }), result: HealthSamples },
});
