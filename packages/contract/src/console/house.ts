/** What the console needs to know of the house to show amounts and days. */
import * as z from "zod/mini";
import { CurrencySchema } from "../settings.ts";
import type { ConsoleCall } from "./call.ts";

export const HOUSE_CALLS = {
  house: {
    method: "GET",
    path: "/house",
    auth: "staff",
    permission: null,
    wall: true,
    tag: "house",
    summary: "Currency and time zone of the house",
    answer: z.object({
      currency: CurrencySchema,
      /** IANA name: its days are those of limits and reports. */
      timeZone: z.string(),
    }),
  },
} as const satisfies Record<string, ConsoleCall>;
