import type { PlayerLimit } from "@reelcast/contract";
import { expect, it } from "vitest";
import { nearestLimit } from "./ownLimit.ts";

const limit = (kind: PlayerLimit["kind"], value: number | null, used = 0): PlayerLimit => ({
  kind,
  period: "day",
  value,
  used,
  resetsAt: "2099-01-01T00:00:00.000Z",
  pending: null,
});

it("is the limit of losses or of time of which the least is left", () => {
  const limits = [
    limit("deposit", 100, 99),
    limit("loss", 10_000, 4_000),
    limit("time", 60, 15),
    limit("loss", null, 9),
  ];
  expect(nearestLimit(limits, 0)).toEqual({ kind: "loss", left: 6_000, share: 0.6 });
  expect(nearestLimit(limits.slice(0, 1), 0)).toBeNull();
  expect(nearestLimit([limit("time", 60, 15)], 500)).toEqual({ kind: "time", left: 45, share: 0.75 });
});
it("follows what was lost and won since the limits were read, and is never below nothing or above the limit", () => {
  const limits = [limit("loss", 10_000, 4_000)];
  expect(nearestLimit(limits, 2_500)).toMatchObject({ left: 3_500 });
  expect(nearestLimit(limits, 9_000)).toMatchObject({ left: 0, share: 0 });
  expect(nearestLimit(limits, -9_000)).toMatchObject({ left: 10_000, share: 1 });
});
