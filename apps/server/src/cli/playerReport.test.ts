import type { Protection } from "@reelcast/contract";
import { expect, it } from "vitest";
import { describePlayer } from "./playerReport.ts";

it("shows amounts, minutes, and what waits for its day", () => {
  const limit = { period: "day" as const, used: 0, resetsAt: "2026-06-01T21:00:00.000Z", pending: null };
  const protection: Protection = {
    realityCheckMinutes: null,
    breakUntil: null,
    exclusionUntil: "2027-01-01T00:00:00.000Z",
    limits: [
      {
        ...limit,
        kind: "loss",
        value: 50_000,
        used: 1_250,
        pending: { value: null, from: "2026-06-02T10:00:00.000Z" },
      },
      { ...limit, kind: "time", value: 90, used: 12 },
      { ...limit, kind: "deposit", value: null },
    ],
  };
  const player = { id: 7, username: "ayse", bannedAt: null };
  const text = describePlayer(player, 150_050, protection, { verifiedAt: new Date(0), bornOn: null });
  expect(text).toMatch(/^age +verified 1970-01-01T00:00:00\.000Z$/m);
  expect(text).toMatch(/^born +not known$/m);
  expect(text).toMatch(/^balance +1500\.50$/m);
  expect(text).toMatch(/^break +no$/m);
  expect(text).toMatch(/^self-exclusion +until 2027-01-01/m);
  expect(text).toMatch(
    /^loss a day +500\.00 +12\.50 +2026-06-01T21:00:00\.000Z +none, may be confirmed from 2026-06-02T10:00/m,
  );
  expect(text).toMatch(/^time a day +90 min +12 min/m);
  expect(text).toMatch(/^deposit a day +none +0\.00/m);
});
