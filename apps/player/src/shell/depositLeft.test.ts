import type { PlayerLimit } from "@reelcast/contract";
import { expect, it } from "vitest";
import { depositLeft } from "./depositLeft.ts";

it("the tightest of the player's limits on deposits counts", () => {
  const limit = (change: Partial<PlayerLimit>): PlayerLimit => ({
    kind: "cashIn",
    period: "day",
    value: null,
    used: 0,
    resetsAt: "2099-01-01T00:00:00.000Z",
    pending: null,
    ...change,
  });
  expect(depositLeft([limit({}), limit({ kind: "loss", value: 100 })])).toBe(Infinity);
  expect(depositLeft([limit({ value: 5_000, used: 4_000 }), limit({ period: "week", value: 9_000 })])).toBe(1_000);
  expect(depositLeft([limit({ value: 5_000, used: 6_000 })])).toBe(0);
});
