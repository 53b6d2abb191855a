import type { LogRow, SessionRow } from "@reelcast/contract";
import { expect, test } from "vitest";
import { favouritesOf, timelineOf } from "./timeline.ts";

const session = (id: string, start: string, machineId = 1, played = 60): SessionRow => ({
  id,
  start,
  end: null,
  machineId,
  machine: `M${machineId}`,
  spins: 0,
  freeSpins: 0,
  played,
  amount: 0,
  ip: null,
  operations: [],
});
const log = (id: string, at: string): LogRow => ({ id, at, type: "LOGIN_SUCCESS", ip: null, detail: null });

test("sessions and log stand in one line, newest first", () => {
  const line = timelineOf(
    [session("1", "2026-01-02T10:00:00Z"), session("2", "2026-01-04T10:00:00Z")],
    [log("1", "2026-01-03T10:00:00Z"), log("2", "2026-01-02T10:00:00Z"), log("3", "2025-01-01T10:00:00Z")],
    4,
  );
  expect(line.map(({ id }) => id)).toEqual(["s2", "l1", "s1", "l2"]);
  const opened = { ...log("4", "2026-01-05T10:00:00Z"), type: "LOGIN_CHECK_SUCCESS" };
  expect(timelineOf([], [opened, log("1", "2026-01-03T10:00:00Z")], 4).map(({ id }) => id)).toEqual(["l1"]);
});
test("the machine that was played longest comes first", () => {
  const at = "2026-01-02T10:00:00Z";
  expect(favouritesOf([session("1", at, 1, 50), session("2", at, 2, 90), session("3", at, 1, 45)])).toEqual([
    { machineId: 1, machine: "M1", sessions: 2, played: 95 },
    { machineId: 2, machine: "M2", sessions: 1, played: 90 },
  ]);
});
