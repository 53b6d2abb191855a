import { expect, it } from "vitest";
import { ACCOUNT_RULE, ADDRESS_RULE, afterFailure, mayTry } from "./throttle.ts";
import type { Failures } from "./throttle.ts";

const MINUTE = 60_000;

it("counts an account down and blocks it at the fifth wrong attempt for 15 minutes", () => {
  let record: Failures | null = null;
  const remaining: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    const next = afterFailure(record, ACCOUNT_RULE, n * 1_000);
    remaining.push(next.remaining);
    record = next.record;
  }
  expect(remaining).toEqual([4, 3, 2, 1, 0]);
  expect(mayTry(record, 5_000)).toEqual({ allowed: false, minutes: 15 });
  expect(mayTry(record, 4_000 + 15 * MINUTE)).toEqual({ allowed: true });
});

it("never locks an account permanently: the count starts again after a block", () => {
  const blocked = { failures: 5, firstAt: 0, blockedUntil: 15 * MINUTE };
  expect(afterFailure(blocked, ACCOUNT_RULE, 15 * MINUTE + 1)).toMatchObject({ remaining: 4 });
});

it("forgets old wrong attempts", () => {
  expect(afterFailure({ failures: 4, firstAt: 0, blockedUntil: null }, ACCOUNT_RULE, 16 * MINUTE).remaining).toBe(4);
});

it("blocks an address for longer each time, up to an hour", () => {
  const minutes: number[] = [];
  let record: Failures = { failures: 29, firstAt: 0, blockedUntil: null };
  let now = 1_000;
  for (let n = 0; n < 4; n += 1) {
    const next = afterFailure(record, ADDRESS_RULE, now);
    minutes.push(next.minutes);
    record = next.record;
    now = (record.blockedUntil ?? 0) + 1;
  }
  expect(minutes).toEqual([15, 30, 60, 60]);
});
