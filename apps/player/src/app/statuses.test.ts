import type { Machine } from "@reelcast/contract";
import { expect, it } from "vitest";
import { withStatuses } from "./statuses.ts";

const machine = (id: number): Machine => ({ id, name: `Makine ${id}`, brand: "A", status: "available" });

it("leaves machines alone that no push is about", () => {
  const before = [machine(1), machine(2), machine(3)];
  const after = withStatuses(
    before,
    new Map([
      [2, "playing" as const],
      [3, "available" as const],
    ]),
  );
  expect(after[0]).toBe(before[0]);
  expect(after[1]).toEqual({ ...before[1], status: "playing" });
  expect(after[2]).toBe(before[2]);
});
