/** Example parameters for the texts of errors in the handbook. */
import type { ErrorParams } from "@reelcast/contract";

export const SAMPLES: ErrorParams = {
  remaining: 3,
  minutes: 15,
  seconds: 30,
  minimum: 8,
  maximum: 250_000_000,
  amount: 5_000,
  name: "Gold Rush",
  until: "2030-01-01T12:00:00.000Z",
};
