import type { Machine, OpenSession } from "@reelcast/contract";
import { expect, it } from "vitest";
import { withStatus, withStatuses } from "./statuses.ts";

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

it("follows the machine of an open session until anybody may join it", () => {
  const session: OpenSession = { status: "show", name: "Makine 2", id: 2, machine_status: "waiting" };
  expect(withStatus(session, new Map([[1, "available" as const]]))).toBe(session);
  expect(withStatus(session, new Map([[2, "cashout" as const]]))).toEqual({ ...session, machine_status: "cashout" });
  expect(withStatus(session, new Map([[2, "available" as const]]))).toBeNull();
});
